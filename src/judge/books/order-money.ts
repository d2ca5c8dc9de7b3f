import { totalOf } from '../../domain/money.ts'
import type { Instant } from '../../domain/time/instant.ts'
import { isVoidable } from '../../domain/transaction/acting-on-target.ts'
import type { Transaction } from '../../domain/transaction/transaction.ts'
import type { BookTotals } from './books-document.ts'

/** What a comparison needs of a stored transaction. */
export type BookedTransaction = ReturnType<typeof bookedTransaction>

export function bookedTransaction(
  transaction: Transaction,
  {
    now,
    correlationId,
    isUnseen,
  }: {
    readonly now: Instant
    readonly correlationId: string | undefined
    readonly isUnseen: boolean
  },
) {
  const { audit, merchant, target, kind, status, currency, method } = transaction
  const { completions = 0, voiding = false, expiresAt } = transaction
  // Without a spread, which takes longer than all the rest for a hundred thousand of them.
  return {
    audit,
    merchant,
    target,
    kind,
    status,
    currency,
    completions,
    voiding,
    expiresAt,
    reference: transaction.reference as string,
    total: totalOf(transaction),
    /** Undefined if no search for it finds the transaction. */
    correlationId,
    /** Whether its client never saw its outcome. */
    isUnseen,
    isVoidable: isVoidable(transaction, now),
    isVoidableOnceApproved:
      status === 'pending' && isVoidable({ ...transaction, status: 'approved' }, now),
    /** The fingerprint of the card or bank account. */
    payer: (method.kind === 'card' ? method.card : method.account).fingerprint,
  } as const
}

/** What the gateway did with the money of one order, or of one reference that no order has. */
export class OrderMoney implements BookTotals {
  paid = 0
  refunded = 0
  held = 0
  /** Cents of debits, and of refunds, that wait for the bank. */
  debiting = 0
  returning = 0
  /** Cents of payments that were voided. */
  voided = 0
  isUndecided = false
  readonly transactions: BookedTransaction[] = []

  get pending(): number {
    return this.debiting + this.returning
  }

  get first(): BookedTransaction | undefined {
    return this.transactions[0]
  }

  /** That of the money that moved, or may still move: a declined attempt may have had another. Empty if there are several. */
  get currency(): string | undefined {
    const moved = this.transactions.filter(
      ({ status }) => status !== 'declined' && status !== 'error',
    )
    const [one, other] = new Set(
      (moved.length > 0 ? moved : this.transactions).map(({ currency }) => currency),
    )
    return other === undefined ? one : ''
  }

  get refunds(): readonly BookedTransaction[] {
    return this.transactions.filter(isBookedRefund)
  }

  /** Purchases and completions; without any, holds. */
  get payments(): readonly BookedTransaction[] {
    const charges = this.transactions.filter(isCharge)
    return charges.length > 0 ? charges : this.holds
  }

  get holds(): readonly BookedTransaction[] {
    return this.transactions.filter(({ kind }) => kind === 'preauthorisation')
  }

  add(one: BookedTransaction, now: Instant): void {
    const { kind, status, total, expiresAt = now + 1 } = one
    this.transactions.push(one)
    if (status === 'unknown' || one.voiding) this.isUndecided = true
    if (status === 'voided' && isCharge(one)) this.voided += total
    if (kind === 'void' || (status !== 'approved' && status !== 'pending')) return
    if (status === 'pending') this[isBookedRefund(one) ? 'returning' : 'debiting'] += total
    else if (isBookedRefund(one)) this.refunded += total
    else if (isCharge(one)) this.paid += total
    else if (one.completions === 0 && now < expiresAt) this.held += total
  }
}

export function isBookedRefund({ kind }: BookedTransaction): boolean {
  return kind === 'refund' || kind === 'standalone_refund'
}

function isCharge({ kind }: BookedTransaction): boolean {
  return kind === 'purchase' || kind === 'completion'
}
