import type { Instant } from '../domain/time/instant.ts'
import { answered, effectsOfMove, type SlowAnswer } from '../domain/transaction/move.ts'
import type { Transaction } from '../domain/transaction/transaction.ts'
import { commitTransactions, existing, type Scene } from './happenings.ts'
import type { Change } from './records/medium.ts'

/** Keeps what a slow bank will say together with the transaction that waits for it. */
export function slowAnswerChange(audit: number, { outcome, due }: SlowAnswer): Change {
  const line = JSON.stringify({ id: audit, outcome, due })
  return { table: 'slow_answers', key: audit, line }
}

/** The wait is over: gives the transaction as it is now, which others may have decided meanwhile. */
export function takeSlowAnswer(scene: Scene, audit: number, at: Instant): Transaction {
  const waiting = existing(scene, audit)
  const line = scene.records.line('slow_answers', audit)
  if (line === undefined) return waiting
  const find = (other: number) => existing(scene, other)
  // Lines are ours: made above, and checked when they came from a file.
  const after = answered(waiting, JSON.parse(line) as SlowAnswer, { find, at })
  const others = effectsOfMove(waiting, after, find, at)
  commitTransactions(scene, [after, ...others], [dropSlowAnswer(audit)])
  return after
}

/** Somebody else has decided it. */
export function dropSlowAnswer(audit: number): Change {
  return { table: 'slow_answers', key: audit, line: undefined }
}

/** Nobody waits any more for the answers that a file brings along: they come now. */
export function takeAllSlowAnswers(scene: Scene, at: Instant): void {
  for (const line of scene.records.lines('slow_answers')) {
    takeSlowAnswer(scene, (JSON.parse(line) as { readonly id: number }).id, at)
  }
}
