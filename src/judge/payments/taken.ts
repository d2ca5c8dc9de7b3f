import { errorBody } from '../../scenario/faults/table.ts'
import {
  type Attempt,
  attemptsOf,
  type Intent,
  intentsOf,
  type JudgedPayment,
  type PaymentEvent,
  untilChanged,
} from './judged-payment.ts'
import { type RepeatKind, repeatKinds, repeatOf } from './placing.ts'

export function isCharge(attempt: Attempt): boolean {
  return attempt.operation !== 'void' && !isRefund(attempt)
}

export function isRefund({ operation }: Attempt): boolean {
  return operation === 'refund' || operation === 'standalone_refund'
}

/** The attempt that made the transaction that a refund, void or completion acts on. */
export function targetOf({ requested: { target }, payment }: Attempt): Attempt | undefined {
  if (target === undefined) return undefined
  return attemptsOf(payment).find(({ made }) => made?.audit === target)
}

/** The reference of its order; of a refund, that of the order that it gives money back for. */
export function orderReferenceOf(attempt: Attempt): string {
  return (targetOf(attempt) ?? attempt).requested.reference
}

/** Cents refunded of one transaction. */
export function refundedOf(payment: JudgedPayment, audit: number): number {
  return attemptsOf(payment)
    .filter((one) => one.operation === 'refund' && one.requested.target === audit && isDone(one))
    .reduce((sum, { made }) => sum + (made?.total ?? 0), 0)
}

/** Whether a transaction is approved, or may still be. */
export function isDone({ status }: Attempt): boolean {
  return status === 'approved' || status === 'pending'
}

/** Whether the hold had expired by the payment's last event; the expiry itself is an event. */
export function hasExpired({ made, payment }: Attempt): boolean {
  if (made?.expires_at === undefined) return false
  const expiresAt = Date.parse(made.expires_at)
  return payment.events.some(({ at }) => at >= expiresAt)
}

/** Whether it is a hold that is neither completed, voided nor expired. */
export function isStandingHold(attempt: Attempt): boolean {
  const { operation, status, payment, made } = attempt
  if (operation !== 'preauthorisation' || status !== 'approved') return false
  const isExpired = payment.events.some(
    (event) => event.kind === 'move' && event.expired && event.audit === made?.audit,
  )
  // No event reports the expiry of a hold whose completion is voided only after it.
  return !isExpired && !hasExpired(attempt) && completionsOf(attempt).length === 0
}

/**
 * Whether a rule sent the gateway's list of errors although the request was processed. The gateway
 * never does that, so the client cannot know. It has to search after 409 and 429 all the same.
 */
export function isUnknowable({ clarity, made, lookedOrder, exchange }: Attempt): boolean {
  if (clarity !== 'refused' || made === undefined || lookedOrder !== undefined) return false
  const { fault, response } = exchange ?? {}
  if (fault?.http === undefined || response?.status === 429) return false
  return errorBody(fault) === 'json'
}

/** Whether the attempt's money moved, given back or not; a returned debit did move. */
function isTaken(attempt: Attempt): boolean {
  const { operation, returnedOrder, status } = attempt
  if (operation === 'void') return false
  return isDone(attempt) || status === 'voided' || returnedOrder !== undefined
}

/** Whether it was voided or refunded in full. */
export function isGivenBack(attempt: Attempt): boolean {
  if (attempt.status === 'voided') return true
  if (attempt.made === undefined || isRefund(attempt)) return false
  return givenBackOf(attempt) >= movedBy(attempt)
}

/** Whether its money is taken, held or on its way; a completed hold is paid by its completions. */
export function holdsMoney(attempt: Attempt): boolean {
  if (attempt.operation === 'preauthorisation' && !isStandingHold(attempt)) {
    return completionsOf(attempt).some(holdsMoney)
  }
  return isDone(attempt) && !isGivenBack(attempt)
}

/** Whether its money is taken, held or on its way, or may still be. */
export function mayHoldMoney(attempt: Attempt): boolean {
  return holdsMoney(attempt) || attempt.status === 'unknown' || attempt.clarity === 'open'
}

/** Cents that an attempt moved; of a hold that was completed, those of its completions. */
export function movedBy(attempt: Attempt): number {
  const completions = completionsOf(attempt)
  if (completions.length === 0) return attempt.made?.total ?? 0
  return completions.reduce((sum, { made }) => sum + (made?.total ?? 0), 0)
}

/** Cents of an attempt that were refunded or voided. */
export function givenBackOf(attempt: Attempt): number {
  const { made, payment, status } = attempt
  if (status === 'voided') return made?.total ?? 0
  const completions = completionsOf(attempt)
  if (completions.length > 0) return completions.reduce((sum, one) => sum + givenBackOf(one), 0)
  return made === undefined ? 0 : refundedOf(payment, made.audit)
}

/** The completions of a hold. A voided one has given the hold back. */
export function completionsOf(hold: Attempt): readonly Attempt[] {
  return everCompletionsOf(hold).filter(({ status }) => status !== 'voided')
}

/** The completions of a hold, and those that were voided. */
export function everCompletionsOf({ made, operation, payment }: Attempt): readonly Attempt[] {
  if (made === undefined || operation !== 'preauthorisation') return []
  return attemptsOf(payment).filter(
    (one) => one.operation === 'completion' && one.requested.target === made.audit && isTaken(one),
  )
}

