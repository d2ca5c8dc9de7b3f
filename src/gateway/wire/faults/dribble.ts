import { monotonicMs } from '../../../base/monotonic.ts'
import { milliseconds } from '../../../scenario/written-values.ts'
import { hasLeft, hold, left, nothing } from '../pipeline/delivery/deliver.ts'
import { type Act, emptyObject, statusWithBody, writeHead } from './act.ts'

/** Timers cannot wait for less than this accurately. */
const SHORTEST_PAUSE = 10

/** Sends the answer slowly over some time: byte by byte, or in larger pieces if the time is too short. */
export const dribble: Act = async ({ fault, answer, call, stopping }) => {
  const { outgoing } = call
  const ms = milliseconds(fault.dribble ?? '')
  const whole = writeHead(answer, call)
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
