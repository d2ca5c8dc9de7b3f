import { totalOf } from '../../../domain/money.ts'
import type { Transaction } from '../../../domain/transaction/transaction.ts'
import type { TestState } from '../../../record/recorder.ts'
import type { BaselineCall } from '../cells/call-names.ts'
import type { CallEffect } from '../document/baseline.ts'

/** What a run did with money, and what it left in the vault. */
export class Sums {
  readonly effects = new Map<BaselineCall, CallEffect>()
  customers = 0
  tokens = 0

  /** Counts a test: what its calls made, by their audits, and the vault. */
  count(world: TestState, made: ReadonlyMap<number, BaselineCall>): void {
    this.customers += world.customers
    this.tokens += world.tokens
    for (const [audit, call] of made) {
      const transaction = world.transaction(audit)
      if (transaction === undefined) continue
      const { currency, target, kind } = transaction
      const payer = payerOf(transaction)
      const part = kind === 'preauthorisation' || kind === 'completion' ? { part: kind } : {}
      const effect = { payer, currency, ...amountsOf(transaction, world), ...part }
      const paid = target === undefined ? undefined : made.get(target)?.reference
      const isRefund = effect.refunded > 0 && paid !== undefined
      this.effects.set(call, isRefund ? { ...effect, refund_of: paid } : effect)
    }
  }
}

const nothing = { charged: 0, held: 0, refunded: 0, ever_charged: 0, ever_refunded: 0 }

function amountsOf(transaction: Transaction, world: TestState): typeof nothing {
  const { kind, status, completions = 0, expiresAt } = transaction
  const total = totalOf(transaction)
  const charges = { ...nothing, ever_charged: total }
  const isRefund = kind === 'refund' || kind === 'standalone_refund'
  if (kind === 'void') return nothing
  if (isRefund && status === 'voided') return { ...nothing, ever_refunded: total }
  if (status === 'voided') return charges
  if (!hasEffect(transaction, world)) return nothing
  if (isRefund) return { ...nothing, refunded: total, ever_refunded: total }
  if (kind !== 'preauthorisation') return { ...charges, charged: total }
  const isOpen = completions === 0 && (expiresAt === undefined || expiresAt > world.now)
  return isOpen ? { ...charges, held: total } : charges
}

function hasEffect(transaction: Transaction, { planned }: TestState): boolean {
  const { method, moves = [] } = transaction
  const status = transaction.status === 'unknown' ? planned(transaction) : transaction.status
  if (status === 'approved' || status === 'pending') return true
  // A debit that was lodged has taken the money, even if the bank returned it later.
  const wasLodged = method.kind === 'direct_debit' && moves.some(({ from }) => from === 'pending')
  return status === 'declined' && wasLodged
}

/** The same in every run, unlike a fingerprint, whose key is made at each start. */
function payerOf({ method }: Transaction): string {
  if (method.kind === 'card') return `card ${method.card.pan}`
  return `account ${method.account.bsb} ${method.account.accountNumber}`
}
