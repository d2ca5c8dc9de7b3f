import { isSettled } from './clarity.ts'
import type { JudgedPayment } from './judged-payment.ts'

export interface OpenLimits {
  /** How many settled payments to keep open; the oldest are closed first. */
  readonly settled: number
  /** How many payments may be open while the client still has something to find out. */
  readonly unsettled: number
}

const none: readonly JudgedPayment[] = []

/** The payments that can still change, oldest first, and which of them are settled. */
export class OpenPayments {
  readonly #limits: OpenLimits
  readonly #open = new Set<JudgedPayment>()
  readonly #settled = new Set<JudgedPayment>()

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
    this.#settled.delete(payment)
  }

  /** Something more happens to a payment. */
  unsettle(payment: JudgedPayment): void {
    this.#settled.delete(payment)
  }

  /** Records whether a payment is settled; returns the payments that have to make room. */
  settle(payment: JudgedPayment): readonly JudgedPayment[] {
    const { settled: most, unsettled } = this.#limits
    if (!isSettled(payment)) {
      this.#settled.delete(payment)
      if (this.#open.size - this.#settled.size <= unsettled) return none
      for (const one of this.#open) if (!this.#settled.has(one)) return [one]
    }
    this.#settled.add(payment)
    // Several at once: to find the first of a set takes time by how many were removed before it.
    if (this.#settled.size <= most + most / 16) return none
    return [...this.#settled].slice(0, this.#settled.size - most)
  }
}
