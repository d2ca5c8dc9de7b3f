import type { ErrorAnswer } from '../http/contract/transaction-answer.ts'
import type { InnerCall, Visit } from '../http/pages/visit.ts'

/** The control API said no; the page says so. */
export class Refused extends Error {
  readonly status: number
  readonly errors: ErrorAnswer['errors']

  constructor(status: number, errors: ErrorAnswer['errors']) {
    super(errors.map(({ error_message }) => error_message).join('; '))
    this.status = status
    this.errors = errors
  }
}

/** An answer of the control API; its types are what the server itself answers with. */
export async function asked<T>(visit: Visit, call: InnerCall): Promise<T> {
  const { status, body } = await visit.ask(call)
  if (status < 400) return body as T
  throw new Refused(status, (body as ErrorAnswer).errors)
}

/** The same where nothing may be there. */
export async function askedIfThere<T>(visit: Visit, call: InnerCall): Promise<T | undefined> {
  try {
    return await asked<T>(visit, call)
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return undefined
    throw error
  }
}
