import { setTimeout } from 'node:timers/promises'
import type { BaseAddress } from './base-address.ts'

export interface RemoteRequest {
  readonly method: string
  /** Beneath the base address, with its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

export interface RemoteAnswer {
  readonly status: number
  /** JSON where it is some, else the text; undefined where there is none. */
  readonly body: unknown
}

/** Nothing came back, so that nobody knows what became of the request. */
export class NoAnswer extends Error {}

const PATIENCE_MS = 30_000
const LONGEST_PAUSE_S = 30
const MOST_TRIES = 4

/** A gateway somewhere else, as a merchant's backend talks to it. */
export class RemoteGateway {
  readonly base: BaseAddress
  readonly #authorization: string | undefined

  constructor(base: BaseAddress, authorization: string | undefined) {
    this.base = base
    this.#authorization = authorization
  }

  get hasCredentials(): boolean {
    return this.#authorization !== undefined
  }

  /** Sends a request with the credentials; one that has an Authorization of its own keeps it. */
  async send(request: RemoteRequest, isAnonymous = false): Promise<RemoteAnswer> {
    const authorization = isAnonymous ? undefined : this.#authorization
    const headers = { ...(authorization && { authorization }), ...request.headers }
    for (let tries = 1; ; tries += 1) {
      const answer = await this.#answer({ ...request, headers })
      if (answer.status !== 429 || tries === MOST_TRIES) return await read(answer)
      await answer.body?.cancel()
      await setTimeout(pauseMs(answer.headers.get('retry-after')))
    }
  }

  async #answer({ method, path, headers, body }: RemoteRequest): Promise<Response> {
    try {
      return await fetch(this.base.url + path, {
        method,
        headers,
        ...(body !== undefined && { body }),
        // Credentials and payments go to the one address that was named.
        redirect: 'manual',
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
    } catch (cause) {
      throw new NoAnswer(reasonOf(cause))
    }
  }
}

async function read(response: Response): Promise<RemoteAnswer> {
  const { status } = response
  try {
    const text = await response.text()
    return { status, body: text === '' ? undefined : parsed(text) }
  } catch (cause) {
    throw new NoAnswer(reasonOf(cause))
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function pauseMs(retryAfter: string | null): number {
  const seconds = Number(retryAfter ?? 1)
  return 1000 * (seconds > 0 ? Math.min(seconds, LONGEST_PAUSE_S) : 1)
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  if (cause.name === 'TimeoutError') return `no answer within ${PATIENCE_MS / 1000} s`
  const { cause: inner } = cause
  if (inner instanceof Error && 'code' in inner) return String(inner.code)
  return inner instanceof Error ? inner.message : cause.message
}
