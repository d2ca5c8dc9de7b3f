import type { TransactionKind } from '../../domain/transaction/kinds-and-statuses.ts'
import type { Opening } from '../../record/exchange.ts'
import {
  type Attempt,
  attemptsOf,
  type Intent,
  type JudgedPayment,
  type Look,
} from './judged-payment.ts'
import { cameBefore, lastLookBefore } from './looks.ts'

/** Decides which attempts belong together. Pure functions; the payment book applies the result. */

/** What a transaction does with the customer's money. */
type Family = 'taking' | 'giving back' | 'void'

export const families: Readonly<Record<TransactionKind, Family>> = {
  purchase: 'taking',
  preauthorisation: 'taking',
  completion: 'taking',
  refund: 'giving back',
  standalone_refund: 'giving back',
  void: 'void',
}

/** Equal for requests that may mean the same payment. */
export function alikeKey({ operation, merchant, requested }: Opening): string {
  const { target, amount, currency, reference } = requested
  const what = amount === undefined ? target : `${amount} ${currency}`
  return `${families[operation]} ${merchant} ${what} ${reference}`
}

/** The parts of a request that decide where it belongs. */
export type Sent = Pick<
  Opening,
  'operation' | 'requested' | 'card' | 'correlationKey' | 'arrived' | 'at'
>

/**
 * How a request relates to an earlier one that is alike. `again`: the client did not know the result
 * of the earlier one; `another-try`: it knew that it had failed; `maybe`: with another card, or
 * although it had found out that the earlier one had succeeded.
 */
type Relation = 'separate' | 'again' | 'another-try' | 'maybe'

function relationOf(first: Attempt, next: Sent): Relation {
  if (isSameRequest(first, next)) return isMonthLater(first, next) ? 'separate' : 'again'
  if (isAboutOther(first, next) || isLongAfter(first, next)) return 'separate'
  if (first.certainOutcome === 'failed') return 'another-try'
  const isOther = isOtherCard(first, next)
  if (first.certainOutcome !== 'taken') return isOther ? 'maybe' : 'again'
  if (isOther) return 'separate'
  if (isUnderWay(first, next)) return 'again'
  return first.clarity !== 'clear' && next.at - first.at < DAY_MS ? 'maybe' : 'separate'
}

/** An equal payment of another day is an instalment. */
const DAY_MS = 24 * 3_600_000

/** If a lost answer was not looked up, a payment this much later is another one: a subscription. */
const ANOTHER_PAYMENT_MS = 6 * DAY_MS

/** Whether one id is used for every month of a subscription, each of which is meant. */
export function isMonthLater(first: Pick<Sent, 'at'>, next: Pick<Sent, 'at'>): boolean {
  return next.at - first.at >= 20 * DAY_MS
}

/** Whether so much time passed after an answer that did not say what was taken that nobody retries it. */
export function isLongAfter(first: Attempt, next: Pick<Sent, 'at'>): boolean {
  const { clarity, made, intent, payment, order } = first
  const isDoubtful = clarity === 'unclear' || clarity === 'undecided'
  if (!isDoubtful && (clarity !== 'refused' || made === undefined)) return false
  if (next.at - (intent.attempts.at(-1)?.at ?? first.at) < ANOTHER_PAYMENT_MS) return false
  return !payment.events.some((event) => event.kind === 'look' && event.order > order)
}

/** Whether a request had no answer yet when the next one was sent, and was not lost in the end. */
export function isUnderWay({ clarity, answered = 0 }: Attempt, next: Pick<Sent, 'arrived'>) {
  return clarity === 'open' || (clarity === 'clear' && next.arrived < answered)
}

/** A client that gives up may send its next request before the sandbox notices that it left. */
const NOTICE_MS = 50

/** Whether a request was sent before the client had lost the answer to another one. */
export function wasSentBeforeLoss(
  { answered = 0, lostAt = 0, exchange }: Attempt,
  next: Pick<Sent, 'arrived'> & Pick<Attempt, 'realAt'>,
): boolean {
  // The bank of a client that has left may answer long after it.
  const hasLeft = exchange?.facts.left === true
  return (!hasLeft && next.arrived < answered) || next.realAt + NOTICE_MS < lostAt
}

/** Requests that act on different transactions, or on one another, are not retries. */
export function isAboutOther(
  { operation, requested, made }: Attempt,
  next: Pick<Sent, 'operation' | 'requested'>,
): boolean {
  // Another hold collects no money of the one that a completion acts on.
  if (operation === 'completion' && next.operation === 'preauthorisation') return true
  const { target } = next.requested
  if (target === undefined) return false
  if (target === made?.audit) return true
  // A completion collects the money of a hold that is there already, so it is no retry of a purchase
  // or of a request for another hold.
  if (next.operation === 'completion' && operation !== 'completion') return true
  return requested.target !== undefined && requested.target !== target
}

