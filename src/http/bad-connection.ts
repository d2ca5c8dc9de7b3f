import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { errorItem } from './problem-response.ts'

interface Refusal {
  readonly status: string
  readonly code: string
  readonly message: string
}

const malformed: Refusal = {
  status: '400 Bad Request',
  code: 'malformed_request',
  message: 'The request is not well-formed HTTP',
}

const byParserCode: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'request_time_out',
    message: 'The request was not complete in time',
  },
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'headers_too_large',
    message: 'The headers of the request are too large',
  },
}

interface Exchange {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

/**
 * Answers what never becomes a request: bytes that are no HTTP, headers that are too large, a
 * client that is too slow. The answers to requests before it on the same connection go out first:
 * their clients would take a refusal for theirs.
 */
export function answerBadConnections(server: Server): void {
  // Answers leave in order: with the last one, all are out.
  const latest = new WeakMap<object, Exchange>()
  server.prependListener('request', (incoming, outgoing) => {
    latest.set(incoming.socket, { incoming, outgoing })
  })
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket
    const before = latest.get(socket)
    if (!socket.writable || hasLeft(error, before)) {
      socket.destroy()
      return
    }
    const refusal = rawAnswer(byParserCode[error.code ?? ''] ?? malformed)
    if (before === undefined || before.outgoing.writableFinished) socket.end(refusal)
    else afterAnswer(before, error, (isWhole) => socket.end(isWhole ? refusal : ''))
  })
  server.on('checkExpectation', (_incoming, outgoing: ServerResponse) => {
    const body = bodyOf('expectation_failed', 'Only Expect: 100-continue is supported')
    const headers = { 'Content-Type': jsonType, 'Content-Length': Buffer.byteLength(body) }
    outgoing.writeHead(417, { ...headers, Connection: 'close' }).end(body)
  })
}

/** Whether the client has gone away in the middle of a request. */
function hasLeft({ code }: NodeJS.ErrnoException, before: Exchange | undefined): boolean {
  if (code === 'ECONNRESET') return true
  return code === 'HPE_INVALID_EOF_STATE' && before?.incoming.complete === false
}

/** What is wrong with a request that has no address to make sense of. */
export function malformedAddress(): Response {
  const body = bodyOf(malformed.code, 'The request needs one Host header and a valid address')
  return new Response(body, { status: 400, headers: { 'Content-Type': jsonType } })
}

/** A request whose own body is broken is refused by whoever reads it. */
function afterAnswer(
  { incoming, outgoing }: Exchange,
  error: Error,
  done: (isWhole: boolean) => void,
): void {
  const isWhole = incoming.complete
  outgoing.once('close', () => done(isWhole))
  if (!isWhole && incoming.listenerCount('error') > 0) incoming.emit('error', error)
}

const jsonType = 'application/json; charset=utf-8'

function bodyOf(code: string, message: string): string {
  return JSON.stringify({ errors: [errorItem(code, message)] })
}

function rawAnswer({ status, code, message }: Refusal): string {
  const body = bodyOf(code, message)
  return [
    `HTTP/1.1 ${status}`,
    `Content-Type: ${jsonType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}
