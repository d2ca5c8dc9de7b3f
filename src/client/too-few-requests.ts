import type { RequestAnswer } from '../http/contract/control/calls/requests.ts'
import { ControlError } from './control-error.ts'

/** The requests that were waited for did not come in time. */
export class TooFewRequests extends ControlError {
  /** Those that came. */
  readonly requests: readonly RequestAnswer[]

  constructor(cause: ControlError, requests: readonly RequestAnswer[]) {
    super(cause.status, cause.errors)
    this.name = 'TooFewRequests'
    this.requests = requests
  }
}

/** What a wait that was not met is thrown as. */
export function asTooFew(error: unknown): unknown {
  if (!(error instanceof ControlError) || error.status !== 408) return error
  const { requests = [] } = error.answer as { readonly requests?: readonly RequestAnswer[] }
  return new TooFewRequests(error, requests)
}
