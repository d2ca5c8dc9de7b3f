import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Hono } from 'hono'
import { answerBadConnections } from '../../http/bad-connection.ts'
import type { Env } from '../../http/call.ts'
import type { Codes } from '../../http/problem-response.ts'
import type { Certificate } from '../tls/certificate.ts'
import { type RequestListener, requestListener } from './request-listener.ts'
import { listenFailure } from './taken-port.ts'

export interface Listening {
  readonly port: number
  /** Lets a process end that has nothing else to do. */
  unref(): void
  /** Lets running requests end, then lets go of the port. */
  stop(): Promise<void>
}

/** How long running requests may take once the server stops. */
const PATIENCE = 2000

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
  const answer = requestListener(app, codes)
  const server = tls ? await secureServer(tls, answer) : createServer(strictness, answer)
  answerBadConnections(server, codes)
  // As many as fit: what is behind the last one that Node reads would not be looked at.
  server.maxHeadersCount = 0
  answerHalfClosed(server)
  const silent = silentSockets(server)
  return await new Promise((resolve, reject) => {
    server.once('error', (cause) => reject(listenFailure(cause, host, port)))
    server.listen(port, host, () => {
      const { port: actual } = server.address() as AddressInfo
      resolve({ port: actual, unref: () => unref(server), stop: () => stop(server, silent) })
    })
  })
}

/**
 * A missing Host is refused in our own words. Headers that come twice are joined, so that none of
 * them passes for the one that counts.
 */
const strictness = { requireHostHeader: false, joinDuplicateHeaders: true }

/** Loaded only where it is asked for: most sandboxes speak plain HTTP. */
async function secureServer({ cert, key }: Certificate, answer: RequestListener): Promise<Server> {
  const https = await import('node:https')
  return https.createServer({ cert, key, ...strictness }, answer)
}

/** How long a client that has ended its own side may wait; then it is taken for one that has left. */
const HALF_CLOSED = 250

/**
 * A client may end its own side of the connection behind a whole request, and still read. Node
 * would close the other one too, and the answer would be lost.
 */
function answerHalfClosed(server: Server): void {
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on('connection', (socket: Socket) => {
    socket.once('end', () => {
      const impatient = setTimeout(() => socket.destroy(), HALF_CLOSED).unref()
      socket.once('close', () => clearTimeout(impatient))
    })
  })
}

/** Connections on which nothing was asked yet: browsers and fetch open some in advance. */
function silentSockets(server: Server): ReadonlySet<Socket> {
  const silent = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    silent.add(socket)
    // One for each request that waits for an answer; on a pipelined connection there may be many.
    socket.setMaxListeners(0)
    socket.once('close', () => silent.delete(socket))
  })
  server.prependListener('request', ({ socket }) => silent.delete(socket))
  return silent
}

/** A client in the middle of a call keeps the process alive from the other end. */
function unref(server: Server): void {
  server.unref()
  server.on('connection', (socket: Socket) => socket.unref())
}

function stop(server: Server, silent: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    const impatient = setTimeout(() => server.closeAllConnections(), PATIENCE)
    // A connection whose last request has ended is kept alive, and Node 20 would wait for it.
    const sweep = setInterval(() => server.closeIdleConnections(), 20)
    server.close(() => {
      clearTimeout(impatient)
      clearInterval(sweep)
      resolve()
    })
    server.closeIdleConnections()
    // Node does not count these as idle, and would wait for them.
    for (const socket of silent) socket.destroy()
  })
}
