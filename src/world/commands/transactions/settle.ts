import type { CommandContext } from '../../../domain/command-context.ts'
import { outcomeOf, pendingOutcome } from '../../../domain/transaction/outcome.ts'
import { canMove, type Outcome, type Transaction } from '../../../domain/transaction/transaction.ts'
import { dropSlowAnswer, moveTransaction } from '../../transaction-moves.ts'
import type { World } from '../../world.ts'
import { transactionsOf } from './transaction-search.ts'

export interface SettlementByHand {
  readonly audits: readonly number[] | 'all'
  readonly status: 'approved' | 'declined'
  readonly responseCode: string | undefined
}

export interface ResolutionByHand {
  readonly audits: readonly number[]
  readonly status: 'approved' | 'declined' | 'error'
  readonly responseCode: string | undefined
}

interface MovedByHand {
  readonly audit: number
  readonly status: Transaction['status']
}

/** A transaction that could not be moved, and why. */
interface NotMoved {
  readonly audit: number
  readonly reason: string
}

/** The result of moving transactions by hand. */
export interface ByHand {
  readonly moved: readonly MovedByHand[]
  readonly refused: readonly NotMoved[]
}

/** Settles pending direct debits now. */
export function settle(world: World, context: CommandContext, asked: SettlementByHand): ByHand {
  const audits = asked.audits === 'all' ? pendingAudits(world) : asked.audits
  return moveEach(world, context, audits, {
    objection: notPendingDebit,
    outcome: ({ method }) => outcomeOf(verdictOf(asked), method.rail, pendingOutcome),
    // This replaces the planned report; a planned late return may still follow.
    due: ({ due }) => (asked.status === 'approved' ? due.slice(1) : []),
  })
}

/** Decides pending cards and undecided transactions now. */
export function resolve(world: World, context: CommandContext, asked: ResolutionByHand): ByHand {
  return moveEach(world, context, asked.audits, {
    objection: notUndecided,
    outcome: ({ method }) => outcomeOf(verdictOf(asked), method.rail, pendingOutcome),
    due: ({ due }) => due.filter(({ event }) => event !== 'resolve'),
  })
}

/** Returns direct debits that have cleared. */
export function returnLate(
  world: World,
  context: CommandContext,
  { audits, responseCode }: Omit<ResolutionByHand, 'status'>,
): ByHand {
  const verdict = verdictOf({ status: 'declined', responseCode })
  return moveEach(world, context, audits, {
    objection: (one) =>
      canMove(one, 'declined') && one.status === 'approved'
        ? undefined
        : notA(one, 'cleared direct debit'),
    outcome: ({ method }) => outcomeOf(verdict, method.rail, pendingOutcome),
    due: () => [],
  })
}

interface MoveByHand {
  readonly objection: (transaction: Transaction) => string | undefined
  readonly outcome: (transaction: Transaction) => Outcome
  readonly due: (transaction: Transaction) => Transaction['due']
}

function moveEach(
  world: World,
  { now }: CommandContext,
  audits: readonly number[],
  { objection, outcome, due }: MoveByHand,
): ByHand {
  const moved: MovedByHand[] = []
  const refused: NotMoved[] = []
  for (const audit of new Set(audits)) {
    const transaction = world.records.transaction(audit)
    const reason =
      transaction === undefined ? 'there is no such transaction' : objection(transaction)
    if (transaction === undefined || reason !== undefined) {
      refused.push({ audit, reason: reason ?? '' })
      continue
    }
    const ahead = { ...transaction, due: due(transaction) }
    const by = { at: now, cause: 'settled' } as const
    const isSlow = world.records.line('slow_answers', audit) !== undefined
    const more = isSlow ? [dropSlowAnswer(audit)] : []
    moved.push({ audit, status: moveTransaction(world, ahead, outcome(transaction), by, more) })
  }
  return { moved, refused }
}

function verdictOf({ status, responseCode }: Omit<ResolutionByHand, 'audits'>) {
  return responseCode === undefined ? { status } : { status, responseCode }
}

function pendingAudits(world: World): readonly number[] {
  const pending = [...transactionsOf(world, { status: 'pending' })].filter(
    (one) => notPendingDebit(one) === undefined,
  )
  return pending.map(({ audit }) => audit).reverse()
}

function notPendingDebit(transaction: Transaction): string | undefined {
  const { status, method } = transaction
  if (status !== 'pending') return notA(transaction, 'pending direct debit')
  return method.rail === 'card' ? "it is a pending card; use 'resolve'" : undefined
}

function notUndecided(transaction: Transaction): string | undefined {
  const { status, method } = transaction
  if (status === 'unknown') return undefined
  if (status !== 'pending')
    return `${standingOf(transaction)}, neither a pending card nor undecided`
  return method.rail === 'card' ? undefined : "it is a pending direct debit; use 'settle'"
}

function notA(transaction: Transaction, wanted: string): string {
  return `${standingOf(transaction)}, not a ${wanted}`
}

function standingOf({ kind, status, method }: Transaction): string {
  const rail = method.rail === 'card' ? 'card' : 'direct debit'
  return `it is ${status} (${rail} ${kind.replaceAll('_', ' ')})`
}
