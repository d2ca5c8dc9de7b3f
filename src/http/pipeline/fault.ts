import type { FaultOf, WireFault } from '../../scenario/faults/wire-fault.ts'
import type { Answer } from '../answer.ts'
import type { Call } from '../call.ts'
import { errorItem } from '../problem-response.ts'
import { type Delivered, left, nothing, send } from './send.ts'
import { hasLeft, hold } from './waiting.ts'

/** The one place where answers are broken on purpose. */
export async function breakAnswer(
  fault: WireFault,
  answer: Answer,
  call: Call,
  stopping: AbortSignal,
): Promise<Delivered> {
  switch (fault.kind) {
    case 'http':
      return send(errorAnswer(fault, answer), call)
    case 'hang':
      await hold(call.outgoing, fault.ms, stopping)
      if (hasLeft(call.outgoing)) return left
      call.outgoing.destroy()
      return nothing
    case 'reset':
      if (call.outgoing.destroyed) return left
      reset(call)
      return nothing
    case 'truncate':
      return truncate(answer, call)
    case 'garbage':
      return send(garbage(answer), call)
    case 'dribble':
      return await dribble(answer, call, fault.ms, stopping)
  }
}

/** The code that a status is usually given with. */
const usualCodes: Readonly<Record<number, string>> = {
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

function errorAnswer(fault: FaultOf<'http'>, answer: Answer): Answer {
  const { status, retryAfter, errorCode = usualCodes[fault.status] ?? 'internal_error' } = fault
  const message = `A scenario asked for HTTP status ${status}`
  return {
    status,
    headers: {
      ...answer.headers,
      'Content-Type': 'application/json; charset=utf-8',
      ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    },
    body: JSON.stringify({ errors: [errorItem(errorCode, message)] }),
  }
}

function reset({ outgoing }: Call): void {
  const { socket } = outgoing
  if (socket === null) outgoing.destroy()
  else socket.resetAndDestroy()
}

/** Where nothing was processed there is no answer to cut, so that a plausible one begins. */
const beginning = '{"gateway_timestamp":"2026-01-01T00:00:00+11:00","merchant":{"id":1},"kvps":{},'

async function truncate(answer: Answer, { outgoing }: Call): Promise<Delivered> {
  if (outgoing.destroyed) return left
  const whole = writeHead(answer, outgoing, beginning.repeat(2))
  // Destroyed only once the half is on its way, or the client might see nothing at all.
  await new Promise<void>((resolve) => {
    outgoing.write(whole.subarray(0, Math.ceil(whole.length / 2)), () => resolve())
  })
  outgoing.destroy()
  return nothing
}

function garbage(answer: Answer): Answer {
  const body = '<html><head><title>502 Bad Gateway</title></head><body>upstream'
  const headers = { ...answer.headers, 'Content-Type': 'text/html' }
  return { ...answer, status: statusWithBody(answer), headers, body }
}

/** A status such as 204 has no body that could be broken. */
function statusWithBody({ status, body }: Answer): number {
  return body === undefined ? 200 : status
}

/** Announces the whole body, or this one where there is none, and gives it to be sent. */
function writeHead(answer: Answer, outgoing: Call['outgoing'], fallback: string): Buffer {
  const whole = Buffer.from(answer.body ?? fallback)
  outgoing.writeHead(statusWithBody(answer), {
    ...answer.headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': whole.length,
  })
  return whole
}

/** Finer would be slower than it should: timers cannot wait for less than this with any accuracy. */
const SHORTEST_PAUSE = 10

/** The whole answer, spread over some time: byte by byte, unless that time is too short for it. */
async function dribble(
  answer: Answer,
  call: Call,
  ms: number,
  stopping: AbortSignal,
): Promise<Delivered> {
  const { outgoing } = call
  const whole = writeHead(answer, outgoing, '{}')
  outgoing.flushHeaders()
  const startedAt = performance.now()
  const pieces = Math.min(whole.length, Math.max(2, Math.floor(ms / SHORTEST_PAUSE)))
  for (let piece = 1; piece <= pieces; piece += 1) {
    // By the clock, not by the pause: many timers that are a little late would add up.
    const pause = startedAt + (ms * piece) / pieces - performance.now()
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
  return { status: statusWithBody(answer), body: whole.toString() }
}
