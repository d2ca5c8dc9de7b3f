import { STATUS_CODES } from 'node:http'
import { monotonicMs } from '../../../base/monotonic.ts'
import { redactAddress, redactText } from '../../../base/redaction/redacted.ts'
import type { ProblemCode } from '../../../domain/problem.ts'
import { parseInstant } from '../../../domain/time/instant.ts'
import {
  type Answer,
  type Answered,
  type Broken,
  inertHeaders,
} from '../../../gateway/wire/answer.ts'
import { transportOf } from '../../../gateway/wire/bad-connection.ts'
import type { Call } from '../../../gateway/wire/call.ts'
import {
  breakOff,
  type Delivered,
  delay,
  hasLeft,
  hold,
  left,
  nothing,
  send,
  setHeaders,
} from '../../../gateway/wire/pipeline/delivery/deliver.ts'
import { errorItem } from '../../../gateway/wire/problem-response.ts'
import { errorBody, faultKind } from '../../../scenario/faults/table.ts'
import type { FaultDocument } from '../../../scenario/faults/wire-fault.ts'
import { milliseconds } from '../../../scenario/written-values.ts'

/** Sends an answer, late or broken if a rule asks for it. */
export async function deliverLate(
  result: Answered | Broken,
  answer: Answer,
  call: Call,
  stopping: AbortSignal,
): Promise<Delivered> {
  const { fault, delayMs, ruleHeaders } = result
  if (delayMs > 0) await delay(delayMs, stopping)
  if (fault === undefined) return send(answer, call)
  return await breakAnswer(fault, { answer, ruleHeaders }, call, stopping)
}

interface BrokenResponse {
  readonly answer: Answer
  /** They win over the headers of the broken answer. */
  readonly ruleHeaders?: Answer['headers'] | undefined
}

/** The only place that breaks answers on purpose. */
async function breakAnswer(
  fault: FaultDocument,
  { answer, ruleHeaders = {} }: BrokenResponse,
  call: Call,
  stopping: AbortSignal,
): Promise<Delivered> {
  const { hang = true, dribble: spread = '' } = fault
  switch (faultKind(fault)) {
    case 'http':
      return send(errorAnswer(fault, answer, ruleHeaders, call), call)
    case 'hang':
      await hold(call.outgoing, hang === true ? undefined : milliseconds(hang), stopping)
      if (hasLeft(call.outgoing)) return left
      breakOff(call.outgoing)
      call.outgoing.destroy()
      return nothing
    case 'reset':
      return await reset(call)
    case 'truncate':
      return await truncate(answer, call, stopping)
    case 'garbage':
      return send(garbage(answer, ruleHeaders), call)
    case 'dribble':
      return await dribble(answer, call, milliseconds(spread), stopping)
  }
}

/** The default code for a status. */
const usualCodes: Readonly<Record<number, ProblemCode>> = {
  400: 'malformed_json',
  401: 'unauthenticated',
  403: 'forbidden_merchant',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'duplicate_correlation_id',
  413: 'body_too_large',
  415: 'unsupported_media_type',
  422: 'invalid_format',
  429: 'too_many_requests',
}

function errorAnswer(
  fault: FaultDocument,
  { headers }: Answer,
  ruleHeaders: Answer['headers'],
  call: Call,
): Answer {
  const { http: status = 500, retry_after: retryAfter } = fault
  const [type, text] = errorText(fault, call)
  const all: Record<string, string> = {
    ...usualHeaders(headers),
    'Content-Type': type,
    ...(status === 401 && {
      'WWW-Authenticate': 'Basic realm="sandgate", Bearer realm="sandgate"',
    }),
    ...(retryAfter !== undefined && { 'Retry-After': retryText(retryAfter) }),
  }
  setHeaders(all, ruleHeaders)
  return { status, headers: all, body: redactAddress(text) }
}

/** Keeps only the headers of every answer; others would reveal that the request was processed. */
function usualHeaders(headers: Answer['headers']): Record<string, string> {
  const names = ['X-Correlation-Id', 'X-Sandbox-Rule']
  return Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)))
}

function retryText(retryAfter: number | string): string {
  if (typeof retryAfter === 'number') return String(retryAfter)
  return new Date(parseInstant(retryAfter) ?? 0).toUTCString()
}

