import { type ClientRequest, request } from 'node:http'
import { MAX_BODY } from '../../http/pipeline/body.ts'
import type { CallRecord, ControlRecord } from './run-record.ts'

/** Tells the sandbox which step of the run a request is. */
export const STEP_HEADER = 'x-replayed-step'

/** A request that was sent; the sandbox reports its outcome through the tape. */
export interface SentRequest {
  /** The status of the answer; undefined if there was none. */
  readonly answered: Promise<number | undefined>
  leave(): void
}

/** Sends a recorded call to this port, with its original host name. */
export function sendCall(
  port: number,
  { method, path, headers, body, text, length, broken_chunks }: CallRecord['request'],
  step: number,
): SentRequest {
  const head = { method, path, headers: { ...headers, [STEP_HEADER]: String(step) } }
  if (broken_chunks) return sendGarbled(port, head)
  // A run file may claim more; a body over the limit is refused by its length alone.
  const blank = ' '.repeat(Math.min(length ?? 0, MAX_BODY + 1))
  const bytes = body === undefined ? (text ?? blank) : JSON.stringify(body)
  return send(port, head, bytes)
}

export function sendControl(port: number, { method, path, body }: ControlRecord): SentRequest {
  const headers = { 'content-type': 'application/json' }
  return send(port, { method, path, headers }, body === undefined ? '' : JSON.stringify(body))
}

interface Head {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

function send(port: number, { headers, ...head }: Head, body: string): SentRequest {
  const length = Buffer.byteLength(body)
  const all = { ...headers, ...(length > 0 && { 'content-length': String(length) }) }
  const sent = opened(port, { ...head, headers: all })
  sent.end(body)
  return onItsWay(sent)
}

/** Sends a body whose first chunk has an invalid length. */
function sendGarbled(port: number, { headers, ...head }: Head): SentRequest {
  const sent = opened(port, { ...head, headers: { ...headers, 'transfer-encoding': 'chunked' } })
  sent.flushHeaders()
  // Written after the headers, which are sent once the socket is connected.
  sent.once('socket', (socket) => setImmediate(() => socket.write('none\r\n')))
  return onItsWay(sent)
}

function opened(port: number, head: Head): ClientRequest {
  return request({ port, host: '127.0.0.1', agent: false, ...head })
}

function onItsWay(sent: ClientRequest): SentRequest {
  const answered = new Promise<number | undefined>((resolve) => {
    sent.on('response', (response) => {
      response.resume()
      response.on('close', () => resolve(response.statusCode))
      response.on('error', () => resolve(undefined))
    })
    sent.on('error', () => resolve(undefined))
  })
  return { answered, leave: () => sent.destroy() }
}
