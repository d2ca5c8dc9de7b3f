import type { RequestResponse } from '../contract/calls/requests.ts'

/** The sandbox refused a call of its control API. */
export class ControlError extends Error {
  /** The HTTP status. */
  readonly status: number
  /** The reasons, one entry each. */
  readonly errors: readonly ControlFault[]

  /** The whole body of the response. */
  readonly body: unknown

  constructor(status: number, errors: readonly ControlFault[], body: unknown = { errors }) {
    super(errors.map(faultText).join('; '))
    this.name = 'ControlError'
    this.status = status
    this.errors = errors
    this.body = body
  }
}

export interface ControlFault {
  readonly error_code: string
  readonly error_message: string
  readonly location: readonly string[]
  /** The name that was probably meant; the message proposes it. */
  readonly nearest?: string
}

/** Nothing responds at that address, or the server there is no sandbox. */
export class NoSandboxError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'NoSandboxError'
  }
}

/** Something other than a sandbox responds there. */
export class ForeignServerError extends NoSandboxError {}

/** A server responds there, with a certificate that this process does not trust. */
export class UntrustedCertificateError extends NoSandboxError {}

/** Adds the location of a fault deep in a body or in a query, since the message alone does not name it. */
export function faultText({ error_message, location: [part, ...path] }: ControlFault): string {
  const isGiven = part === 'body' || part === 'query'
  return isGiven && path.length > 0 ? `${path.join('.')}: ${error_message}` : error_message
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

/** Turns the error of a wait that ended too early into `TooFewRequests`. */
export function asTooFew(error: unknown): unknown {
  if (!(error instanceof ControlError) || error.status !== 408) return error
  const { requests = [] } = error.body as { readonly requests?: readonly RequestResponse[] }
  return new TooFewRequests(error, requests)
}
