import { Recent } from '../../base/recent.ts'
import type { Attempt } from './judged-payment.ts'
import { holdsMoney, mayHoldMoney } from './taken.ts'

/** The most references to remember the payments of, and the most payments of one. */
const MOST_REFERENCES = 10_000
const MOST_PAYMENTS = 20

/** The payments of each merchant and reference that were not given back, oldest first. */
export class PaidReferences {
  /** Each reference is one order. */
  readonly #areUnique: boolean
  readonly #paid = new Recent<string, readonly Attempt[]>(MOST_REFERENCES)

  constructor(areUnique: boolean) {
    this.#areUnique = areUnique
  }

  /** Links a payment with an earlier one of the same reference. */
  link(attempt: Attempt): void {
    const { requested, payment } = attempt
    if (requested.reference === '' || payment.isOwn) return
    const key = referenceKey(attempt)
    const known = this.#paid.get(key) ?? []
    const before = known.filter(mayHoldMoney)
    const [first] = before
    // The order of a payment that was never processed is paid by this one, with whatever card and amount.
    for (const one of known) if (one.made === undefined && !mayHoldMoney(one)) follow(one, attempt)
    if (first === undefined) this.#paid.set(key, [attempt])
    else if (this.#areUnique) this.#paid.set(key, [...before, attempt].slice(0, MOST_PAYMENTS))
    if (first === undefined || first.payment === payment) return
    if (!this.#areUnique && first.paidAgain?.some(holdsMoney)) return
    attempt.paidBefore = first
    follow(first, attempt)
  }

  /** A standalone refund names no payment: the one of its reference and account is meant. */
  linkRefund(attempt: Attempt): void {
    const paid = this.#paid.get(referenceKey(attempt)) ?? []
    attempt.paidBefore = paid.find(({ card }) => card === attempt.card)
  }

  /** Of unique references, none is forgotten: an error outlives the payment of the first charge. */
  forget(attempt: Attempt): void {
    if (this.#areUnique) return
    const key = referenceKey(attempt)
    if (this.#paid.get(key)?.includes(attempt)) this.#paid.take(key)
  }
}

function follow(first: Attempt, next: Attempt): void {
  first.paidAgain = [...(first.paidAgain ?? []), next].slice(-MOST_PAYMENTS)
  first.payment.changes += 1
}

function referenceKey({ merchant, requested }: Attempt): string {
  return `${merchant} ${requested.reference}`
}
