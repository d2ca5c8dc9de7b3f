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

/** A server answers there, with a certificate that this process does not trust. */
export class UntrustedCertificateError extends NoSandboxError {}

/** The server speaks HTTPS instead of HTTP, or the other way round. */
export class WrongSchemeError extends NoSandboxError {}

/** Adds the place of a fault deep in a body, since the message alone does not name it. */
export function faultText({ error_message, location: [place, ...path] }: ControlFault): string {
  return place === 'body' && path.length > 0 ? `${path.join('.')}: ${error_message}` : error_message
}
