import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Redacted } from '../../../../base/redaction/redacted.ts'
import { clearTimeout, setTimeout } from '../../../../base/timers.ts'
import type { Assumptions } from '../../../../domain/assumptions/assumptions.ts'
import { type Answer, inertHeaders, noSniffing, type Result } from '../../answer.ts'
import { type Call, correlationOf, type Env } from '../../call.ts'
import { WORLD_HEADER } from '../../paths.ts'
import { underGatewayCodes } from '../../problem-response.ts'

/** What the client received: a whole response with this status, or none. */
export interface Delivered<Body extends string = Redacted> {
  readonly status: number | undefined
  readonly body: Body | undefined
  readonly headers?: Answer['headers']
  /** Whether the client had disconnected before. */
  readonly hasLeft?: boolean
}

/** The client received no whole response. */
export const nothing: Delivered<never> = { status: undefined, body: undefined }

/** The client disconnected before the response. */
export const left: Delivered<never> = { status: undefined, body: undefined, hasLeft: true }

/** Sends a whole response, unless the client has disconnected; `world`: of a call of the gateway or the vault. */
export function send<Body extends string>(
  { status, headers, body }: Answer<Body>,
  { outgoing, world }: Pick<Call, 'outgoing'> & Partial<Pick<Call, 'world'>>,
): Delivered<Body> {
  if (hasLeft(outgoing)) return isBrokenOff(outgoing) ? nothing : left
  // In a sweep, this is a client that a busy machine kept waiting: it must not count as served.
  if (world?.environment.director && outgoing.req.socket.readableEnded) return left
  // The flat form that Node writes without further lookups.
  const list: string[] = []
  const fixed: Answer['headers'] = world === undefined ? noSniffing : inertHeaders
  for (const name in fixed) list.push(name, fixed[name] as string)
  if (world !== undefined) list.push(WORLD_HEADER, world.name)
  const length = body === undefined ? 0 : Buffer.byteLength(body)
  if (body !== undefined) list.push('Content-Length', String(length))
  for (const name in headers) list.push(name, headers[name] as string)
  // In ASCII both are the same bytes, and Latin-1 is copied without a look at each character.
  outgoing.writeHead(status, list).end(body, length === body?.length ? 'latin1' : 'utf8')
  return { status, body, headers }
}

/** An answer with all its headers, and with the error codes that the assumptions name. */
export function withHeaders(
  { answer, rules, ruleHeaders }: Result,
  { correlation }: Call,
  assumptions: Assumptions,
): Answer {
  const { status, headers, body } =
    answer.refused === undefined ? answer : underGatewayCodes(answer, assumptions)
  const all: Record<string, string> = {}
  if (body !== undefined) all['Content-Type'] = 'application/json; charset=utf-8'
  if (correlation.id !== undefined) all['X-Correlation-Id'] = correlation.id
  if (rules.length > 0) all['X-Sandbox-Rule'] = rules.join(', ')
  for (const name in headers) all[name] = headers[name] as string
  if (ruleHeaders !== undefined) setHeaders(all, ruleHeaders)
  return { status, headers: all, body }
}

/** Replaces headers of the same name, ignoring case. A rule cannot change those of every answer. */
export function setHeaders(
  headers: Record<string, string>,
  given: Readonly<Record<string, string>>,
): void {
  for (const [name, value] of Object.entries(given)) {
    if (isFixed.test(name)) continue
    const same = Object.keys(headers).find((other) => other.toLowerCase() === name.toLowerCase())
    if (same !== undefined) delete headers[same]
    headers[name] = value
  }
}

const isFixed = /^(?:content-security-policy|x-content-type-options|x-sandbox-world)$/i

/** For a call without a world: the answer is not recorded. */
export function plainAnswer(context: Context<Env>, { status, headers, body }: Answer): Response {
  context.env.incoming.resume()
  const { id } = correlationOf(context.env.incoming)
  return context.body(body ?? '', status as ContentfulStatusCode, {
    ...inertHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    ...(id !== undefined && { 'X-Correlation-Id': id }),
    ...headers,
  })
}

/** Waits in real time, or until the server stops. */
export function delay(ms: number, stopping: AbortSignal): Promise<void> {
  return stopping.aborted || ms === 0 ? Promise.resolve() : timeOrEnd(ms, stopping, [])
}

/** Waits for a signal. */
export function ended(signal: AbortSignal): Promise<void> {
  return signal.aborted ? Promise.resolve() : timeOrEnd(undefined, signal, [])
}

/** Waits until the client disconnects, the time is up or the server stops. */
export function hold(
  outgoing: ServerResponse,
  ms: number | undefined,
  stopping: AbortSignal,
): Promise<void> {
  if (stopping.aborted || hasLeft(outgoing)) return Promise.resolve()
  return timeOrEnd(ms, stopping, [outgoing, outgoing.req.socket])
}

function timeOrEnd(
  ms: number | undefined,
  stopping: AbortSignal,
  connections: readonly EventEmitter[],
): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stopping.removeEventListener('abort', end)
      for (const connection of connections) connection.off('close', end)
      resolve()
    }
    const timer = ms === undefined ? undefined : setTimeout(end, ms)
    stopping.addEventListener('abort', end)
    for (const connection of connections) connection.on('close', end)
  })
}

/**
 * Destroys the connection when the client ends its side. A half-closed connection cannot be told
 * from one that the client has left, and clients that end their side have usually left.
 */
export function leaveAtEnd({ req: { socket } }: Pick<ServerResponse, 'req'>): void {
  if (socket.readableEnded) socket.destroy()
  else socket.once('end', () => socket.destroy())
}

/** Also checks the socket, because a response that has not begun gets no event when the socket ends. */
export function hasLeft(outgoing: ServerResponse): boolean {
  // A request whose body was aborted has no socket any more.
  const socket: Socket | null = outgoing.req.socket
  return outgoing.destroyed || socket?.destroyed === true
}

const broken = new WeakSet<Socket>()

/** Notes that a fault closes the connection, so that the record does not blame the client. */
export function breakOff({ req: { socket } }: Pick<ServerResponse, 'req'>): void {
  if (socket !== null) broken.add(socket)
}

/** Whether a fault, of this answer or of another one on its connection, closed the connection. */
function isBrokenOff({ req: { socket } }: Pick<ServerResponse, 'req'>): boolean {
  return socket !== null && broken.has(socket)
}

const stale = new WeakSet<Socket>()

/** Lets the connection stay open until its next request. */
export function closeAtNext({ req: { socket } }: Pick<ServerResponse, 'req'>): void {
  if (socket !== null) stale.add(socket)
}

/** Whether this request must not be processed: it came on a connection that a fault closes now. */
export function isStale({ socket }: Pick<IncomingMessage, 'socket'>): boolean {
  return stale.has(socket)
}