/** Unknown cards count as the same: an unprocessed token does not show its card. */
export function isOtherCard({ card }: Attempt, next: Pick<Sent, 'card'>): boolean {
  return card !== undefined && next.card !== undefined && card !== next.card
}

export function isSameRequest(
  one: Pick<Attempt, 'correlationKey'>,
  other: Pick<Attempt, 'correlationKey'>,
): boolean {
  return one.correlationKey !== undefined && one.correlationKey === other.correlationKey
}

/** More than these at once are a load test; comparing them all with one another would take long. */
const MOST_AT_ONCE = 10

/** Once the client knows that it succeeded, the next request is a new payment. */
export function isOver({ attempts }: Intent, next: Sent): boolean {
  if (!attempts.some(({ certainOutcome }) => certainOutcome === 'taken')) return false
  if (attempts.length < MOST_AT_ONCE) return !attempts.some((first) => isUnderWay(first, next))
  return attempts.every(({ clarity }) => clarity !== 'open')
}

/** Earlier requests that a request may be related to. */
export interface Earlier {
  /** The first request with its correlation id. */
  readonly sameId: Attempt | undefined
  /** The latest intents with the same key, oldest first. */
  readonly alike: readonly Intent[]
  /** The attempt that made the transaction it acts on. */
  readonly target: Attempt | undefined
  /** An empty search for its id, if there was one. */
  readonly search: Look | undefined
}

/** Where a request belongs; undefined parts have to be created. */
export interface Placement {
  readonly payment: JudgedPayment | undefined
  readonly intent: Intent | undefined
  /** The earlier attempts of the intent that may have done the same already. */
  readonly repeats: readonly Attempt[]
  /** Whether the network delivered it after the client had searched for it and replaced it. */
  readonly isLate: boolean
  /** Those of them with which another sender had paid for the same order. */
  readonly rivals: readonly Attempt[]
  /** Attempts of another intent that it may repeat: reported, but not judged. */
  readonly maybeRepeats: readonly Attempt[]
}

const none: readonly Attempt[] = []

/**
 * A request joins an equal one whose success the client does not know, else the payment of its target,
 * else a new payment.
 */
export function placementOf(key: string, next: Sent, earlier: Earlier): Placement {
  const { alike, target } = earlier
  if (alike.length === 0) return newIntent(target, none)
  const copy = copyOf(key, next, earlier)
  const replacing = replacingOf(next, earlier)
  const joined =
    replacing[0]?.intent ??
    copy?.intent ??
    alike.findLast((intent) => isJoined(intent, next)) ??
    alike.findLast((intent) => replacedIn(intent, next).length > 0)
  const maybeRepeats = (joined === undefined ? alike : [joined]).flatMap((one) =>
    maybeRepeated(one, next),
  )
  if (joined === undefined) return newIntent(target, maybeRepeats)
  // A request is late if its client searched for it, found nothing and sent another one instead. A
  // copy of a known request is not late. Nor is a request whose rivals were each searched for by
  // their own ids: two senders pay for one order then.
  const isLate = copy === undefined && replacing.some(({ isAskedFirst }) => !isAskedFirst)
  const rivals = isLate ? none : [...replacing, ...rivalsIn(joined, next, copy)]
  return {
    payment: joined.attempts[0]?.payment,
    intent: joined,
    repeats: joined.attempts.filter(
      (first) => isLate || rivals.includes(first) || isRepeated(first, next),
    ),
    isLate,
    rivals,
    maybeRepeats,
  }
}

/** An earlier request with the same id. */
function copyOf(key: string, next: Sent, { sameId, alike }: Earlier): Attempt | undefined {
  const isOpen = sameId?.intent.key === key && !sameId.payment.isClosed
  const copy = isOpen ? sameId : firstAlike(next, alike)
  return copy === undefined || copy.payment.isClosed || isMonthLater(copy, next) ? undefined : copy
}

function firstAlike(next: Sent, alike: readonly Intent[]): Attempt | undefined {
  for (const { attempts } of alike) {
    const found = attempts.find((one) => isSameRequest(one, next))
    if (found !== undefined) return found
  }
  return undefined
}

/** The payments for the same order that were known to have succeeded when this one was sent all the same. */
function rivalsIn(intent: Intent, next: Sent, copy: Attempt | undefined): readonly Attempt[] {
  return copy === undefined ? replacedIn(intent, next) : takenBefore(copy.intent, next)
}

