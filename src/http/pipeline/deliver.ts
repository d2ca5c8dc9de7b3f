import type { Answer } from '../answer.ts'
import type { Call } from '../call.ts'
import { breakAnswer } from './fault.ts'
import { type Delivered, send } from './send.ts'
import { delay } from './waiting.ts'

/** Sends an answer: at once, or late or broken where a rule says so. */
export function deliver(
  answer: Answer,
  call: Call,
  stopping: AbortSignal,
): Delivered | Promise<Delivered> {
  const { fault, delayMs = 0 } = answer.note ?? {}
  if (fault !== undefined || delayMs > 0) return deliverLate(answer, call, stopping)
  const delivered = send(answer, call)
  answer.note?.done?.()
  return delivered
}

async function deliverLate(answer: Answer, call: Call, stopping: AbortSignal): Promise<Delivered> {
  const { fault, delayMs = 0, done } = answer.note ?? {}
  try {
    if (delayMs > 0) await delay(delayMs, stopping)
    if (fault !== undefined) return await breakAnswer(fault, answer, call, stopping)
    return send(answer, call)
  } finally {
    done?.()
  }
}
