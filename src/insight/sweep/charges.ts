import type { TransactionKind, TransactionStatus } from '../../domain/transaction/transaction.ts'
import type { FindingDocument } from '../findings/finding-document.ts'
import { orderSubject } from '../findings/payment/words.ts'
import type { CallPlace } from './call-names.ts'

/** A transaction as a sweep counts it. */
export interface SweptTransaction {
  readonly audit: number
  readonly kind: TransactionKind
  readonly status: TransactionStatus
  readonly reference: string
  readonly amount: number
  readonly currency: string
  readonly method: { readonly rail: 'card' | 'direct_debit' }
  /** Whether a rule breaks its answer. */
  readonly isBroken: boolean
}

export function chapterKey({ world, chapterNumber }: CallPlace): string {
  return `${world}-${chapterNumber}`
}

/**
 * How often each thing was bought, held or refunded in a run. A suite that buys the same thing twice
 * on purpose does so in its clean run as well; a mistake is only what comes on top of that.
 */
export class Charges {
  readonly #counts = new Map<string, number>()

  add(place: CallPlace, transaction: SweptTransaction): void {
    const { kind, status, reference, amount, currency } = transaction
    if (status === 'declined' || status === 'error') return
    const subject = orderSubject(reference, amount, currency)
    const key = keyOf(place.label ?? chapterKey(place), kind, subject)
    this.#counts.set(key, this.#of(key) + 1)
  }

  /** How many more there are than in another run, for the subject of a finding. */
  beyond(other: Charges, finding: FindingDocument): number {
    const key = findingKey(finding)
    return this.#of(key) - other.#of(key)
  }

  #of(key: string): number {
    return this.#counts.get(key) ?? 0
  }
}

function findingKey({ story, steps, subject, chapter, labelled }: FindingDocument): string {
  const place = labelled ? chapter : (story?.slice(0, story.lastIndexOf('-')) ?? '')
  return keyOf(place, steps[0]?.kind ?? '', subject)
}

function keyOf(chapter: string, kind: string, subject: string): string {
  return JSON.stringify([chapter, kind, subject])
}
