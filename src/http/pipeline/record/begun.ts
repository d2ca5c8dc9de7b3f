import { maskAddress } from '../../../domain/card/hidden-number.ts'
import { isCreating } from '../../../insight/creating.ts'
import type { Waiting } from '../../../insight/findings/habit/no-time-out.ts'
import type { Chapter } from '../../../insight/run/chapter.ts'
import type { Attempt } from '../../../insight/stories/story.ts'
import { correlationNames } from '../../../world/commands/transactions/correlation.ts'
import type { Answer } from '../../answer.ts'
import type { Call } from '../../call.ts'
import type { Operation } from '../../operation.ts'
import { askedIn, cardIn, madeOf } from './facts.ts'
import { merchantIn, ownPanIn } from './named-in-call.ts'

/** A call that was dealt with and whose answer takes its time. */
export interface Begun {
  readonly chapter: Chapter
  /** For a transaction request. */
  readonly attempt: Attempt | undefined
  readonly waiting: Waiting
  /** `performance.now()` when the client left, if it did. */
  leftAt: number | undefined
}

/** Others may come before its answer: what was asked is known from now on. */
export function begin(
  call: Call,
  operation: Operation | undefined,
  answer: Answer,
  startedAt: number,
): Begun | undefined {
  const { note } = answer
  if (note === undefined || (note.fault === undefined && !note.delayMs)) return undefined
  const { chapter } = call.journal
  if (chapter === undefined) return undefined
  const attempt = beginAttempt(call, operation?.name, answer)
  const waiting: Waiting = {
    operation: operation?.name,
    method: call.method,
    path: maskAddress(call.path),
    attempt,
    rules: note.rules ?? [],
    hasLeft: () => begun.leftAt !== undefined && !call.outgoing.writableFinished,
    waitedMs: () => (begun.leftAt ?? performance.now()) - startedAt,
  }
  const begun: Begun = { chapter, attempt, waiting, leftAt: undefined }
  // What the sandbox sends itself is not judged.
  if (call.user?.isSandbox !== true) chapter.wait(waiting)
  call.world.events.beat()
  call.outgoing.once('close', () => {
    begun.leftAt = performance.now()
    // A bank that takes its time goes on for it; any other answer ends with its client.
    if (note.bankAnswer !== undefined && waiting.hasLeft())
      chapter.leave(waiting, call.world.environment.realTime())
  })
  return begun
}

function beginAttempt(
  call: Call,
  operation: Operation['name'] | undefined,
  answer: Answer,
): Attempt | undefined {
  const asked = askedIn(call)
  if (asked === undefined || !isCreating(operation)) return undefined
  const { world, journal } = call
  // In the order in which they were dealt with.
  journal.writeDown()
  const { correlationId, correlationKey } = correlationNames(
    world,
    call.correlation.id,
    ownPanIn(call),
  )
  const { transaction } = answer.note ?? {}
  return journal.chapter?.begin({
    operation,
    at: world.now(),
    realAt: world.environment.realTime(),
    merchant: merchantIn(call, operation),
    correlationId,
    correlationKey,
    card: cardIn(call, answer),
    asked,
    made: transaction && madeOf(transaction),
    isRefused: false,
    isOwn: call.user?.isSandbox === true,
  })
}
