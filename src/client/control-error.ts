import type { RequestResponse } from '../http/contract/control/calls/requests.ts'

/** The sandbox refused a call of its control API. */
export class ControlError extends Error {
  /** The HTTP status. */
  readonly status: number
  /** The reasons, one entry each. */
  readonly errors: readonly ControlFault[]

  /** The whole body of the answer. */
  readonly answer: unknown

  constructor(status: number, errors: readonly ControlFault[], answer: unknown = { errors }) {
    super(errors.map(faultText).join('; '))
    this.name = 'ControlError'
    this.status = status
    this.errors = errors
    this.answer = answer
  }
}

export interface ControlFault {
  readonly error_code: string
  readonly error_message: string
  readonly location: readonly string[]
}

/** Nothing answers at that address, or the server there is no sandbox. */
export class NoSandboxError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'NoSandboxError'
  }
}

/** Something else than a sandbox answers there. */
export class ForeignServerError extends NoSandboxError {}

/** A server answers there, with a certificate that this process does not trust. */
export class UntrustedCertificateError extends NoSandboxError {}

/** Adds the place of a fault deep in a body, since the message alone does not name it. */
export function faultText({ error_message, location: [place, ...path] }: ControlFault): string {
  return place === 'body' && path.length > 0 ? `${path.join('.')}: ${error_message}` : error_message
}

/** The expected requests did not arrive in time. */
export class TooFewRequests extends ControlError {
  /** The requests that arrived. */
  readonly requests: readonly RequestResponse[]

  constructor(cause: ControlError, requests: readonly RequestResponse[]) {
    super(cause.status, cause.errors)
    this.name = 'TooFewRequests'
    this.requests = requests
  }
}

/** Turns the error of an unmet wait into `TooFewRequests`. */
export function asTooFew(error: unknown): unknown {
  if (!(error instanceof ControlError) || error.status !== 408) return error
  const { requests = [] } = error.answer as { readonly requests?: readonly RequestResponse[] }
  return new TooFewRequests(error, requests)
}
