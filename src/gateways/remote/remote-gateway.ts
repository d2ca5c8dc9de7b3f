import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { isPlainObject, jsonOrText } from '../../domain/plain-object.ts'
import { StartError } from '../../runtime/start-error.ts'
import type { BaseAddress } from './address.ts'
import { NoGateway } from './no-gateway.ts'

export interface RemoteAnswer {
  readonly status: number
  /** The parsed JSON, else the text; undefined if there is no body. */
  readonly body: unknown
}

/** No answer came, so the outcome of the request is unknown. */
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
      const { status, text, retryAfter } = answer
      if (status !== 429 || tries === MOST_TRIES) {
        return { status, body: text === '' ? undefined : jsonOrText(text) }
      }
      await setTimeout(pauseMs(retryAfter))
    }
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

function pauseMs(retryAfter: string | undefined): number {
  const seconds = Number(retryAfter ?? 1)
  return 1000 * (seconds > 0 ? Math.min(seconds, LONGEST_PAUSE_S) : 1)
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  if (cause.name === 'AbortError') return `no answer within ${PATIENCE_MS / 1000} s`
  return 'code' in cause ? String(cause.code) : cause.message
}

export interface RemoteRequest {
  readonly method: string
  /** Beneath the base address, with its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

interface RawAnswer {
  readonly status: number
  readonly text: string
  readonly retryAfter: string | undefined
}

const PATIENCE_MS = 30_000

/** One connection per request: on a reused one we could not tell whether the request was lost. */
async function exchanged(
  url: string,
  { method, headers, body }: RemoteRequest,
): Promise<RawAnswer> {
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = (url.startsWith('https:') ? https : http).request(url, {
      method,
      headers: { ...headers, ...length },
      agent: false,
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    sent.once('response', resolve)
    sent.on('error', reject)
    sent.end(body)
  })
  const { statusCode: status = 0, headers: given } = answer
  return { status, text: await text(answer), retryAfter: given['retry-after'] }
}

/** The first request: a search that every gateway has, and that changes nothing. */
export async function checkGateway(remote: RemoteGateway, merchant: number): Promise<void> {
  const { url } = remote.base
  const { status, body } = await searched(remote, merchant)
  if (status === 401) {
    const advice = remote.hasCredentials ? 'check the credentials' : 'pass --basic or --bearer'
    throw new StartError(`${url} answers 401, unauthenticated; ${advice}`)
  }
  if (status === 403) {
    throw new StartError(`${url} answers 403 for merchant ${merchant}; pass --merchant <id>`)
  }
  if (status === 200 && isPlainObject(body) && Array.isArray(body.results)) return
  const found = status === 200 ? 'with something other than results' : `with ${status}`
  const advice = 'check the address, which ends with the version, such as /v1'
  throw new StartError(`${url} answers GET /transactions ${found}; ${advice}`)
}

async function searched(remote: RemoteGateway, merchant: number): Promise<RemoteAnswer> {
  const path = `/transactions?merchant_id=${merchant}&correlation_id_lookup=sandgate-hello`
  try {
    return await remote.send({ method: 'GET', path, headers: { 'x-correlation-id': 'sandgate' } })
  } catch (cause) {
    if (!(cause instanceof NoAnswer)) throw cause
    throw new NoGateway(
      `No gateway answers at ${remote.base.url} (${cause.message}); check the address`,
    )
  }
}
