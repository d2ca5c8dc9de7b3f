import type { Answer } from './answer.ts'
import type { Call } from './call.ts'
import { breakAnswer } from './fault.ts'
import { type Delivered, send } from './send.ts'
import { delay } from './waiting.ts'

/** Sends an answer, late or broken where a rule says so. */
export async function deliver(
  answer: Answer,
  call: Call,
  stopping: AbortSignal,
): Promise<Delivered> {
  const { fault, delayMs = 0, processed, done } = answer.note ?? {}
  try {
    // A client that leaves early changes nothing: the bank still takes its time.
    if (delayMs > 0) await delay(delayMs, stopping)
    processed?.()
    if (fault !== undefined) return await breakAnswer(fault, answer, call, stopping)
    return send(answer, call)
  } finally {
    done?.()
  }
}
