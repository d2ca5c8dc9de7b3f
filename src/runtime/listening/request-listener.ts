import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { SENT } from '../../http/answer.ts'
import { malformedAddress } from '../../http/bad-connection.ts'
import type { Env } from '../../http/call.ts'
import type { Codes } from '../../http/problem-response.ts'

export type RequestListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** A path that is the same once it is normalised, with a query or without. */
const plainTarget = /^(?:\/[A-Za-z0-9_~-][A-Za-z0-9_.~-]*)+(?:\?[A-Za-z0-9_.~%+=&:,@-]*)?$/
const plainHost = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::[1-5]?[0-9]{1,4})?$/
const plainMethods: ReadonlySet<string | undefined> = new Set(['GET', 'POST', 'PATCH', 'DELETE'])

/**
 * Hands requests to the app. @hono/node-server loads all that Node has of fetch, which takes more
 * than 10 ms of a start: so it is loaded for the first request that is not plain.
 */
export function requestListener(app: Hono<Env>, codes: Codes): RequestListener {
  return inTurn((incoming, outgoing) => {
    settleTarget(incoming)
    const env: HttpBindings = { incoming, outgoing }
    if (isPlain(incoming)) void answerPlainly(app, env, codes)
    else void answerByAdapter((request) => app.fetch(request, env), env, codes)
  })
}

/** How many requests of one connection are in hand at a time: answers that nobody reads take memory. */
const MOST_IN_HAND = 8

/** A further request of a connection waits until an answer has left. */
function inTurn(answer: RequestListener): RequestListener {
  const queues = new WeakMap<object, { inHand: number; readonly waiting: (() => void)[] }>()
  return (incoming, outgoing) => {
    const queue = queues.get(incoming.socket) ?? { inHand: 0, waiting: [] }
    queues.set(incoming.socket, queue)
    const begin = () => {
      queue.inHand += 1
      outgoing.once('close', () => {
        queue.inHand -= 1
        queue.waiting.shift()?.()
      })
      answer(incoming, outgoing)
    }
    if (queue.inHand < MOST_IN_HAND) begin()
    else queue.waiting.push(begin)
  }
}

const absolute = /^https?:\/\/([^/?#]*)(.*)$/i

/**
 * Takes a request for `http://host/path` as one for `/path` of that host, so that the check of the
 * host and everything behind it see one address. Where the Host header names another one, none is known.
 */
function settleTarget(incoming: Pick<IncomingMessage, 'url' | 'headers'>): void {
  const [, host, rest = ''] = absolute.exec(incoming.url ?? '') ?? []
  if (host === undefined) return
  const { headers } = incoming
  headers.host ??= host
  if (headers.host.toLowerCase() !== host.toLowerCase()) delete headers.host
  incoming.url = rest.startsWith('/') ? rest : `/${rest}`
}

function isPlain({ method, url = '', headers: { host = '' } }: IncomingMessage): boolean {
  return plainMethods.has(method) && plainTarget.test(url) && plainHost.test(host)
}

async function answerPlainly(app: Hono<Env>, env: HttpBindings, codes: Codes): Promise<void> {
  const { method, url, headers } = env.incoming
  // All that Hono reads of a request that it only routes.
  const request = { method, url: `http://${headers.host}${url}` } as Request
  const answering = Promise.resolve(app.fetch(request, env))
  const response = await answering.catch(() => undefined)
  if (response !== SENT) await answerByAdapter(() => answering, env, codes)
}

async function answerByAdapter(
  fetch: (request: Request) => Response | Promise<Response>,
  { incoming, outgoing }: HttpBindings,
  codes: Codes,
): Promise<void> {
  const { getRequestListener, RequestError } = await import('@hono/node-server')
  const { RESPONSE_ALREADY_SENT } = await import('@hono/node-server/utils/response')
  const errorHandler = (error: unknown): Response => {
    if (error instanceof RequestError) return malformedAddress(incoming.headers, codes)
    throw error
  }
  const answer = getRequestListener(
    async (request) => {
      const response = await fetch(request)
      // Hono wraps the answer to a HEAD request in another Response.
      const isSent = response === SENT || (request.method === 'HEAD' && outgoing.headersSent)
      return isSent ? RESPONSE_ALREADY_SENT : response
    },
    // The globals may be those of somebody's test suite.
    { errorHandler, overrideGlobalObjects: false },
  )
  await answer(incoming, outgoing)
}
