import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Redacted } from '../../../domain/redaction/redacted.ts'
import type { Answer } from '../../answer.ts'
import { type Call, correlationOf, type Env } from '../../call.ts'
import { hasLeft } from './waiting.ts'

/** What the client got: a whole answer with this status, or none. */
export interface Delivered<Body extends string = Redacted> {
  readonly status: number | undefined
  readonly body: Body | undefined
  /** Whether the client had closed the connection before. */
  readonly hasLeft?: boolean
}

/** What a client got that got no whole answer. */
export const nothing: Delivered<never> = { status: undefined, body: undefined }

/** What a client got that did not wait for it. */
export const left: Delivered<never> = { status: undefined, body: undefined, hasLeft: true }

/** Sends a whole answer, unless the client has left. */
export function send<Body extends string>(
  { status, headers, body }: Answer<Body>,
  { outgoing }: Pick<Call, 'outgoing'>,
): Delivered<Body> | Promise<Delivered<Body>> {
  if (hasLeft(outgoing)) return left
  const isInLine = outgoing.socket === null
  if (body === undefined) {
    outgoing.writeHead(status, headers).end()
  } else {
    outgoing.writeHead(status, headerList(headers, Buffer.byteLength(body))).end(body)
  }
  return isInLine ? sentInTurn(outgoing, { status, body }) : { status, body }
}

/** An answer behind another one on its connection: only then is it known whether it got out. */
function sentInTurn<Body extends string>(
  outgoing: Call['outgoing'],
  whole: Delivered<Body>,
): Promise<Delivered<Body>> {
  const { socket } = outgoing.req
  // Any number of answers may wait in line.
  socket.setMaxListeners(0)
  return new Promise((resolve) => {
    const gone = () => resolve(left)
    socket.once('close', gone)
    outgoing.once('finish', () => {
      socket.off('close', gone)
      resolve(whole)
    })
  })
}

/** In the flat form that Node writes without looking anything up. */
function headerList(headers: Readonly<Record<string, string>>, length: number): string[] {
  const list = ['Content-Length', String(length)]
  for (const name in headers) list.push(name, headers[name] as string)
  return list
}

/** Puts headers in place of those of the same name, however that is written. */
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

/** For a call that has no world, or none yet: nothing is written down of it. */
export function plainAnswer(context: Context<Env>, { status, headers, body }: Answer): Response {
  context.env.incoming.resume()
  const { id } = correlationOf(context.env.incoming)
  return context.body(body ?? '', status as ContentfulStatusCode, {
    'Content-Type': 'application/json; charset=utf-8',
    ...(id !== undefined && { 'X-Correlation-Id': id }),
    ...headers,
  })
}
