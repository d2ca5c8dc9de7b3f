import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Hono } from 'hono'
import { clearInterval, clearTimeout, setInterval, setTimeout } from '../../base/timers.ts'
import {
  answerBadConnections,
  type LatestRequests,
  noteTransports,
  transportOf,
} from '../../gateway/wire/bad-connection.ts'
import type { Env } from '../../gateway/wire/call.ts'
import type { Codes } from '../../gateway/wire/problem-response.ts'
import type { Certificate } from '../tls/certificate.ts'
import { destroyAfter, type RequestListener, requestListener } from './request-listener.ts'
import { listenFailure } from './server-address.ts'

export interface Listening {
  readonly port: number
  /** Lets an otherwise idle process end. */
  unref(): void
  /** Lets running requests finish, then releases the port. */
  stop(): Promise<void>
}

/** How long running requests may take once the server stops. */
const PATIENCE = 2000

/** Longer than clients keep an idle connection (Go: 90 s): a request must not meet one that we close. */
const KEPT_ALIVE = 120_000

export async function listen(
  app: Hono<Env>,
  {
    host,
    port,
    tls,
    codes,
  }: {
    readonly host: string
    readonly port: number
    readonly tls?: Certificate | undefined
    readonly codes: Codes
  },
): Promise<Listening> {
  // Connections without a request so far: browsers and fetch open some in advance.
  const silent = new Set<Socket>()
  const latest: LatestRequests = new WeakMap()
  const firstRequest = (socket: Socket) => silent.delete(transportOf(socket))
  const answer = requestListener(app, codes, { latest, firstRequest })
  const server = tls ? await secureServer(tls, answer) : createServer(strictness, answer)
  answerBadConnections(server, latest, codes)
  // No limit: Node would silently drop the headers beyond it.
  server.maxHeadersCount = 0
  server.keepAliveTimeout = KEPT_ALIVE
  answerHalfClosed(server)
  noteSilent(server, silent)
  return await new Promise((resolve, reject) => {
    server.once('error', (cause) => reject(listenFailure(cause, host, port)))
    server.listen(port, host, () => {
      const { port: actual } = server.address() as AddressInfo
      resolve({ port: actual, unref: () => unref(server), stop: () => stop(server, silent) })
    })
  })
}

/**
 * We refuse a missing Host with our own message. Repeated headers are joined, so that no duplicate
 * can be mistaken for the effective one.
 */
const strictness = { requireHostHeader: false, joinDuplicateHeaders: true }

/** Loaded only if needed: most sandboxes speak plain HTTP. */
async function secureServer({ cert, key }: Certificate, answer: RequestListener): Promise<Server> {
  const https = await import('node:https')
  const server = https.createServer({ cert, key, allowHalfOpen: true, ...strictness }, answer)
  noteTransports(server)
  return server
}

/** How long a client that has half-closed its connection may wait before it counts as gone. */
const HALF_CLOSED = 250

/**
 * A client may close its sending side after a complete request and still read. Node would close the
 * other side too, and the answer would be lost.
 */
function answerHalfClosed(server: Server): void {
  Object.assign(server, { httpAllowHalfOpen: true })
  const limitWaiting = (socket: Socket) => {
    socket.once('end', () => destroyAfter(socket, HALF_CLOSED, socket))
  }
  server.on('connection', limitWaiting)
  server.on('secureConnection', limitWaiting)
}

function noteSilent(server: Server, silent: Set<Socket>): void {
  server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.setMaxListeners(0)
    socket.once('close', () => silent.delete(socket))
  })
  // One listener per waiting request; a pipelined connection may have many.
  server.on('secureConnection', (socket: Socket) => socket.setMaxListeners(0))
}

/** The client of a running call keeps the process alive by itself. */
function unref(server: Server): void {
  server.unref()
  server.on('connection', (socket: Socket) => socket.unref())
}

function stop(server: Server, silent: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    const impatient = setTimeout(() => server.closeAllConnections(), PATIENCE)
    // Node 20 would wait for a kept-alive connection whose last request has ended.
    const sweep = setInterval(() => server.closeIdleConnections(), 20)
    server.close(() => {
      clearTimeout(impatient)
      clearInterval(sweep)
      resolve()
    })
    server.closeIdleConnections()
    // Node does not count these as idle and would wait for them.
    for (const socket of silent) socket.destroy()
  })
}
