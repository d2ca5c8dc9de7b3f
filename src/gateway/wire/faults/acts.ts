import { monotonicMs } from '../../../base/monotonic.ts'
import { redactText } from '../../../base/redaction/redacted.ts'
import { setImmediate } from '../../../base/timers.ts'
import { type FaultKind, faultKind } from '../../../scenario/faults/table.ts'
import { milliseconds } from '../../../scenario/written-values.ts'
import { transportOf } from '../bad-connection.ts'
import {
  breakOff,
  closeAtNext,
  type Delivered,
  hasLeft,
  left,
  nothing,
  send,
  setHeaders,
} from '../pipeline/delivery/deliver.ts'
import {
  type Act,
  type BrokenDelivery,
  cutOff,
  emptyObject,
  pauseFor,
  statusWithBody,
  writeHead,
} from './act.ts'
import { http } from './http.ts'

/** The only place that breaks answers on purpose. */
export async function breakAnswer(broken: BrokenDelivery): Promise<Delivered> {
  return await acts[faultKind(broken.fault)](broken)
}

/** Timers cannot wait for less than this accurately. */
const SHORTEST_PAUSE = 10

const halfPage = redactText('<html><head><title>502 Bad Gateway</title></head><body>upstream')

/** What each kind of fault does. */
const acts: Readonly<Record<FaultKind, Act>> = {
  http,

  /** Sends nothing, then closes the connection. */
  async hang(broken) {
    const { hang: time = true } = broken.fault
    const ended = await pauseFor(broken, time === true ? undefined : milliseconds(time))
    return ended ?? cutOff(broken.call.outgoing)
  },

  /** Resets the connection. */
  async reset(broken) {
    const { outgoing } = broken.call
    // A TLS connection that is reset while it reads is closed normally instead.
    const ended = await pauseFor(broken, new Promise(setImmediate))
    if (ended !== undefined) return ended
    breakOff(outgoing)
    if (outgoing.socket === null) outgoing.destroy()
    else transportOf(outgoing.socket).resetAndDestroy()
    return nothing
  },

  /** Sends half of the body, then closes the connection. */
  async truncate(broken) {
    const { outgoing } = broken.call
    if (hasLeft(outgoing)) return left
    const whole = writeHead(broken.answer, broken.call)
    // Waits until half of the body is sent; otherwise the client might see nothing at all.
    const sent = new Promise<void>((resolve) => {
      outgoing.write(whole.subarray(0, Math.ceil(whole.length / 2)), () => resolve())
    })
    await pauseFor(broken, sent)
    return cutOff(outgoing)
  },

  /** Sends half a page of a proxy. */
  garbage({ answer, ruleHeaders, call }) {
    const headers: Record<string, string> = { ...answer.headers }
    setHeaders(headers, { 'Content-Type': 'text/html', ...ruleHeaders })
    return send({ ...answer, status: statusWithBody(answer), headers, body: halfPage }, call)
  },

  /** Sends the answer slowly over some time: byte by byte, or in larger pieces if the time is too short. */
  async dribble(broken) {
    const { fault, answer, call } = broken
    const { outgoing } = call
    const ms = milliseconds(fault.dribble ?? '')
    const whole = writeHead(answer, call)
    outgoing.flushHeaders()
    const startedAt = monotonicMs()
    const pieces = Math.min(whole.length, Math.max(2, Math.floor(ms / SHORTEST_PAUSE)))
    for (let piece = 1; piece <= pieces; piece += 1) {
      // Computed from the start, so that late timers do not add up.
      const rest = startedAt + (ms * piece) / pieces - monotonicMs()
      const ended = await pauseFor(broken, Math.max(rest, 0))
      if (ended !== undefined) return ended
      const from = Math.floor(((piece - 1) * whole.length) / pieces)
      outgoing.write(whole.subarray(from, Math.floor((piece * whole.length) / pieces)))
    }
    outgoing.end()
    const { headers, body = emptyObject } = answer
    return { status: statusWithBody(answer), body, headers }
  },

  /** Sends the answer, and closes the connection when the next request arrives on it. */
  stale({ answer, call }) {
    closeAtNext(call.outgoing)
    return send(answer, call)
  },
}
