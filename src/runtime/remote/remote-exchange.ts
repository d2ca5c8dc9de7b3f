import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { setTimeout } from 'node:timers/promises'

export interface RemoteRequest {
  readonly method: string
  /** Beneath the base address, with its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

export interface RawAnswer {
  readonly status: number
  readonly text: string
  readonly retryAfter: string | undefined
}

export const PATIENCE_MS = 30_000

/** Sends one request and reads its answer. */
export async function exchanged(url: string, request: RemoteRequest): Promise<RawAnswer> {
  const { sent, answer } = opened(url, request)
  sent.end(request.body)
  return await answer
}

/** By then a gateway has what was sent first. */
const HEAD_START_MS = 50

/**
 * The answers to several requests that are the same and become whole at the same moment: each is
 * sent but for its last character, then all of these.
 */
export async function exchangedTogether(
  url: string,
  request: RemoteRequest,
  count: number,
): Promise<readonly PromiseSettledResult<RawAnswer>[]> {
  const { body = '' } = request
  const twins = Array.from({ length: count }, () => opened(url, request))
  // One that fails before its end has its answer already.
  await Promise.allSettled(
    twins.map(({ sent, answer }) => Promise.race([written(sent, body.slice(0, -1)), answer])),
  )
  await setTimeout(HEAD_START_MS)
  for (const { sent } of twins) sent.end(body.slice(-1))
  return await Promise.allSettled(twins.map(({ answer }) => answer))
}

interface Opened {
  readonly sent: ClientRequest
  readonly answer: Promise<RawAnswer>
}

/** Each on a connection of its own: whether a reused one lost a payment, nobody could tell. */
function opened(url: string, { method, headers, body }: RemoteRequest): Opened {
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  const sent = (url.startsWith('https:') ? https : http).request(url, {
    method,
    headers: { ...headers, ...length },
    agent: false,
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve)
    sent.on('error', reject)
  })
  return { sent, answer: response.then(readAnswer) }
}

async function readAnswer(answer: IncomingMessage): Promise<RawAnswer> {
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  return { status: answer.statusCode ?? 0, text, retryAfter: answer.headers['retry-after'] }
}

function written(sent: ClientRequest, part: string): Promise<void> {
  sent.setNoDelay(true)
  return new Promise((resolve) => sent.write(part, () => resolve()))
}
