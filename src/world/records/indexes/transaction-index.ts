import type { Instant } from '../../../domain/time/instant.ts'
import { Agenda } from '../agenda.ts'
import type { TransactionHead } from '../transaction-line.ts'

/** Finds transactions by correlation id, by target and by when something is due. */
export class TransactionIndex {
  readonly agenda = new Agenda()
  readonly #byCorrelation = new Map<string, number>()
  readonly #byTarget = new Map<number, number[]>()

  /** A row has come or changed. */
  put(head: TransactionHead, before: TransactionHead | undefined): void {
    if (head.dueAt !== undefined && head.dueAt !== before?.dueAt) {
      this.agenda.add({ at: head.dueAt, audit: head.audit })
    }
    if (before === undefined) {
      this.#link(head)
    } else if (before.correlation !== head.correlation) {
      this.forget(before)
      this.#correlate(head)
    }
  }

  /** A row was taken back. */
  remove(head: TransactionHead): void {
    this.forget(head)
    if (head.target === 0) return
    const siblings = this.#byTarget.get(head.target)
    if (siblings?.at(-1) === head.audit) siblings.pop()
  }

  audit(merchant: number, correlation: string): number | undefined {
    return this.#byCorrelation.get(correlationKey({ merchant, correlation }))
  }

  /** Correlation ids of all merchants as they are kept, and the audits that they lead to. */
  *correlated(): Generator<readonly [string, number]> {
    for (const [key, audit] of this.#byCorrelation) yield [key.slice(key.indexOf(' ') + 1), audit]
  }

  /** Audits of what acted on a transaction, oldest first. */
  actingOn(target: number): readonly number[] {
    return this.#byTarget.get(target) ?? []
  }

  /** No longer found by its correlation id, unless another has taken that over. */
  forget(head: TransactionHead): void {
    const key = correlationKey(head)
    if (this.#byCorrelation.get(key) === head.audit) this.#byCorrelation.delete(key)
  }

  #correlate(head: TransactionHead): void {
    if (head.correlation === '') return
    this.#byCorrelation.set(correlationKey(head), head.audit)
  }

  #link(head: TransactionHead): void {
    this.#correlate(head)
    if (head.target === 0) return
    const siblings = this.#byTarget.get(head.target)
    if (siblings) siblings.push(head.audit)
    else this.#byTarget.set(head.target, [head.audit])
  }
}

function correlationKey(of: { readonly merchant: number; readonly correlation: string }): string {
  return `${of.merchant} ${of.correlation}`
}

/** Whether something of that age is no longer remembered; the exact limit is too late. */
export function isForgotten(createdAt: Instant, now: Instant, cacheMs: number): boolean {
  return now - createdAt >= cacheMs
}
