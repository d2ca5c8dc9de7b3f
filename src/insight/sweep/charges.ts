import type { TransactionKind, TransactionStatus } from '../../domain/transaction/transaction.ts'
import { orderSubject } from '../findings/payment/order.ts'
import type { FindingDocument } from '../report/report-document.ts'
import type { Place } from './call-names.ts'

/** A transaction that a request made, as far as a sweep counts it. */
export interface SweptTransaction {
  readonly kind: TransactionKind
  readonly status: TransactionStatus
  readonly reference: string
  readonly amount: number
  readonly currency: string
}

/**
 * How often each thing was bought, held or refunded in a run. A suite that buys the same thing twice
 * on purpose does so in its clean run as well; a mistake is only what comes on top of that.
 */
export class Charges {
  readonly #counts = new Map<string, number>()

  add({ world, chapterNumber }: Place, transaction: SweptTransaction): void {
    const { kind, status, reference, amount, currency } = transaction
    if (status === 'declined' || status === 'error') return
    const key = keyOf(`${world}-${chapterNumber}`, kind, orderSubject(reference, amount, currency))
    this.#counts.set(key, this.#of(key) + 1)
  }

  /** How many more than in another run there are of what a finding is about. */
  beyond(other: Charges, finding: FindingDocument): number {
    const key = findingKey(finding)
    return this.#of(key) - other.#of(key)
  }

  #of(key: string): number {
    return this.#counts.get(key) ?? 0
  }
}

function findingKey({ story, steps, subject }: FindingDocument): string {
  const chapter = story?.slice(0, story.lastIndexOf('-')) ?? ''
  return keyOf(chapter, steps[0]?.kind ?? '', subject)
}

function keyOf(chapter: string, kind: string, subject: string): string {
  return JSON.stringify([chapter, kind, subject])
}
