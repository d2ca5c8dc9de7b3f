import type { Instant } from '../../../../domain/time/instant.ts'
import { Agenda } from '../agenda.ts'
import type { TransactionHead } from '../transaction-line.ts'

/** Finds transactions by correlation id, by target and by due date. */
export class TransactionIndex {
  readonly agenda = new Agenda()
  readonly #byCorrelation = new Map<string, number>()
  readonly #byTarget = new Map<number, number[]>()

  put(head: TransactionHead, before: TransactionHead | undefined): void {
    if (head.dueAt !== undefined && head.dueAt !== before?.dueAt) {
      this.agenda.add({ at: head.dueAt, audit: head.audit })
    }
    if (before?.correlation !== head.correlation) {
      if (before !== undefined) this.forget(before)
      if (head.correlation !== '') this.#byCorrelation.set(correlationKey(head), head.audit)
    }
    if (before === undefined && head.target !== 0) this.#link(head)
  }

  remove(head: TransactionHead): void {
    this.forget(head)
    const siblings = this.#byTarget.get(head.target)
    if (siblings?.at(-1) === head.audit) siblings.pop()
  }

  audit(merchant: number, correlation: string): number | undefined {
    return this.#byCorrelation.get(correlationKey({ merchant, correlation }))
  }

  /** The stored correlation keys of all merchants, with their audits. */
  *correlated(): Generator<readonly [string, number]> {
    for (const [key, audit] of this.#byCorrelation) yield [key.slice(key.indexOf(' ') + 1), audit]
  }

  /** Audits of the transactions that act on this one, oldest first. */
  actingOn(target: number): readonly number[] {
    return this.#byTarget.get(target) ?? []
  }

  /** Removes the correlation id, unless a later transaction uses it now. */
  forget(head: TransactionHead): void {
    const key = correlationKey(head)
    if (this.#byCorrelation.get(key) === head.audit) this.#byCorrelation.delete(key)
  }

  #link(head: TransactionHead): void {
    const siblings = this.#byTarget.get(head.target)
    if (siblings) siblings.push(head.audit)
    else this.#byTarget.set(head.target, [head.audit])
  }
}

function correlationKey(of: { readonly merchant: number; readonly correlation: string }): string {
  return `${of.merchant} ${of.correlation}`
}

/** Whether the cache period is over; at exactly its end, it is. */
export function isForgotten(createdAt: Instant, now: Instant, cacheMs: number): boolean {
  return now - createdAt >= cacheMs
}