/** Attempts of one intent that each moved money. */
export interface Doubling {
  readonly kind: RepeatKind
  /** The first one, and those that repeated it. */
  readonly attempts: readonly Attempt[]
}

/** The attempts whose money moved and was not given back. */
function takenOf(attempts: readonly Attempt[]): readonly Attempt[] {
  const taken = attempts.filter((one) => isTaken(one) && !isUnknowable(one))
  // A client that knows of every charge and gives one back has put it right; any other gave back what it knew of.
  if (!taken.every(({ certainOutcome }) => certainOutcome === 'taken')) return taken
  return taken.filter((one) => !isGivenBack(one))
}

/** The attempts that one of them repeated, and how. */
function repeatsIn(taken: ReadonlySet<Attempt>, again: Attempt) {
  const repeats: { readonly first: Attempt; readonly kind: RepeatKind }[] = []
  for (const first of again.repeats) {
    const kind = taken.has(first) ? repeatOf(first, again) : undefined
    if (kind !== undefined) repeats.push({ first, kind })
  }
  return repeats
}

/** Whether an attempt is one of several that moved the same money. */
export function isDoubled(attempt: Attempt): boolean {
  return doublingsOf(attempt.intent).some(({ attempts }) => attempts.includes(attempt))
}

/** Remembered, because several findings ask for the same. */
const doublingsIn = untilChanged(
  (payment) => new Map(intentsOf(payment).map((intent) => [intent, freshDoublingsOf(intent)])),
)

/** How the money of one intent moved more than once, worst first. */
export function doublingsOf(intent: Intent): readonly Doubling[] {
  const [, second] = intent.attempts
  if (second === undefined) return none
  return doublingsIn(second.payment).get(intent) ?? none
}

function freshDoublingsOf({ attempts }: Intent): readonly Doubling[] {
  const taken = takenOf(attempts)
  if (taken.length < 2) return none
  const found = new Map<RepeatKind, Set<Attempt>>()
  const all = new Set(taken)
  for (const again of taken) {
    const repeats = repeatsIn(all, again)
    const worst = repeatKinds.find((kind) => repeats.some((one) => one.kind === kind))
    if (worst === undefined) continue
    const own = found.get(worst) ?? new Set()
    for (const { first, kind } of repeats) if (kind === worst) own.add(first)
    found.set(worst, own.add(again))
  }
  return repeatKinds.flatMap((kind) => {
    const own = found.get(kind)
    return own === undefined ? [] : [{ kind, attempts: taken.filter((one) => own.has(one)) }]
  })
}

const none: readonly Doubling[] = []

/** Cents charged for good. */
export function chargedIn(payment: JudgedPayment): number {
  return totalOf(payment, (one) => one.operation === 'purchase' || one.operation === 'completion')
}

/** Cents refunded. */
export function refundedIn(payment: JudgedPayment): number {
  return totalOf(payment, isRefund)
}

function totalOf(payment: JudgedPayment, isCounted: (attempt: Attempt) => boolean): number {
  return attemptsOf(payment)
    .filter((one) => one.status === 'approved' && isCounted(one))
    .reduce((sum, { made }) => sum + (made?.total ?? 0), 0)
}

/** What was done too often in a payment, the worst first: charges before refunds, then by how often. */
export function doublesOf(payment: JudgedPayment) {
  return intentsOf(payment)
    .flatMap(doublingsOf)
    .map(({ attempts }) => attempts)
    .sort((one, other) => weight(other) - weight(one) || other.length - one.length)
    .map((attempts) => {
      // A hold beside a charge counts as a charge.
      const what = attempts.map(doneWord).find((word) => word !== 'held') ?? ('held' as const)
      return { what, count: attempts.length }
    })
}

/** What may be done with money too often. */
export const doubledWords = ['charged', 'held', 'refunded'] as const

type DoneWord = (typeof doubledWords)[number]

export function doneWord(attempt: Attempt): DoneWord {
  if (attempt.operation === 'preauthorisation' && completionsOf(attempt).length === 0) return 'held'
  return isCharge(attempt) ? 'charged' : 'refunded'
}

function weight([first]: readonly Attempt[]): number {
  return first !== undefined && isCharge(first) ? 1 : 0
}

/** What the customer has paid after each event, in cents: what was refunded or voided is paid no more. */
export function paidAfter(events: readonly PaymentEvent[]): readonly number[] {
  const made = new Map<number, Attempt>()
  const paid = new Map<number | undefined, number>()
  return events.map((event) => {
    if (event.kind === 'move') {
      paid.set(event.audit, event.to === 'approved' ? movedCents(made.get(event.audit)) : 0)
    } else if (event.kind === 'attempt' && event.made !== undefined) {
      const { audit, status } = event.made
      made.set(audit, event)
      if (status === 'approved' && event.operation === 'void') paid.set(event.requested.target, 0)
      else if (status === 'approved') paid.set(audit, movedCents(event))
    }
    return [...paid.values()].reduce((sum, cents) => sum + cents, 0)
  })
}

function movedCents(attempt: Attempt | undefined): number {
  if (attempt === undefined || attempt.operation === 'preauthorisation') return 0
  const { total = 0 } = attempt.made ?? {}
  return isRefund(attempt) ? -total : total
}
