import type { Answer } from '../../answer.ts'
import type { Call } from '../../call.ts'
import { breakAnswer } from './fault.ts'
import { type Delivered, send } from './send.ts'
import { delay } from './waiting.ts'

interface Delivery {
  readonly stopping: AbortSignal
  /** Controls the waiting time in a recorded or replayed run. */
  readonly tape?:
    | { delay(call: Call, ms: number, stopping: AbortSignal): Promise<void> }
    | undefined
}

/** Sends an answer, late or broken if a rule says so. */
export function deliver(
  answer: Answer,
  call: Call,
  delivery: Delivery,
): Delivered | Promise<Delivered> {
  const { fault, delayMs = 0 } = answer.note ?? {}
  if (fault !== undefined || delayMs > 0) return deliverLate(answer, call, delivery)
  const delivered = send(answer, call)
  if (delivered instanceof Promise) return delivered.finally(answer.note?.done)
  answer.note?.done?.()
  return delivered
}

/** Waits as long as a rule makes the bank take. */
export function bankTime(ms: number, call: Call, { tape, stopping }: Delivery): Promise<void> {
  return tape?.delay(call, ms, stopping) ?? delay(ms, stopping)
}

async function deliverLate(answer: Answer, call: Call, delivery: Delivery): Promise<Delivered> {
  const { fault, delayMs = 0, done } = answer.note ?? {}
  try {
    if (delayMs > 0) await bankTime(delayMs, call, delivery)
    if (fault !== undefined) return await breakAnswer(fault, answer, call, delivery.stopping)
    return await send(answer, call)
  } finally {
    done?.()
  }
}
