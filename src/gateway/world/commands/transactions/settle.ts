import type { Instant } from '../../../../domain/time/instant.ts'
import type { Resolve } from '../../../../domain/transaction/decision.ts'
import { outcomeOf, pendingOutcome } from '../../../../domain/transaction/outcome.ts'
import { canMove } from '../../../../domain/transaction/state-table.ts'
import type { Transaction } from '../../../../domain/transaction/transaction.ts'
import { dropSlowResponse, moveTransaction } from '../../transaction-moves.ts'
import type { World } from '../../world.ts'
import { transactionsOf } from './transaction-search.ts'

/** The result of moving transactions by hand. */
interface ByHand {
  readonly moved: readonly MovedByHand[]
  /** Those that could not be moved, and why. */
  readonly refused: readonly { readonly audit: number; readonly reason: string }[]
}

interface MovedByHand {
  readonly audit: number
  readonly status: Transaction['status']
}

/** What becomes of a transaction. */
type Decision = Omit<Resolve, 'after'>

interface MoveByHand {
  readonly objection: (transaction: Transaction) => string | undefined
  /** What stays planned for the transaction. */
  readonly due: (due: Transaction['due'], status: Decision['status']) => Transaction['due']
}

/** How a person can resolve instead of a bank. */
const movesByHand = {
  /** This replaces the planned report; a planned late return may still follow. */
  settle: {
    objection: notPendingDebit,
    due: (due, status) => (status === 'approved' ? due.slice(1) : []),
  },
  resolve: {
    objection: notUndecided,
    due: (due) => due.filter(({ event }) => event !== 'resolve'),
  },
  return: {
    objection: (one) =>
      canMove(one, 'declined') && one.status === 'approved'
        ? undefined
        : notA(one, 'cleared direct debit'),
    due: () => [],
  },
} satisfies Record<string, MoveByHand>

/** Moves in one turn of the event loop: about 20 ms. */
const PER_TURN = 250

/** Moves these transactions now; other requests run while very many are moved. */
export async function moveByHand(
  world: World,
  kind: keyof typeof movesByHand,
  audits: readonly number[],
  decision: Decision,
): Promise<ByHand> {
  const all = [...new Set(audits)]
  const { records } = world
  const { moved, refused } = {
    moved: [] as MovedByHand[],
    refused: [] as ByHand['refused'][number][],
  }
  for (let from = 0; from < all.length; from += PER_TURN) {
    // Each part is safe before the next one, so that the answer tells what is stored.
    if (from > 0) await world.pause()
    // A reset or an import replaced the state.
    if (world.records !== records) break
    world.run(({ now }) => {
      for (const audit of all.slice(from, from + PER_TURN)) {
        const transaction = records.transaction(audit)
        const reason = transaction
          ? movesByHand[kind].objection(transaction)
          : 'there is no such transaction'
        if (transaction !== undefined && reason === undefined)
          moved.push({
            audit,
            status: moveNow(world, transaction, movesByHand[kind], decision, now),
          })
        else refused.push({ audit, reason: reason ?? '' })
      }
    })
  }
  return { moved, refused }
}

function moveNow(
  world: World,
  transaction: Transaction,
  { due }: MoveByHand,
  decision: Decision,
  at: Instant,
): Transaction['status'] {
  const { audit, method } = transaction
  const ahead = { ...transaction, due: due(transaction.due, decision.status) }
  const isSlow = world.records.line('slow_responses', audit) !== undefined
  const more = isSlow ? [dropSlowResponse(audit)] : []
  const outcome = outcomeOf(decision, method.kind, pendingOutcome)
  return moveTransaction(world, ahead, outcome, { at, cause: 'settled' }, more)
}

/** The audits of all pending direct debits, oldest first. */
export async function pendingDebits(world: World): Promise<readonly number[]> {
  world.run(() => undefined)
  const pending: number[] = []
  for (const one of transactionsOf(world, { status: 'pending' })) {
    if (one === undefined) await world.pause()
    else if (notPendingDebit(one) === undefined) pending.push(one.audit)
  }
  return pending.reverse()
}

function notPendingDebit(transaction: Transaction): string | undefined {
  const { status, method } = transaction
  if (status !== 'pending') return notA(transaction, 'pending direct debit')
  return method.kind === 'card' ? "it is a pending card; use 'resolve'" : undefined
}

function notUndecided(transaction: Transaction): string | undefined {
  const { status, method } = transaction
  if (status === 'unknown') return undefined
  if (status !== 'pending')
    return `${standingOf(transaction)}, neither a pending card nor undecided`
  return method.kind === 'card' ? undefined : "it is a pending direct debit; use 'settle'"
}

function notA(transaction: Transaction, wanted: string): string {
  return `${standingOf(transaction)}, not a ${wanted}`
}

function standingOf({ kind, status, method }: Transaction): string {
  const word = method.kind === 'card' ? 'card' : 'direct debit'
  return `it is ${status} (${word} ${kind.replaceAll('_', ' ')})`
}
