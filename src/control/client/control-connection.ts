import { clearTimeout, setTimeout } from '../../base/timers.ts'
import { formatDuration } from '../../domain/time/duration.ts'
import type { ErrorResponse } from '../../gateway/wire/contract/transaction-answer.ts'
import type { CallMethod } from '../contract/control-call.ts'
import {
  ControlError,
  ForeignServerError,
  NoSandboxError,
  UntrustedCertificateError,
} from './control-error.ts'
import { directFetch, type Trust } from './direct-fetch.ts'

/** The address of a sandbox, and the world to use. */
export interface ControlTarget {
  readonly url: string
  /** Undefined: the default one. */
  readonly world?: string | undefined
  readonly token?: string | undefined
  /** Do not create the world: the caller only reads. */
  readonly isExisting?: true
  /**
   * How many milliseconds an answer may take to begin, except for long calls; undefined: no limit.
   */
  readonly patience?: number
  /** The trust for an https address; undefined: the authorities that the process trusts. */
  readonly trust?: Trust | undefined
}

export interface ControlRequest {
  readonly method?: CallMethod
  readonly query?: Readonly<Record<string, string | number | undefined>>
  /** Sent as JSON. */
  readonly json?: unknown
  /** Sent as it is. */
  readonly body?: string | AsyncIterable<Uint8Array>
  readonly signal?: AbortSignal | undefined
  /** The call may take as long as its work does. */
  readonly isLong?: true
}

/** A connection to one world of a sandbox. */
export class ControlConnection {
  readonly target: ControlTarget

  constructor(target: ControlTarget) {
    this.target = target
  }

  /** The address of a world, which precedes `/v1` and `/_sandbox`. */
  urlOf(world: string | undefined = this.target.world): string {
    const url = this.target.url.replace(/\/+$/, '')
    return world === undefined || world === 'default' ? url : `${url}/w/${world}`
  }

  /** The JSON of the answer, typed as the server types it. */
  async ask<T>(path: string, request: ControlRequest = {}): Promise<T> {
    const response = await this.send(path, request)
    return (await this.#jsonOf(response)) as T
  }

  /** The response to a call that was not refused. */
  async send(path: string, request: ControlRequest = {}): Promise<Response> {
    const response = await this.#fetch(path, request)
    if (!response.headers.has('X-Sandbox-Version')) {
      await response.body?.cancel()
      throw this.#notASandbox()
    }
    if (response.ok) return response
    const answer = await this.#jsonOf(response)
    if (!isErrorAnswer(answer)) throw this.#notASandbox()
    throw new ControlError(response.status, answer.errors, answer)
  }

  async #fetch(path: string, request: ControlRequest): Promise<Response> {
    const { method = 'GET', query = {} } = request
    const url = new URL(`${this.urlOf()}/_sandbox${path}`)
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    const patience = patienceFor(request, this.target)
    try {
      const sent = {
        method,
        headers: this.#headers(request),
        ...bodyOf(request),
        ...(patience.signal && { signal: patience.signal }),
      }
      return await directFetch(url, sent, this.target.trust)
    } catch (cause) {
      if (cause instanceof Error && cause.name === 'AbortError') throw cause
      throw this.#noAnswerError(cause, patience.isOver())
    } finally {
      patience.end()
    }
  }

  #headers({ json, body }: ControlRequest): Record<string, string> {
    const { token, isExisting } = this.target
    return {
      ...(isExisting && { 'X-Sandbox-World': 'existing' }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...((json !== undefined || body !== undefined) && { 'Content-Type': 'application/json' }),
    }
  }

  async #jsonOf(response: Response): Promise<unknown> {
    try {
      return await response.json()
    } catch (cause) {
      throw this.#notASandbox(cause)
    }
  }

  #noAnswerError(cause: unknown, isLate: boolean): NoSandboxError {
    const { url, patience = 0 } = this.target
    if (isDistrust(cause)) {
      const advice = "set NODE_EXTRA_CA_CERTS to the sandbox's ca file"
      const message = `The certificate of ${url} is not trusted; ${advice}`
      return new UntrustedCertificateError(message, cause)
    }
    const limit = isLate ? ` within ${formatDuration(patience)}` : ''
    const other = url.startsWith('https:') ? 'http' : 'https'
    const hint = isOtherScheme.test(causeCode(cause))
      ? `; the server there closed the connection: if it uses ${other}, use ${url.replace(/^\w+/, other)}`
      : ''
    return new NoSandboxError(`No sandbox responds at ${url}${limit}${hint}`, cause)
  }

  #notASandbox(cause?: unknown): NoSandboxError {
    return new ForeignServerError(`The server at ${this.target.url} is not a sandbox`, cause)
  }
}

/** Aborts a call whose answer does not begin in time; once begun, it may take longer. */
function patienceFor({ signal, isLong }: ControlRequest, { patience }: ControlTarget) {
  if (isLong || patience === undefined) {
    return { signal, isOver: () => false, end: () => undefined }
  }
  const late = new AbortController()
  const giveUp = () => late.abort(new DOMException('No response in time', 'TimeoutError'))
  const timer = setTimeout(giveUp, patience)
  return {
    signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
    isOver: () => late.signal.aborted,
    end: () => clearTimeout(timer),
  }
}

function bodyOf({ json, body }: ControlRequest) {
  if (json !== undefined) return { body: JSON.stringify(json) }
  return body === undefined ? {} : { body }
}

function isErrorAnswer(answer: unknown): answer is ErrorResponse {
  return typeof answer === 'object' && answer !== null && 'errors' in answer
}

/** Whether a server answered with a certificate that is not trusted. */
function isDistrust(failure: unknown): boolean {
  return /CERT|VERIFY|ALTNAME/.test(causeCode(failure))
}

/** The errors of a client whose server expects a TLS handshake, or the other way round. */
const isOtherScheme =
  /^(?:EPROTO|ECONNRESET|HPE_\w+|ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG))$/

function causeCode(failure: unknown): string {
  const cause = failure instanceof Error ? failure.cause : undefined
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}
