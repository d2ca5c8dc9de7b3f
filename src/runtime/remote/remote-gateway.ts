import { setTimeout } from 'node:timers/promises'
import type { BaseAddress } from './base-address.ts'
import {
  exchanged,
  exchangedTogether,
  PATIENCE_MS,
  type RawAnswer,
  type RemoteRequest,
} from './remote-exchange.ts'

export interface RemoteAnswer {
  readonly status: number
  /** JSON where it is some, else the text; undefined where there is none. */
  readonly body: unknown
}

/** Nothing came back, so that nobody knows what became of the request. */
export class NoAnswer extends Error {}

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
    const sent = isAnonymous ? request : this.#withCredentials(request)
    for (let tries = 1; ; tries += 1) {
      const answer = await this.#answer(sent)
      if (answer.status !== 429 || tries === MOST_TRIES) return readable(answer)
      await setTimeout(pauseMs(answer.retryAfter))
    }
  }

  /** Sends the same request several times at the same moment, once each. */
  async sendTogether(
    request: RemoteRequest,
    count: number,
  ): Promise<readonly (RemoteAnswer | NoAnswer)[]> {
    const url = this.base.url + request.path
    const answers = await exchangedTogether(url, this.#withCredentials(request), count)
    return answers.map((one) =>
      one.status === 'fulfilled' ? readable(one.value) : new NoAnswer(reasonOf(one.reason)),
    )
  }

  #withCredentials(request: RemoteRequest): RemoteRequest {
    const authorization = this.#authorization
    const headers = { ...(authorization && { authorization }), ...request.headers }
    return { ...request, headers }
  }

  /** No redirect is followed: credentials and payments go to the one address that was named. */
  async #answer(request: RemoteRequest): Promise<RawAnswer> {
    const url = this.base.url + request.path
    try {
      return await exchanged(url, request)
    } catch (cause) {
      throw new NoAnswer(reasonOf(cause))
    }
  }
}

function readable({ status, text }: RawAnswer): RemoteAnswer {
  return { status, body: text === '' ? undefined : parsed(text) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function pauseMs(retryAfter: string | undefined): number {
  const seconds = Number(retryAfter ?? 1)
  return 1000 * (seconds > 0 ? Math.min(seconds, LONGEST_PAUSE_S) : 1)
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  if (cause.name === 'AbortError') return `no answer within ${PATIENCE_MS / 1000} s`
  return 'code' in cause ? String(cause.code) : cause.message
}
