import { nextTurn } from '../../../document/in-batches.ts'
import type { CommandContext } from '../../../domain/command-context.ts'
import { outcomeOf, pendingOutcome } from '../../../domain/transaction/outcome.ts'
import { canMove, type Outcome, type Transaction } from '../../../domain/transaction/transaction.ts'
import { dropSlowAnswer, moveTransaction } from '../../transaction-moves.ts'
import type { World } from '../../world.ts'
import { transactionsOf } from './transaction-search.ts'

export interface SettlementByHand {
  readonly audits: readonly number[]
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

/** Moves in one turn of the event loop: some 20 ms. */
const PER_TURN = 250

/** Lets other requests run while very many transactions are moved. */
export async function moveInTurns(
  world: World,
  audits: readonly number[],
  move: (audits: readonly number[], context: CommandContext) => ByHand,
): Promise<ByHand> {
  const all = [...new Set(audits)]
  const { records } = world
  const { moved, refused } = { moved: [] as MovedByHand[], refused: [] as NotMoved[] }
  for (let from = 0; from < all.length; from += PER_TURN) {
    // Each part is safe before the next one, so that the answer tells what is stored.
    if (from > 0) await (world.durable() ?? nextTurn())
    // A reset or an import replaced the state.
    if (world.records !== records) break
    const part = world.run((context) => move(all.slice(from, from + PER_TURN), context))
    moved.push(...part.moved)
    refused.push(...part.refused)
  }
  return { moved, refused }
}

/** Settles pending direct debits now. */
export function settle(world: World, context: CommandContext, asked: SettlementByHand): ByHand {
  return moveEach(world, context, asked.audits, {
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

/** The audits of all pending direct debits, oldest first. */
export async function pendingDebits(world: World): Promise<readonly number[]> {
  world.run(() => undefined)
  const pending: number[] = []
  for (const one of transactionsOf(world, { status: 'pending' })) {
    if (one === undefined) await nextTurn()
    else if (notPendingDebit(one) === undefined) pending.push(one.audit)
  }
  return pending.reverse()
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
