import type { RequestAnswer } from '../http/contract/control/calls/requests.ts'
import { ControlError } from './control-error.ts'

/** The expected requests did not arrive in time. */
export class TooFewRequests extends ControlError {
  /** The requests that arrived. */
  readonly requests: readonly RequestAnswer[]

  constructor(cause: ControlError, requests: readonly RequestAnswer[]) {
    super(cause.status, cause.errors)
    this.name = 'TooFewRequests'
    this.requests = requests
  }
}

/** Turns the error of an unmet wait into `TooFewRequests`. */
export function asTooFew(error: unknown): unknown {
  if (!(error instanceof ControlError) || error.status !== 408) return error
  const { requests = [] } = error.answer as { readonly requests?: readonly RequestAnswer[] }
  return new TooFewRequests(error, requests)
}
