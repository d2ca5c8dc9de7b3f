import type { Ground } from '../../domain/ground.ts'
import { outcomeOf, pendingOutcome } from '../../domain/transaction/outcome.ts'
import type { Outcome, Transaction } from '../../domain/transaction/transaction.ts'
import { moveTransaction } from '../happenings.ts'
import type { World } from '../world.ts'
import { transactionsOf } from './transaction-search.ts'

export interface Settlement {
  readonly audits: readonly number[] | 'all'
  readonly status: 'approved' | 'declined'
  readonly responseCode: string | undefined
}

export interface Settled {
  readonly audit: number
  readonly status: Transaction['status']
}

/** Lets banks report on pending direct debits now; what is not one is passed over. */
export function settle(world: World, { now }: Ground, asked: Settlement): readonly Settled[] {
  const audits = asked.audits === 'all' ? pendingAudits(world) : new Set(asked.audits)
  const outcome = settledOutcome(asked)
  return [...audits].flatMap((audit) => {
    const transaction = world.records.transaction(audit)
    if (transaction === undefined || !isPendingDebit(transaction)) return []
    const ahead = { ...transaction, due: dueAfter(transaction, outcome) }
    const by = { at: now, cause: 'settled' } as const
    return [{ audit, status: moveTransaction(world, ahead, outcome, by) }]
  })
}

function settledOutcome({ status, responseCode }: Settlement): Outcome {
  const verdict = responseCode === undefined ? { status } : { status, responseCode }
  return outcomeOf(verdict, 'direct_debit', pendingOutcome)
}

function pendingAudits(world: World): readonly number[] {
  const pending = [...transactionsOf(world, 'pending')].filter(isPendingDebit)
  return pending.map(({ audit }) => audit).reverse()
}

function isPendingDebit({ status, method }: Transaction): boolean {
  return status === 'pending' && method.rail === 'direct_debit'
}

/** The report that was to come has come; a late return may still follow it. */
function dueAfter({ due }: Transaction, { status }: Outcome): Transaction['due'] {
  return status === 'approved' ? due.slice(1) : []
}
