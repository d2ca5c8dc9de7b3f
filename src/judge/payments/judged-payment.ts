import type { Instant } from '../../domain/time/instant.ts'
import type { TransactionStatus } from '../../domain/transaction/kinds-and-statuses.ts'
import type { Exchange, Made, Moved, Opening } from '../../record/exchange.ts'

/** One payment as the merchant meant it, with all its events in order. */
export interface JudgedPayment {
  /** Counts up within its test. */
  readonly number: number
  readonly merchant: number | null
  readonly reference: string
  /** Whether the sandbox sent the payment itself, from its dashboard: shown, never judged. */
  readonly isOwn: boolean
  events: PaymentEvent[]
  /** How many steps of a long payment were dropped. */
  dropped: number
  /** Incremented with every change, so that results can be cached. */
  changes: number
  /** A closed payment does not change; later events start a new one. */
  isClosed: boolean
}

export type PaymentEvent = Attempt | Look | PaymentMove

/**
 * One thing that the client wants, attempted once or more. Another attempt belongs to it only while
 * the client does not know that an earlier one succeeded.
 */
export interface Intent {
  readonly key: string
  attempts: Attempt[]
}

/**
 * What the client can conclude from the answer. `open`: no answer yet; `unclear`: a 5xx, no answer,
 * or an unreadable one; `undecided`: the gateway does not know either, or sent values that are not
 * documented.
 */
export type Clarity = 'open' | 'clear' | 'unclear' | 'undecided' | 'refused'

/** One transaction request. */
export interface Attempt extends Opening {
  readonly kind: 'attempt'
  /** Position among all events of the test. */
  readonly order: number
  readonly payment: JudgedPayment
  readonly intent: Intent
  /** Earlier attempts of the intent that may have done the same already. */
  repeats: readonly Attempt[]
  /** Whether the network delivered it after the client had searched for it and replaced it. */
  readonly isLate: boolean
  /** Those of its `repeats` with which another sender had paid for the same order. */
  readonly rivals: readonly Attempt[]
  /** Whether its client searched for its id before it arrived, and found nothing. */
  readonly isAskedFirst: boolean
  made: Made | undefined
  clarity: Clarity
  /** Undefined while it has no answer. */
  exchange?: Exchange | undefined
  /** When its answer was handed over or lost, in the order of all requests and answers. */
  answered?: number | undefined
  /** Real time at which the client lost its answer. */
  lostAt?: Instant | undefined
  /** What the client knows for certain. */
  certainOutcome?: 'taken' | 'failed' | undefined
  /** The transaction's status now. */
  status: TransactionStatus | undefined
  /** When the network delivered it, after it had held it back, as an `order`. */
  reachedOrder?: number | undefined
  /** When a pending or undecided transaction got its final status, as an `order`. */
  resolvedOrder?: number | undefined
  /** When the bank returned the debit, as an `order`. */
  returnedOrder?: number | undefined
  /** When the client last asked about it and got an answer, as an `order`. */
  lookedOrder?: number | undefined
  /** What the client learnt when it last asked. */
  known?: TransactionStatus | 'nothing' | undefined
  /** A later payment that may be a retry: with another reference, amount or card, or after the client knew. */
  likelyRetry?: Attempt | undefined
  /** Whether that one was sent before the client knew that this one had succeeded. */
  isRetriedBlindly?: boolean
  /** The earlier charge of the same reference, in another payment. */
  paidBefore?: Attempt | undefined
  /** The later payments of the same reference. */
  paidAgain?: Attempt[] | undefined
}

/** One lookup or search. */
export interface Look {
  readonly kind: 'look'
  readonly order: number
  readonly at: Instant
  readonly exchange: Exchange
  /** The status that the client learnt; undefined if the look got no usable answer. */
  readonly found: TransactionStatus | 'nothing' | undefined
  /** Whether nothing was found although it was processed: the gateway had forgotten the correlation id, or a rule hid it. */
  readonly isForgotten: boolean
  /** The payment that it was probably meant for, if it asked for something else. */
  readonly missed: Attempt | undefined
}

/** A transaction that changed its status without a request. */
export interface PaymentMove extends Omit<Moved, 'at'> {
  readonly kind: 'move'
  readonly at: Instant
  /** Whether the bank returned a direct debit. */
  readonly isReturn: boolean
  readonly order: number
}

/** Remembers a result for each payment until something more happens to it. */
export function untilChanged<Result>(
  work: (payment: JudgedPayment) => Result,
): (payment: JudgedPayment) => Result {
  const known = new WeakMap<JudgedPayment, { readonly changes: number; readonly result: Result }>()
  return (payment) => {
    const changes = changesOf(payment)
    const found = known.get(payment)
    if (found?.changes === changes) return found.result
    const result = work(payment)
    known.set(payment, { changes, result })
    return result
  }
}

/** What is reported of a payment also depends on what happened to the possible retries of it. */
function changesOf(payment: JudgedPayment): number {
  let sum = payment.changes
  for (const { likelyRetry, paidBefore } of attemptsOf(payment)) {
    sum += (likelyRetry?.payment.changes ?? 0) + (paidBefore?.payment.changes ?? 0)
  }
  return sum
}

/** Remembers what is selected from the events of a payment until they change. */
export function fromEvents<Result>(
  select: (events: readonly PaymentEvent[]) => Result,
): (payment: JudgedPayment) => Result {
  const known = new WeakMap<
    JudgedPayment,
    { readonly events: readonly PaymentEvent[]; readonly length: number; readonly result: Result }
  >()
  return (payment) => {
    const { events } = payment
    const found = known.get(payment)
    if (found?.events === events && found.length === events.length) return found.result
    const result = select(events)
    known.set(payment, { events, length: events.length, result })
    return result
  }
}

const selectedAttempts = fromEvents((events) => events.filter(isAttempt))

export function attemptsOf(payment: JudgedPayment): readonly Attempt[] {
  const { events } = payment
  // Most have one event, and every payment comes here several times.
  return events.length < 3 && events.every(isAttempt) ? events : selectedAttempts(payment)
}

function isAttempt(event: PaymentEvent): event is Attempt {
  return event.kind === 'attempt'
}

/** The intents of a payment, in order. */
export function intentsOf(payment: JudgedPayment): readonly Intent[] {
  return [...new Set(attemptsOf(payment).map(({ intent }) => intent))]
}