/** With the gateway's code for this status, unless the rule names one. */
function errorText(fault: FaultDocument, { world }: Call): readonly [type: string, text: string] {
  const { http: status = 500 } = fault
  const body = errorBody(fault)
  if (body === 'html') return ['text/html', proxyPage(status)]
  if (body !== 'json') return ['text/plain; charset=utf-8', body]
  const { error_codes } = world.environment.assumptions
  const { error_code: code = error_codes[usualCodes[status] ?? 'internal_error'] } = fault
  const message = `A scenario asked for HTTP status ${status}`
  const text = JSON.stringify({ errors: [errorItem(code, message)] })
  return ['application/json; charset=utf-8', text]
}

/** The error page of a proxy in front of the gateway. */
function proxyPage(status: number): string {
  const title = `${status} ${STATUS_CODES[status] ?? 'Error'}`
  return [
    `<html>\r\n<head><title>${title}</title></head>`,
    `<body>\r\n<center><h1>${title}</h1></center>`,
    '<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n',
  ].join('\r\n')
}

async function reset({ outgoing }: Call): Promise<Delivered> {
  // A TLS connection that is reset while it reads is closed normally instead.
  await new Promise(setImmediate)
  if (hasLeft(outgoing)) return left
  breakOff(outgoing)
  if (outgoing.socket === null) outgoing.destroy()
  else transportOf(outgoing.socket).resetAndDestroy()
  return nothing
}

async function truncate(
  answer: Answer,
  { outgoing }: Call,
  stopping: AbortSignal,
): Promise<Delivered> {
  if (hasLeft(outgoing)) return left
  const whole = writeHead(answer, outgoing)
  // Waits until half of the body is sent; otherwise the client might see nothing at all.
  const sent = new Promise<void>((resolve) => {
    outgoing.write(whole.subarray(0, Math.ceil(whole.length / 2)), () => resolve())
  })
  await Promise.race([sent, hold(outgoing, undefined, stopping)])
  breakOff(outgoing)
  outgoing.destroy()
  return nothing
}

function garbage(answer: Answer, ruleHeaders: Answer['headers']): Answer {
  const headers: Record<string, string> = { ...answer.headers }
  setHeaders(headers, { 'Content-Type': 'text/html', ...ruleHeaders })
  return { ...answer, status: statusWithBody(answer), headers, body: halfPage }
}

const halfPage = redactText('<html><head><title>502 Bad Gateway</title></head><body>upstream')

/** A status such as 204 has no body to break, so 200 replaces it. */
function statusWithBody({ status, body }: Answer): number {
  return body === undefined ? 200 : status
}

const emptyObject = redactText('{}')

/** Announces the length of the whole body and returns it; an answer without a body gets an empty object. */
function writeHead(answer: Answer, outgoing: Call['outgoing']): Buffer {
  const whole = Buffer.from(answer.body ?? emptyObject)
  const headers: Record<string, string> = {
    ...inertHeaders,
    'Content-Type': 'application/json; charset=utf-8',
  }
  setHeaders(headers, answer.headers)
  outgoing.writeHead(statusWithBody(answer), { ...headers, 'Content-Length': whole.length })
  return whole
}

/** Timers cannot wait for less than this accurately. */
const SHORTEST_PAUSE = 10

/** Sends the answer slowly over some time: byte by byte, or in larger pieces if the time is too short. */
async function dribble(
  answer: Answer,
  call: Call,
  ms: number,
  stopping: AbortSignal,
): Promise<Delivered> {
  const { outgoing } = call
  const whole = writeHead(answer, outgoing)
  outgoing.flushHeaders()
  const startedAt = monotonicMs()
  const pieces = Math.min(whole.length, Math.max(2, Math.floor(ms / SHORTEST_PAUSE)))
  for (let piece = 1; piece <= pieces; piece += 1) {
    // Computed from the start, so that late timers do not add up.
    const pause = startedAt + (ms * piece) / pieces - monotonicMs()
    await hold(outgoing, Math.max(pause, 0), stopping)
    if (hasLeft(outgoing)) return left
    if (stopping.aborted) {
      outgoing.destroy()
      return nothing
    }
    const from = Math.floor(((piece - 1) * whole.length) / pieces)
    outgoing.write(whole.subarray(from, Math.floor((piece * whole.length) / pieces)))
  }
  outgoing.end()
  const { headers, body = emptyObject } = answer
  return { status: statusWithBody(answer), body, headers }
}
