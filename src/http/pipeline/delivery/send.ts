import type { Answer } from '../../answer.ts'
import type { Call } from '../../call.ts'
import { hasLeft } from './waiting.ts'

/** What the client got: a whole answer with this status, or none. */
export interface Delivered {
  readonly status: number | undefined
  readonly body: string | undefined
  /** Whether the client had closed the connection before. */
  readonly hasLeft?: boolean
}

/** What a client got that got no whole answer. */
export const nothing: Delivered = { status: undefined, body: undefined }

/** What a client got that did not wait for it. */
export const left: Delivered = { status: undefined, body: undefined, hasLeft: true }

/** Sends a whole answer, unless the client has left. */
export function send(
  { status, headers, body }: Answer,
  { outgoing }: Pick<Call, 'outgoing'>,
): Delivered | Promise<Delivered> {
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
function sentInTurn(outgoing: Call['outgoing'], whole: Delivered): Promise<Delivered> {
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
