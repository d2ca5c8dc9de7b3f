import type { Instant } from '../time/instant.ts'
import { isLive, type MoveCause } from './kinds-and-statuses.ts'
import { bankAnswer, unknownOutcome } from './outcome.ts'
import { canMove } from './state-table.ts'
import type { DueMove, Move, Outcome, Transaction } from './transaction.ts'

/** Finds the other transactions that a change affects. */
export type FindTransaction = (audit: number) => Transaction

/** The transaction after a move; throws if the state table does not allow the move. */
export function moved(
  transaction: Transaction,
  outcome: Outcome,
  by: Pick<Move, 'at' | 'cause'>,
): Transaction {
  checkMove(transaction, outcome.status)
  return {
    ...transaction,
    ...outcome,
    moves: movesAnd(transaction, outcome.status, by),
  }
}

function voided(transaction: Transaction, at: Instant): Transaction {
  checkMove(transaction, 'voided')
  const moves = movesAnd(transaction, 'voided', { at, cause: 'void' })
  return { ...transaction, due: [], status: 'voided', voiding: undefined, moves }
}

function checkMove(transaction: Transaction, to: Move['to']): void {
  if (canMove(transaction, to)) return
  throw new Error(
    `Transaction ${transaction.audit} cannot move from ${transaction.status} to ${to}`,
  )
}

function movesAnd(
  { moves = [], status }: Transaction,
  to: Move['to'],
  { at, cause }: Pick<Move, 'at' | 'cause'>,
): readonly Move[] {
  return [...moves, { at, from: status, to, cause }]
}

/** A status that a transaction had from then on. The first has no `from`. */
type Reached = Pick<Move, 'at' | 'to'> & { from?: Move['from']; cause: MoveCause }

/** What has become of a transaction since it was made, and including that. */
export function reached({ createdAt, status, moves = [] }: Transaction): readonly Reached[] {
  return [{ at: createdAt, to: moves[0]?.from ?? status, cause: 'created' }, ...moves]
}

/** A delayed void whose target has moved on meanwhile has nothing left to undo. */
export function outcomeInTime(
  transaction: Transaction,
  outcome: Outcome,
  find: FindTransaction,
): Outcome {
  if (transaction.kind !== 'void' || outcome.status !== 'approved') return outcome
  if (canMove(find(transaction.target), 'voided')) return outcome
  return bankAnswer(transaction.method.kind, '21')
}

/** Performs the next due move: returns the moved transaction and the others that it changes. */
export function whenDue(
  transaction: Transaction,
  find: FindTransaction,
): readonly [Transaction, ...Transaction[]] {
  const [due, ...rest] = transaction.due
  const waiting = { ...transaction, due: rest }
  if (due?.event === 'resolve' && isLodgedLate(waiting, due.outcome)) {
    return [answered(waiting, { outcome: due.outcome, due: rest }, { find, at: due.at })]
  }
  if (due?.event !== 'resolve' || !canMove(waiting, due.outcome.status)) return [waiting]
  const by = { at: due.at, cause: 'due' } as const
  const after = moved(waiting, outcomeInTime(waiting, due.outcome, find), by)
  return [after, ...effectsOfMove(waiting, after, find, due.at)]
}

/** An undecided debit turns out to be lodged, as after a slow response. */
function isLodgedLate({ status }: Transaction, outcome: Outcome): boolean {
  return status === 'unknown' && outcome.status === 'pending'
}

/** The changes that a new transaction makes to its target. */
export function effectsOfOpening(
  opened: Transaction,
  find: FindTransaction,
  at: Instant,
): Transaction[] {
  if (opened.target === 0 || !isLive(opened.status)) return []
  if (opened.kind === 'void' && opened.status === 'approved') return effectsOfVoid(opened, find, at)
  return [withClaim(find(opened.target), opened)]
}

/** The changes that a move makes to the target; `before` is the transaction until now. */
export function effectsOfMove(
  before: Transaction,
  after: Transaction,
  find: FindTransaction,
  at: Instant,
): Transaction[] {
  if (after.target === 0 || before.status === after.status) return []
  if (after.kind === 'void' && after.status === 'approved') return effectsOfVoid(after, find, at)
  if (isLive(before.status) && !isLive(after.status)) {
    return [withoutClaim(find(after.target), after)]
  }
  return []
}

/** The target is undone, and no longer counts against its own: a voided refund frees its amount, a voided completion gives its hold back. */
function effectsOfVoid(done: Transaction, find: FindTransaction, at: Instant): Transaction[] {
  const target = find(done.target)
  const undone = voided(target, at)
  if (target.target === 0) return [undone]
  return [undone, withoutClaim(find(target.target), target)]
}

function withClaim(target: Transaction, claim: Transaction): Transaction {
  if (claim.kind === 'void') return { ...target, voiding: true }
  if (claim.kind === 'refund') return { ...target, refunded: (target.refunded ?? 0) + claim.amount }
  return {
    ...target,
    completions: (target.completions ?? 0) + 1,
    completed: (target.completed ?? 0) + claim.amount,
  }
}

function withoutClaim(target: Transaction, claim: Transaction): Transaction {
  if (claim.kind === 'void') return { ...target, voiding: undefined }
  if (claim.kind === 'refund') return { ...target, refunded: (target.refunded ?? 0) - claim.amount }
  return {
    ...target,
    completions: (target.completions ?? 0) - 1,
    completed: (target.completed ?? 0) - claim.amount,
  }
}

/** The answer that a slow bank will give, and the moves that will follow it. */
export interface SlowResponse {
  readonly outcome: Outcome
  readonly due: readonly DueMove[]
}

/** A new transaction while its bank has not answered, with the future answer. */
export function undecided(opened: Transaction): {
  readonly transaction: Transaction
  readonly answer: SlowResponse
} {
  const { status, gatewayStatusCode, responseCode, responseMessage, due } = opened
  if (status === 'voided') throw new Error(`Transaction ${opened.audit} is voided from the start`)
  return {
    transaction: { ...opened, ...unknownOutcome, due: [] },
    answer: { outcome: { status, gatewayStatusCode, responseCode, responseMessage }, due },
  }
}

/** The transaction after the bank's answer, which may be any outcome of a new transaction. */
export function answered(
  transaction: Transaction,
  answer: SlowResponse,
  by: { readonly find: FindTransaction; readonly at: Instant },
): Transaction {
  const { at } = by
  const outcome = outcomeInTime(transaction, answer.outcome, by.find)
  return {
    ...transaction,
    ...outcome,
    // Moves that fell due while the bank was silent follow directly after its answer.
    due: answer.due.map((move) => ({ ...move, at: Math.max(move.at, at) })),
    moves: movesAnd(transaction, outcome.status, { at, cause: 'response' }),
  }
}
