import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Socket } from 'node:net'
import type { Problem, ProblemCode } from '../domain/problem.ts'
import { inertHeaders } from './answer.ts'
import { correlationOf } from './call.ts'
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

/**
 * Answers what never becomes a request: bytes that are not HTTP, too large headers, or a client
 * that is too slow. Earlier requests on the same connection get their answers first, since their
 * clients would treat the refusal as theirs. The API that such bytes are meant for is unknown; they
 * get the gateway's codes.
 */
export function answerBadConnections(server: Server, codes: Codes = {}): void {
  // Answers are sent in order, so once the latest is sent, all are.
  const latest = new WeakMap<object, ServedRequest>()
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
    const refusal = rawAnswer(byParserCode[error.code ?? ''] ?? malformed, codes)
    if (before === undefined || before.outgoing.writableFinished) socket.end(refusal)
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
  const message = 'The request needs one Host header and a valid address'
  const body = bodyOf({ ...malformed, message }, codes)
  return new Response(body, { status: statusOf(malformed.code), headers: headersOf(headers) })
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
  broken.set(incoming, fault)
  if (incoming.listenerCount('error') > 0) incoming.emit('error', fault)
}

const broken = new WeakMap<IncomingMessage, Problem>()

/** Why a body is incomplete, if that was found before it was read. */
export function faultOfBody(incoming: IncomingMessage): Problem | undefined {
  return broken.get(incoming)
}

/** The problem of a body that never ends. */
export function endless(): Problem {
  return requestProblem('malformed_json', 'The body is incomplete', ['body'])
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
