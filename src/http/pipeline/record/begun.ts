import { type CallUnderWay, isCreating, type Opening } from '../../../insight/exchange.ts'
import type { Answer } from '../../answer.ts'
import type { Call } from '../../call.ts'
import type { ApiOperation } from '../../operation.ts'
import { cardIn, madeOf, merchantIn, requestedIn } from './facts.ts'
import { redactedOf } from './redacted-request.ts'

/** A call that was processed and whose answer is delayed. */
export interface Begun extends CallUnderWay {
  /** `performance.now()` when the client left, if it did. */
  leftAt: number | undefined
  /** Its row among the unclear answers that survive a restart. */
  unclearKey: string | undefined
}

/** Notes a call whose answer is delayed: others may come before it is answered. */
export function begin(
  call: Call,
  operation: ApiOperation | undefined,
  answer: Answer,
  startedAt: number,
): Begun | undefined {
  const { note } = answer
  if (note === undefined || (note.fault === undefined && !note.delayMs)) return undefined
  const { history, world, outgoing } = call
  const begun: Begun = {
    operation: operation?.name,
    method: call.method,
    path: redactedOf(call).path,
    opening: openingOf(call, operation?.name, answer),
    rules: note.rules ?? [],
    isOwn: call.user?.isSandbox === true,
    hasLeft: () => begun.leftAt !== undefined && !outgoing.writableFinished,
    waitedMs: () => (begun.leftAt ?? performance.now()) - startedAt,
    leftAt: undefined,
    unclearKey: undefined,
  }
  history.begun(begun)
  world.events.beat()
  outgoing.once('close', () => {
    begun.leftAt = performance.now()
    // A slow bank goes on after the client has left; any other answer ends with it.
    if (note.bankAnswer !== undefined && begun.hasLeft())
      history.left(begun, world.environment.realTime())
  })
  return begun
}

function openingOf(
  call: Call,
  operation: ApiOperation['name'] | undefined,
  answer: Answer,
): Opening | undefined {
  const requested = requestedIn(call)
  if (requested === undefined || !isCreating(operation)) return undefined
  const { correlation } = call
  const { transaction } = answer.note ?? {}
  return {
    operation,
    at: call.at,
    realAt: call.realAt,
    arrived: call.arrived,
    merchant: merchantIn(call, operation),
    correlationId: correlation.kept?.text,
    correlationKey: correlation.kept?.key,
    card: cardIn(call, answer),
    requested,
    made: transaction && madeOf(transaction),
    isRefused: false,
    isOwn: call.user?.isSandbox === true,
  }
}
