import {
  type AnswerOf,
  allCalls,
  type CallArguments,
  type CallName,
} from '../control/control-calls.ts'
import type { Visit } from '../control/pages/visit.ts'
import type { ErrorResponse } from '../gateway/wire/contract/transaction-answer.ts'
import { placeholders } from '../gateway/wire/paths.ts'

/** A refusal of the control API, which the page shows. */
export class ControlRefusal extends Error {
  readonly status: number
  readonly errors: ErrorResponse['errors']

  constructor(status: number, errors: ErrorResponse['errors']) {
    super(errors.map(({ error_message }) => error_message).join('; '))
    this.status = status
    this.errors = errors
  }
}

type Asking = Pick<Visit, 'ask'>

/** The answer of the control API to a call by its name. */
export async function callControl<Name extends CallName>(
  visit: Asking,
  name: Name,
  ...given: CallArguments<Name>
): Promise<AnswerOf<Name>> {
  const { method, path } = allCalls[name]
  const names = placeholders(path)
  const pathValues = Object.fromEntries(names.map((one, i) => [one, String(given[i])]))
  const input: unknown = given[names.length]
  const asked = method === 'GET' ? { query: queryOf(input) } : { body: input }
  const { status, body } = await visit.ask({ name, pathValues, ...asked })
  if (status < 400) return body as AnswerOf<Name>
  throw new ControlRefusal(status, (body as ErrorResponse).errors)
}

/** The same; undefined if there is no such thing. */
export async function callIfFound<Name extends CallName>(
  visit: Asking,
  name: Name,
  ...given: CallArguments<Name>
): Promise<AnswerOf<Name> | undefined> {
  try {
    return await callControl(visit, name, ...given)
  } catch (error) {
    if (error instanceof ControlRefusal && error.status === 404) return undefined
    throw error
  }
}

/** Limits calls to this world, because the default world's address would mean the whole sandbox. */
export function ofWorld(visit: Asking): Asking {
  return { ask: (call) => visit.ask({ ...call, isOfWorld: true }) }
}

function queryOf(input: unknown): Readonly<Record<string, string>> {
  const given = Object.entries(input ?? {}).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}
