import type { Instant } from '../time/instant.ts'
import { type Find, outcomeInTime } from './move.ts'
import { unknownOutcome } from './outcome.ts'
import type { DueMove, Outcome, Transaction } from './transaction.ts'

/** What a bank that takes its time will say, and what will follow from that. */
export interface SlowAnswer {
  readonly outcome: Outcome
  readonly due: readonly DueMove[]
}

/** A new transaction as it stands until its bank answers, and the answer that is on its way. */
export function undecided(opened: Transaction): {
  readonly transaction: Transaction
  readonly answer: SlowAnswer
} {
  const { status, gatewayStatusCode, responseCode, responseMessage, due, createdAt } = opened
  if (status === 'voided') throw new Error(`Transaction ${opened.audit} is voided from the start`)
  return {
    transaction: {
      ...opened,
      ...unknownOutcome,
      due: [],
      moves: [{ at: createdAt, to: unknownOutcome.status, cause: 'created' }],
    },
    answer: { outcome: { status, gatewayStatusCode, responseCode, responseMessage }, due },
  }
}

/** The same once the answer has come. It may be any outcome that a new transaction can have. */
export function answered(
  transaction: Transaction,
  answer: SlowAnswer,
  by: { readonly find: Find; readonly at: Instant },
): Transaction {
  const { at } = by
  const outcome = outcomeInTime(transaction, answer.outcome, by.find)
  return {
    ...transaction,
    ...outcome,
    // What fell due while the bank took its time follows right behind its answer.
    due: answer.due.map((move) => (move.at < at ? { ...move, at } : move)),
    moves: [
      ...transaction.moves,
      { at, from: transaction.status, to: outcome.status, cause: 'answer' },
    ],
  }
}
