import { isChargedUnawares, isReplayed } from './clarity.ts'
import { type Attempt, attemptsOf, intentsOf, type JudgedPayment } from './judged-payment.ts'
import {
  chargedIn,
  doublingsOf,
  hasExpired,
  isCharge,
  isDone,
  isGivenBack,
  isRefund,
  refundedIn,
  targetOf,
} from './taken.ts'

export const paymentVerdicts = [
  'paid',
  'held',
  'declined',
  'pending',
  'refunded',
  'voided',
  'expired',
  'unresolved',
  'double-charge',
  'double-refund',
  'lost-sale',
  'failed',
] as const

export type PaymentVerdict = (typeof paymentVerdicts)[number]

/** How a payment ends if its client did not recover from what it was put through. */
const badEnds = ['double-charge', 'double-refund', 'lost-sale', 'unresolved'] as const

export type BadEnd = (typeof badEnds)[number]

export function isBadEnd(verdict: PaymentVerdict): verdict is BadEnd {
  return (badEnds as readonly PaymentVerdict[]).includes(verdict)
}

/** The result of a payment in one word, worst first. */
export function paymentVerdict(payment: JudgedPayment): PaymentVerdict {
  return troubleIn(payment) ?? outcomeOf(payment)
}

function troubleIn(payment: JudgedPayment): PaymentVerdict | undefined {
  const attempts = attemptsOf(payment)
  // Most payments need one attempt, which cannot have moved money twice.
  const intents = attempts.length === 1 ? [] : intentsOf(payment)
  const doubled = intents.filter((intent) => doublingsOf(intent).length > 0)
  if (doubled.some((intent) => intent.attempts.some(isCharge))) return 'double-charge'
  if (doubled.length > 0) return 'double-refund'
  if (attempts.some(isUnknownToClient)) return 'unresolved'
  // A payment whose refund or void was lost is still paid.
  return attempts.some((one) => isCharge(one) && isLost(one)) ? 'lost-sale' : undefined
}

/** Whether the response was lost or undecided, and the client has not found out since. */
function isUnknownToClient(attempt: Attempt): boolean {
  const { clarity, known, status } = attempt
  if (clarity === 'open' || isChargedUnawares(attempt)) return true
  // A client that voids a payment knows it.
  if (status === 'voided') return false
  // The original request is judged for both.
  if (isReplayed(attempt)) return false
  if (clarity === 'undecided') return known === undefined || known === 'unknown'
  if (clarity !== 'unclear') return false
  if (attempt.intent.attempts.some((other) => isReplacedBy(attempt, other))) return false
  return known === undefined || known === 'unknown'
}

/** A decided retry replaces an attempt, safe or not; a failed one does not if the first took, or may take, money. */
function isReplacedBy(attempt: Attempt, { order, clarity, certainOutcome }: Attempt): boolean {
  if (order < attempt.order || clarity !== 'clear') return false
  return certainOutcome === 'taken' || !(isDone(attempt) || attempt.status === 'unknown')
}

/** Whether the client learnt that it was not processed, and never tried again. */
export function isLost(attempt: Attempt): boolean {
  const { clarity, known, intent, made, likelyRetry, paidBefore, paidAgain = [] } = attempt
  if (clarity !== 'unclear' || known !== 'nothing' || made !== undefined) return false
  const later = [likelyRetry, ...intent.attempts, ...paidAgain]
  if (later.some((one) => one && isTriedAgain(attempt, one))) return false
  // To send it again would move the money twice.
  const others = isCharge(attempt) ? [paidBefore, ...intent.attempts] : intent.attempts
  if (others.some((one) => one && isTakenUnawares(one))) return false
  return !isDoneOtherwise(attempt)
}

/** Whether the money moved, or may move, and the client does not know it. */
function isTakenUnawares(attempt: Attempt): boolean {
  return attempt.certainOutcome !== 'taken' && (isDone(attempt) || attempt.status === 'unknown')
}

/** A refund of another payment is not this one, though both have one reference. */
function isTriedAgain({ order, requested: { target } }: Attempt, next: Attempt): boolean {
  const other = next.requested.target
  return next.order > order && (target === undefined || other === undefined || target === other)
}

/** Whether the client did something else with its target since, or nothing is left to refund. */
function isDoneOtherwise(attempt: Attempt): boolean {
  const { requested, payment, order } = attempt
  if (requested.target === undefined) return false
  const isNext = (one: Attempt) => one.order > order && one.requested.target === requested.target
  if (attemptsOf(payment).some(isNext)) return true
  const target = targetOf(attempt)
  if (target === undefined || isCharge(attempt)) return false
  return !isDone(target) || isGivenBack(target) || hasExpired(target)
}

function outcomeOf(payment: JudgedPayment): PaymentVerdict {
  const attempts = attemptsOf(payment)
  const has = (status: Attempt['status'], isOf: (attempt: Attempt) => boolean = isCharge) =>
    attempts.some((one) => one.status === status && isOf(one))
  const charged = chargedIn(payment)
  const refunded = refundedIn(payment)
  if (refunded > 0 && refunded >= charged) return 'refunded'
  if (charged > 0) return 'paid'
  if (has('pending') || has('pending', isRefund)) return 'pending'
  // Those that were neither completed nor voided.
  const holds = attempts.filter(
    ({ operation, status }) => operation === 'preauthorisation' && status === 'approved',
  )
  if (holds.some((hold) => !hasExpired(hold))) return 'held'
  if (holds.length > 0) return 'expired'
  if (has('approved')) return 'failed'
  if (has('voided') || has('voided', isRefund)) return 'voided'
  if (has('approved', ({ operation }) => operation === 'void')) return 'voided'
  return has('declined', () => true) ? 'declined' : 'failed'
}
