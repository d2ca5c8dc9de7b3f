import { isFinished } from './clarity.ts'
import type { JudgedPayment } from './judged-payment.ts'

export interface OpenLimits {
  /** How many finished payments to keep open; the oldest are closed first. */
  readonly finished: number
  /** How many payments may be open while the client still has something to find out. */
  readonly unfinished: number
}

const none: readonly JudgedPayment[] = []

/** The payments that can still change, oldest first, and which of them are finished. */
export class OpenPayments {
  readonly #limits: OpenLimits
  readonly #open = new Set<JudgedPayment>()
  readonly #finished = new Set<JudgedPayment>()

  constructor(limits: OpenLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#open.size
  }

  get all(): Iterable<JudgedPayment> {
    return this.#open
  }

  add(payment: JudgedPayment): void {
    this.#open.add(payment)
  }

  remove(payment: JudgedPayment): void {
    this.#open.delete(payment)
    this.#finished.delete(payment)
  }

  /** Something more happens to a payment. */
  reopen(payment: JudgedPayment): void {
    this.#finished.delete(payment)
  }

  /** Records whether a payment is finished; returns the payments that have to make room. */
  update(payment: JudgedPayment): readonly JudgedPayment[] {
    const { finished: most, unfinished } = this.#limits
    if (!isFinished(payment)) {
      this.#finished.delete(payment)
      if (this.#open.size - this.#finished.size <= unfinished) return none
      for (const one of this.#open) if (!this.#finished.has(one)) return [one]
    }
    this.#finished.add(payment)
    // Several at once: to find the first of a set takes time by how many were removed before it.
    if (this.#finished.size <= most + most / 16) return none
    return [...this.#finished].slice(0, this.#finished.size - most)
  }
}
