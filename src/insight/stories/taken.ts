import type { TransactionKind } from '../../domain/transaction/transaction.ts'
import { type Attempt, attemptsOf, type Intent, intentsOf, type Story } from './story.ts'

const charges: ReadonlySet<TransactionKind> = new Set([
  'purchase',
  'preauthorisation',
  'completion',
] as const)

const refunds: ReadonlySet<TransactionKind> = new Set(['refund', 'standalone_refund'] as const)

export function isCharge({ operation }: Pick<Attempt, 'operation'>): boolean {
  return charges.has(operation)
}

export function isRefund({ operation }: Pick<Attempt, 'operation'>): boolean {
  return refunds.has(operation)
}

/** Cents refunded of one transaction. */
export function refundedOf(story: Story, audit: number): number {
  return attemptsOf(story)
    .filter((one) => one.operation === 'refund' && one.requested.target === audit && isDone(one))
    .reduce((sum, { made }) => sum + (made?.total ?? 0), 0)
}

/** Whether a transaction is approved, or may still be. */
function isDone({ status }: Attempt): boolean {
  return status === 'approved' || status === 'pending'
}

/** Whether the attempt's money moved and was not refunded in full. */
function isTaken(attempt: Attempt): boolean {
  const { made, story } = attempt
  if (made === undefined || !isDone(attempt)) return false
  return isRefund(attempt) || refundedOf(story, made.audit) < made.total
}

/** The attempts of one intent that each moved money. */
export function takenOf({ attempts }: Intent): readonly Attempt[] {
  return distinct(attempts.filter(isTaken))
}

/** A replayed answer shows the same transaction again, so each audit counts once. */
function distinct(attempts: readonly Attempt[]): readonly Attempt[] {
  if (attempts.length < 2) return attempts
  const seen = new Set<number | undefined>()
  return attempts.filter(({ made }) => {
    if (seen.has(made?.audit)) return false
    seen.add(made?.audit)
    return true
  })
}

/** Cents charged for good. */
export function chargedIn(story: Story): number {
  return totalOf(story, (one) => one.operation === 'purchase' || one.operation === 'completion')
}

/** Cents refunded. */
export function refundedIn(story: Story): number {
  return totalOf(story, isRefund)
}

function totalOf(story: Story, isCounted: (attempt: Attempt) => boolean): number {
  const counted = attemptsOf(story).filter((one) => one.status === 'approved' && isCounted(one))
  return distinct(counted).reduce((sum, { made }) => sum + (made?.total ?? 0), 0)
}

/** Something that was done more often than intended. */
export interface Doubled {
  readonly what: 'charged' | 'held' | 'refunded'
  readonly times: number
}

/** The worst case in a story: charges before refunds, then by how often. */
export function doubledOf(story: Story): Doubled | undefined {
  const [worst] = intentsOf(story)
    .map(takenOf)
    .filter(({ length }) => length > 1)
    .sort((one, other) => weight(other) - weight(one) || other.length - one.length)
  const first = worst?.[0]
  if (worst === undefined || first === undefined) return undefined
  return { what: doneWord(first), times: worst.length }
}

export function doneWord(attempt: Pick<Attempt, 'operation'>): Doubled['what'] {
  if (attempt.operation === 'preauthorisation') return 'held'
  return isCharge(attempt) ? 'charged' : 'refunded'
}

function weight([first]: readonly Attempt[]): number {
  return first !== undefined && isCharge(first) ? 1 : 0
}
