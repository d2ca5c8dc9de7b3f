import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { clearTimeout, setImmediate, setTimeout } from '../../base/timers.ts'
import { SENT } from '../../gateway/wire/answer.ts'
import { type LatestRequests, malformedAddress } from '../../gateway/wire/bad-connection.ts'
import type { Env } from '../../gateway/wire/call.ts'
import { apiMethods } from '../../gateway/wire/operation.ts'
import { isStale } from '../../gateway/wire/pipeline/delivery/deliver.ts'
import type { Codes } from '../../gateway/wire/problem-response.ts'

export type RequestListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** A path that normalising leaves unchanged, with an optional query. */
const plainTarget = /^(?:\/[A-Za-z0-9_~-][A-Za-z0-9_.~-]*)+(?:\?[A-Za-z0-9_.~%+=&:,@-]*)?$/
const plainHost = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::[1-5]?[0-9]{1,4})?$/
const plainMethods: ReadonlySet<string | undefined> = new Set(apiMethods)

interface Connections {
  /** Gets each request. */
  readonly latest: LatestRequests
  /** Called once for each connection. */
  readonly firstRequest: (socket: Socket) => void
}

/**
 * Hands requests to the app. @hono/node-server loads Node's whole fetch implementation, which adds
 * more than 10 ms to a start, so it is loaded for the first request that is not plain.
 */
export function requestListener(
  app: Hono<Env>,
  codes: Codes,
  connections: Connections,
): RequestListener {
  return oneByOne(connections, (incoming, outgoing) => {
    if (incoming.url?.startsWith('/') === false) toOriginForm(incoming)
    dropEmptyPort(incoming.headers)
    const env: HttpBindings = { incoming, outgoing }
    if (isPlain(incoming)) void answerPlainly(app, env, codes)
    else void answerByAdapter((request) => app.fetch(request, env), env, codes)
  })
}

/** A connection on which more requests wait is closed: no client sends so many unanswered. */
const MOST_WAITING = 10_000

/** Answers the requests of a connection one after the other: unread answers would fill the memory. */
function oneByOne({ latest, firstRequest }: Connections, answer: RequestListener): RequestListener {
  const queues = new WeakMap<Socket, (() => void)[]>()
  return (incoming, outgoing) => {
    const { socket } = incoming
    latest.set(socket, { incoming, outgoing })
    const queue = queues.get(socket) ?? []
    if (!queues.has(socket)) {
      queues.set(socket, queue)
      firstRequest(socket)
    }
    const begin = () => {
      outgoing.once('close', () => {
        queue.shift()
        if (!incoming.complete) closeIfSilent(incoming)
        // Other connections get their turn first.
        if (queue[0] !== undefined) setImmediate(queue[0])
      })
      if (isStale(incoming)) socket.destroy()
      else answer(incoming, outgoing)
    }
    if (queue.push(begin) === 1) begin()
    else if (queue.length > MOST_WAITING) socket.destroy()
  }
}

/** Milliseconds without a byte. */
const LONGEST_SILENCE = 5_000

/** A refused request has its response before its body has arrived, and the rest may never come. */
function closeIfSilent(incoming: IncomingMessage): void {
  // A request whose body was aborted has no socket any more.
  const socket: Socket | null = incoming.socket
  if (socket === null || socket.destroyed) return
  const timer = destroyAfter(socket, LONGEST_SILENCE, incoming)
  incoming.on('data', () => timer.refresh())
}

const absolute = /^https?:\/\/([^/?#]*)(.*)$/i

/**
 * Turns a request for `http://host/path` into one for `/path` of that host, so that the host check
 * and all later code see one address. If the Host header disagrees, it is removed.
 */
function toOriginForm(incoming: Pick<IncomingMessage, 'url' | 'headers'>): void {
  const [, host, rest = ''] = absolute.exec(incoming.url ?? '') ?? []
  if (host === undefined) return
  const { headers } = incoming
  headers.host ??= host
  if (headers.host.toLowerCase() !== host.toLowerCase()) delete headers.host
  incoming.url = rest.startsWith('/') ? rest : `/${rest}`
}

/** `localhost:` is a valid host, without a port (RFC 3986, 3.2.3). */
function dropEmptyPort(headers: IncomingMessage['headers']): void {
  const { host } = headers
  if (host?.endsWith(':')) headers.host = host.slice(0, -1)
}

function isPlain({ method, url = '', headers: { host = '' } }: IncomingMessage): boolean {
  return plainMethods.has(method) && plainTarget.test(url) && plainHost.test(host)
}

async function answerPlainly(app: Hono<Env>, env: HttpBindings, codes: Codes): Promise<void> {
  const { method, url, headers } = env.incoming
  // Hono reads no more than this of a request that it only routes.
  const request = { method, url: `http://${headers.host}${url}` } as Request
  const answering = Promise.resolve(app.fetch(request, env))
  const response = await answering.catch(() => undefined)
  if (response !== SENT) await answerByAdapter(() => answering, env, codes)
}

/** A proxy in front of the sandbox may read `/v1/%2e%2e/_sandbox` as part of `/v1`. */
const encodedDots = /(?:^|\/)(?:\.|%2e)*%2e(?:\.|%2e)*(?:\/|$)/i

async function answerByAdapter(
  fetch: (request: Request) => Response | Promise<Response>,
  { incoming, outgoing }: HttpBindings,
  codes: Codes,
): Promise<void> {
  const { getRequestListener, RequestError } = await import('@hono/node-server')
  const isDotted = encodedDots.test(incoming.url?.split('?', 1)[0] ?? '')
  const { RESPONSE_ALREADY_SENT } = await import('@hono/node-server/utils/response')
  const errorHandler = (error: unknown): Response => {
    if (error instanceof RequestError) return malformedAddress(incoming.headers, codes)
    throw error
  }
  const answer = getRequestListener(
    async (request) => {
      const response = isDotted ? malformedAddress(incoming.headers, codes) : await fetch(request)
      // Hono wraps the answer to a HEAD request in another Response.
      const isSent = response === SENT || (request.method === 'HEAD' && outgoing.headersSent)
      return isSent ? RESPONSE_ALREADY_SENT : response
    },
    // Do not replace globals: they may belong to a test suite in this process.
    { errorHandler, overrideGlobalObjects: false },
  )
  await answer(incoming, outgoing)
}

/** Destroys a connection after so many milliseconds, unless what is waited for closes before. */
export function destroyAfter(
  socket: Socket,
  ms: number,
  awaited: IncomingMessage | Socket,
): NodeJS.Timeout {
  const timer = setTimeout(() => socket.destroy(), ms).unref()
  awaited.once('close', () => clearTimeout(timer))
  return timer
}
