import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Redacted } from '../../../domain/redaction/redacted.ts'
import { type Answer, noSniffing } from '../../answer.ts'
import { type Call, correlationOf, type Env } from '../../call.ts'
import { hasLeft, isBrokenOff } from './waiting.ts'

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

/** Sends a whole response, unless the client has disconnected. */
export function send<Body extends string>(
  { status, headers, body }: Answer<Body>,
  { outgoing }: Pick<Call, 'outgoing'>,
): Delivered<Body> | Promise<Delivered<Body>> {
  if (hasLeft(outgoing)) return isBrokenOff(outgoing) ? nothing : left
  const isInLine = outgoing.socket === null
  if (body === undefined) {
    outgoing.writeHead(status, { ...noSniffing, ...headers }).end()
  } else {
    outgoing.writeHead(status, headerList(headers, Buffer.byteLength(body))).end(body)
  }
  const whole = { status, body, headers }
  return isInLine ? sentInTurn(outgoing, whole) : whole
}

/** For an answer queued behind another on its connection: only its end tells whether it was sent. */
function sentInTurn<Body extends string>(
  outgoing: Call['outgoing'],
  whole: Delivered<Body>,
): Promise<Delivered<Body>> {
  const { socket } = outgoing.req
  return new Promise((resolve) => {
    const gone = () => resolve(isBrokenOff(outgoing) ? nothing : left)
    socket.once('close', gone)
    outgoing.once('finish', () => {
      socket.off('close', gone)
      resolve(whole)
    })
  })
}

/** The flat form that Node writes without further lookups. */
function headerList(headers: Readonly<Record<string, string>>, length: number): string[] {
  const list = ['X-Content-Type-Options', 'nosniff', 'Content-Length', String(length)]
  for (const name in headers) list.push(name, headers[name] as string)
  return list
}

/** Replaces headers of the same name, ignoring case. */
export function setHeaders(
  headers: Record<string, string>,
  given: Readonly<Record<string, string>>,
): void {
  for (const [name, value] of Object.entries(given)) {
    const same = Object.keys(headers).find((other) => other.toLowerCase() === name.toLowerCase())
    if (same !== undefined) delete headers[same]
    headers[name] = value
  }
}

/** For a call without a world: the answer is not recorded. */
export function plainAnswer(context: Context<Env>, { status, headers, body }: Answer): Response {
  context.env.incoming.resume()
  const { id } = correlationOf(context.env.incoming)
  return context.body(body ?? '', status as ContentfulStatusCode, {
    ...noSniffing,
    'Content-Type': 'application/json; charset=utf-8',
    ...(id !== undefined && { 'X-Correlation-Id': id }),
    ...headers,
  })
}
