import type { Assumptions } from '../../../../domain/assumptions/assumptions.ts'
import type { Result } from '../../answer.ts'
import { breakAnswer } from '../../faults/acts.ts'
import { refusedResult } from '../../operation.ts'
import { failure } from '../../problem-response.ts'
import { begin, record, type ServedCall } from '../record/recorder.ts'
import { delay, ended, hold, leaveAtEnd, send, withHeaders } from './deliver.ts'

interface LateParts {
  readonly assumptions: Assumptions
  /** Ends waiting answers when the server stops. */
  readonly stopping: AbortSignal
  readonly log: (line: string, cause?: unknown) => void
}

/** Sends an answer that waits for a bank, is delayed or is broken, and records it. */
export async function deliverLate(parts: LateParts, first: ServedCall): Promise<void> {
  const { call, history } = first
  const begun = begin(first)
  leaveAtEnd(call.outgoing)
  const stopWaiting = untilAsked(first)
  // A stop of the server or a reset of the world ends all waiting: what was planned happens at once.
  const stopping = AbortSignal.any([parts.stopping, history.over])
  const result = await afterWait(parts, first, stopping)
  const { delayMs, fault, ruleHeaders = {} } = result
  try {
    const answer = withHeaders(result, call, parts.assumptions)
    await delay(delayMs, stopping)
    const delivered =
      fault === undefined
        ? send(answer, call)
        : await breakAnswer({ fault, answer, ruleHeaders, call, stopping })
    record({ ...first, result }, { answer, delivered, begun }, parts)
  } finally {
    stopWaiting?.()
    result.done?.()
  }
}

/**
 * A client that asks what happened to its request no longer waits for the answer, even if it has not
 * closed the connection: it is treated as one that has left. Returns what ends this.
 */
function untilAsked({ call, result }: ServedCall): (() => void) | undefined {
  const { wait, fault, merchant, audit } = result
  if (wait?.isAfterLeaving !== true && fault?.hang !== true) return undefined
  const { waiting } = call.world
  const leave = () => call.outgoing.destroy()
  const keys = [`${merchant} ${call.correlation.keyed?.key}`, `audit ${audit}`]
  for (const key of keys) waiting.set(key, leave)
  return () => {
    for (const key of keys) if (waiting.get(key) === leave) waiting.delete(key)
  }
}

/** Waits for a slow bank and returns what it answers. A client that leaves early does not change it. */
async function afterWait(
  parts: LateParts,
  { call, user, operation, redacted, result }: ServedCall,
  stopping: AbortSignal,
): Promise<Result> {
  const { wait, delayMs, done } = result
  if (wait === undefined) return result
  const { isAfterLeaving, arrival, finish } = wait
  if (isAfterLeaving) await hold(call.outgoing, undefined, stopping)
  if (arrival !== undefined) await ended(AbortSignal.any([arrival, stopping]))
  await delay(delayMs, stopping)
  try {
    const later = finish()
    await call.world.durable()
    return later
  } catch (cause) {
    done?.()
    return refusedResult(failure(parts, cause), { redacted, user, operation })
  }
}
