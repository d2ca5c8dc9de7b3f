import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Socket } from 'node:net'
import type { ProblemCode } from '../../domain/problem.ts'
import { inertHeaders } from './answer.ts'
import { correlationOf } from './call.ts'
import { breakBody, endless } from './pipeline/body.ts'
import { type Codes, errorItem, statusOf } from './problem-response.ts'
import { requestProblem } from './request-problem.ts'

interface Refusal {
  readonly code: ProblemCode
  readonly message: string
}

const malformed: Refusal = {
  code: 'malformed_request',
  message: 'The request is not well-formed HTTP',
}

const late: Refusal = {
  code: 'request_timeout',
  message: 'The request was not complete in time',
}

const byParserCode: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: late,
  HPE_HEADER_OVERFLOW: {
    code: 'headers_too_large',
    message: 'The headers of the request are too large',
  },
}

interface ServedRequest {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

/** The latest request of each connection: answers are sent in order, so once it has its own, all have. */
export type LatestRequests = WeakMap<object, ServedRequest>

/**
 * Answers what never becomes a request: bytes that are not HTTP, too large headers, or a client
 * that is too slow. Earlier requests on the same connection get their answers first, since their
 * clients would treat the refusal as theirs. The API that such bytes are meant for is unknown; they
 * get the gateway's codes.
 */
export function answerBadConnections(
  server: Server,
  latest: LatestRequests,
  codes: Codes = {},
): void {
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket
    const before = latest.get(socket)
    if (!socket.writable || hasLeft(error, before)) {
      socket.destroy()
      return
    }
    const refusal = rawAnswer(byParserCode[error.code ?? ''] ?? malformed, codes)
    if (before === undefined) socket.end(refusal)
    // Answered before its body was there: a second answer would be taken for that of the next request.
    else if (before.outgoing.writableFinished) socket.end(before.incoming.complete ? refusal : '')
    else afterAnswer(before, error, (isWhole) => socket.end(isWhole ? refusal : ''))
  })
  // Without a listener, Node closes the connection of a CONNECT without a word.
  server.on('connect', (_incoming, stream) => stream.end(rawAnswer(malformed, codes)))
  server.on('checkExpectation', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const message = 'Only Expect: 100-continue is supported'
    const body = bodyOf({ code: 'expectation_failed', message }, codes)
    const headers = { ...headersOf(incoming.headers), 'Content-Length': Buffer.byteLength(body) }
    const status = statusOf('expectation_failed')
    outgoing.writeHead(status, { ...headers, Connection: 'close' }).end(body)
  })
}

/** Whether the client disconnected in the middle of a request. */
function hasLeft({ code }: NodeJS.ErrnoException, before: ServedRequest | undefined): boolean {
  if (code === 'ECONNRESET') return true
  return code === 'HPE_INVALID_EOF_STATE' && before?.incoming.complete === false
}

/** The refusal of a request without a usable address. */
export function malformedAddress(headers: IncomingHttpHeaders, codes: Codes = {}): Response {
  const message = isUsableHost(headers.host)
    ? "The path of the request is not valid: it must begin with '/', without a backslash and without dots as '%2e' between slashes"
    : 'The request needs one valid Host header, which agrees with its address'
  const body = bodyOf({ ...malformed, message }, codes)
  return new Response(body, { status: statusOf(malformed.code), headers: headersOf(headers) })
}

/** Several Host headers are joined with commas, and one that disagrees with the address is removed. */
function isUsableHost(host = ''): boolean {
  return /^[^\s/?#@\\,]+$/.test(host) && URL.canParse(`http://${host}`)
}

/** If the body of the request itself is broken, the code that reads the body refuses it. */
function afterAnswer(
  { incoming, outgoing }: ServedRequest,
  error: NodeJS.ErrnoException,
  done: (isWhole: boolean) => void,
): void {
  const isWhole = incoming.complete
  outgoing.once('close', () => done(isWhole))
  if (isWhole) return
  // Nothing after the broken body can be read.
  outgoing.shouldKeepAlive = false
  const fault =
    byParserCode[error.code ?? ''] === late ? requestProblem(late.code, late.message) : endless()
  breakBody(incoming, fault)
}

const jsonType = 'application/json; charset=utf-8'

function headersOf(headers: IncomingHttpHeaders): Record<string, string> {
  const { id } = correlationOf({ headers })
  return {
    ...inertHeaders,
    'Content-Type': jsonType,
    ...(id !== undefined && { 'X-Correlation-Id': id }),
  }
}

function bodyOf({ code, message }: Refusal, codes: Codes): string {
  return JSON.stringify({ errors: [errorItem(codes[code] ?? code, message)] })
}

function rawAnswer(refusal: Refusal, codes: Codes): string {
  const body = bodyOf(refusal, codes)
  const status = statusOf(refusal.code)
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${jsonType}`,
    ...Object.entries(inertHeaders).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}

const transports = new WeakMap<Socket, Socket>()

/** The TCP socket of a connection: under TLS, requests only show the encrypted socket above it. */
export function transportOf(socket: Socket): Socket {
  return transports.get(socket) ?? socket
}

/** Remembers the TCP socket of each connection; Node itself has no public way from one to the other. */
export function noteTransports(server: Server): void {
  const handshaking = new Map<string, Socket>()
  server.on('connection', (socket: Socket) => {
    const key = endsOf(socket)
    handshaking.set(key, socket)
    socket.once('close', () => {
      if (handshaking.get(key) === socket) handshaking.delete(key)
    })
  })
  server.prependListener('secureConnection', (secure: Socket) => {
    const key = endsOf(secure)
    const socket = handshaking.get(key)
    if (socket !== undefined) transports.set(secure, socket)
    handshaking.delete(key)
  })
}

function endsOf({ remoteAddress, remotePort, localAddress, localPort }: Socket): string {
  return [remoteAddress, remotePort, localAddress, localPort].join(' ')
}