/** Those that were sent after a search had shown that an attempt had failed: it entitles to one of them. */
function replacedIn(intent: Intent, next: Sent): readonly Attempt[] {
  return takenBefore(intent, next).filter(({ repeats }) => repeats.some(isFoundFailed))
}

/** Whether only a lookup or search showed that it had failed. */
function isFoundFailed({ clarity, certainOutcome, lookedOrder }: Attempt): boolean {
  const isDoubtful = clarity === 'unclear' || clarity === 'undecided'
  return isDoubtful && certainOutcome === 'failed' && lookedOrder !== undefined
}

function takenBefore(intent: Intent, next: Sent): readonly Attempt[] {
  return intent.attempts.filter(
    (one) =>
      one.certainOutcome === 'taken' &&
      !one.payment.isClosed &&
      next.at - one.at < DAY_MS &&
      isOtherRequest(one, next),
  )
}

function isJoined(intent: Intent, next: Sent): boolean {
  if (intent.attempts[0]?.payment.isClosed || isOver(intent, next)) return false
  return intent.attempts.some((first) => isRepeated(first, next))
}

function isRepeated(first: Attempt, next: Sent): boolean {
  const relation = relationOf(first, next)
  return relation === 'again' || relation === 'another-try'
}

/** Once one of its attempts has succeeded, only those that did count. */
function maybeRepeated(intent: Intent, next: Sent): readonly Attempt[] {
  const isPaid = isOver(intent, next)
  return intent.attempts.filter(
    (first) => relationOf(first, next) === 'maybe' && (!isPaid || first.certainOutcome === 'taken'),
  )
}

/** The requests that were sent in place of this one after an empty search for it. */
function replacingOf(next: Sent, { alike, search }: Earlier): readonly Attempt[] {
  // No network delays a request for that long: the id was used again.
  if (search === undefined || next.at - search.at >= DAY_MS) return none
  const isReplacing = (one: Attempt) =>
    one.order > search.order && !one.payment.isClosed && isOtherRequest(one, next)
  const found = alike.findLast(({ attempts }) => attempts.some(isReplacing))
  return found?.attempts.filter(isReplacing) ?? none
}

/** Whether another id was sent for the same thing. */
function isOtherRequest(one: Attempt, next: Sent): boolean {
  return !isSameRequest(one, next) && !isOtherCard(one, next) && !isAboutOther(one, next)
}

function newIntent(target: Attempt | undefined, maybeRepeats: readonly Attempt[]): Placement {
  return {
    payment: target?.payment,
    intent: undefined,
    repeats: none,
    isLate: false,
    rivals: none,
    maybeRepeats,
  }
}

/**
 * How an attempt repeats one that took the money as well. `at-once`: both were sent in the same
 * moment, or by two senders that did not know of each other: each of them settled its own request, or
 * one search that found nothing was used twice; `late`: the network delivered it late; `reused-id`: the gateway had forgotten its id.
 */
export const repeatKinds = ['double', 'reused-id', 'late', 'at-once'] as const

export type RepeatKind = (typeof repeatKinds)[number]

/** A client that times out waits longer than this. */
const MOMENT_MS = 1000

/** How an attempt repeats one of its `repeats`. */
export function repeatOf(first: Attempt, again: Attempt): RepeatKind | undefined {
  // The bank had returned the first debit, or released the first hold, before the second was sent.
  if ((first.returnedOrder ?? again.order) < again.order) return undefined
  if (hasLapsed(first, again)) return undefined
  // One that the network held back for longer than the gateway remembers its id was not sent again.
  if (isSameRequest(first, again)) {
    return (first.reachedOrder ?? 0) > again.order ? 'late' : 'reused-id'
  }
  if (again.isLate) return 'late'
  if (again.rivals.includes(first)) return 'at-once'
  const look = lastLookBefore(first, again)
  // A client that has asked knows of the first one, unless it had not arrived by then.
  if (look !== undefined) return cameBefore(look, first) ? 'late' : 'double'
  // Each has its own sender if it was sent before the answer to the other was lost, and if a search
  // for its own id showed its result.
  const isSettled = [first, again].every(({ certainOutcome }) => certainOutcome !== undefined)
  if (isSettled && first.clarity === 'unclear' && wasSentBeforeLoss(first, again)) return 'at-once'
  const isSoon = again.realAt - first.realAt < MOMENT_MS
  return isSoon && isUnderWay(first, again) ? 'at-once' : 'double'
}

/** Whether a hold had expired before another request was sent, and nothing came of it. */
export function hasLapsed({ made, payment }: Attempt, { at }: Pick<Attempt, 'at'>): boolean {
  if (made?.expires_at === undefined || Date.parse(made.expires_at) > at) return false
  return !attemptsOf(payment).some(
    (one) => one.requested.target === made.audit && one.status === 'approved',
  )
}
