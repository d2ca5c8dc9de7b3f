import { adviceOn } from '../../domain/transaction/bank-codes.ts'
import type { TransactionStatus } from '../../domain/transaction/kinds-and-statuses.ts'
import { type Exchange, isLostResponse, type Made } from '../../record/exchange.ts'
import {
  type Attempt,
  attemptsOf,
  type Clarity,
  intentsOf,
  type JudgedPayment,
} from './judged-payment.ts'
import { isEvidentRetry } from './likely-retry.ts'
import { sentAlike } from './looks.ts'
import { hasLapsed } from './placing.ts'
import { doublingsOf, isDone, isGivenBack, isUnknowable } from './taken.ts'

/** What a client can conclude from the answer to a transaction request. */
export function clarityOf(exchange: Exchange): Clarity {
  const { response, facts } = exchange
  const status = response.status ?? 0
  if (isLostResponse(exchange)) return 'unclear'
  // The conflict says that the gateway knows this id, but here it made a transaction as well.
  if (status === 409 && facts.made !== undefined) return 'unclear'
  if (status >= 400) return 'refused'
  return facts.made !== undefined && isUndecided(facts.made) ? 'undecided' : 'clear'
}

/** Whether an answer with this transaction leaves the result open. */
function isUndecided(made: Made): boolean {
  return made.status === 'unknown' || made.drifting || isUnsureCode(made)
}

/** Whether the bank's own code asks for a lookup: 09, 68 or 94. */
function isUnsureCode({ method, response_code: responseCode }: Made): boolean {
  return method === 'card' && adviceOn(responseCode) === 'lookup'
}

/** Whether it got an answer with such a code. */
export function isBankUnsure({ clarity, made }: Attempt): boolean {
  return clarity === 'undecided' && made !== undefined && isUnsureCode(made)
}

/** Whether the answer of any call can be read and trusted. */
export function isReadable(exchange: Exchange): boolean {
  return !isLostResponse(exchange)
}

/**
 * Whether the attempt got the stored answer of an earlier request with its id: a successful answer,
 * although no transaction was made for it.
 */
export function isReplayed({ clarity, made }: Attempt): boolean {
  return made === undefined && (clarity === 'clear' || clarity === 'undecided')
}

/** Whether the client never saw how its request ended. */
export function isUnseen({ clarity, known }: Attempt): boolean {
  return clarity !== 'clear' && (known === undefined || known === 'unknown' || known === 'nothing')
}

/** Whether a replayed answer was undecided the first time as well. */
export function isReplayedUndecided(attempt: Attempt): boolean {
  const { made } = originalOf(attempt) ?? {}
  return made !== undefined && isUndecided(made)
}

/** The request whose answer was replayed. */
export function originalOf(attempt: Attempt): Attempt | undefined {
  if (!isReplayed(attempt)) return undefined
  const { payment, order, correlationKey } = attempt
  return attemptsOf(payment).findLast(
    (other) =>
      other.order < order && other.correlationKey === correlationKey && other.made !== undefined,
  )
}

/** Whether the client has nothing left to do in this payment. */
export function isFinished(payment: JudgedPayment): boolean {
  const [first] = payment.events
  if (payment.events.length === 1 && first?.kind === 'attempt') return isAnsweredFor(first)
  const attempts = attemptsOf(payment)
  if (!attempts.every(isAnsweredFor)) return false
  if (attempts.some(isChargedAgain)) return false
  return !intentsOf(payment).some((intent) => doublingsOf(intent).length > 0)
}

/**
 * Whether the same order was paid again before the client found out that this payment had succeeded,
 * and neither was given back since.
 */
export function isChargedAgain(attempt: Attempt): boolean {
  const { likelyRetry: next, certainOutcome, isRetriedBlindly } = attempt
  if (next === undefined || !isRetriedBlindly || certainOutcome !== 'taken') return false
  if (!isEvidentRetry(attempt, next) || hasLapsed(attempt, next)) return false
  return [attempt, next].every((one) => isDone(one) && !isGivenBack(one))
}

function isAnsweredFor(attempt: Attempt): boolean {
  // The original request is judged for both.
  if (isReplayed(attempt)) return true
  switch (attempt.clarity) {
    case 'open':
      return false
    case 'refused':
      if (attempt.made === undefined) return true
      return isFinal(attempt.status) && !isChargedUnawares(attempt) && !isOverlooked(attempt)
    case 'clear':
      return isFinal(attempt.status) && !isOverlooked(attempt)
    case 'undecided':
      return isFinal(attempt.known) && !isOverlooked(attempt)
    case 'unclear':
      // An empty search ends it once another attempt has followed.
      return (
        (isFinal(attempt.known) ||
          (attempt.known === 'nothing' && attempt.intent.attempts.at(-1) !== attempt)) &&
        !isOverlooked(attempt)
      )
  }
}

/** Whether money moved although the answer refused the request. */
export function isChargedUnawares(attempt: Attempt): boolean {
  if (!isRefusedUnawares(attempt) || isTakenForPaid(attempt)) return false
  return isDone(attempt) && attempt.operation !== 'void'
}

/** Whether it was processed although a proxy refused it, and the client never looked. */
function isRefusedUnawares(attempt: Attempt): boolean {
  const { clarity, made, lookedOrder } = attempt
  if (clarity !== 'refused' || made === undefined || lookedOrder !== undefined) return false
  return !isUnknowable(attempt)
}

/** Whether nobody knew the outcome, and its id was sent again, which only a 409 answered. */
export function isTakenForPaid(attempt: Attempt): boolean {
  if (!isRefusedUnawares(attempt)) return false
  return sentAlike(attempt).some(
    ({ order, exchange }) => order > attempt.order && exchange?.response.status === 409,
  )
}

/** Whether the transaction got its final status later and the client has not looked since. */
export function isOverlooked({ resolvedOrder, lookedOrder, status }: Attempt): boolean {
  if (resolvedOrder === undefined || status === 'voided') return false
  return lookedOrder === undefined || lookedOrder < resolvedOrder
}

function isFinal(status: Attempt['known']): boolean {
  return status !== undefined && !['unknown', 'pending', 'nothing'].includes(status)
}

/** What is certain after this status. */
export function certainty(status: TransactionStatus): Attempt['certainOutcome'] {
  if (status === 'unknown') return undefined
  return status === 'declined' || status === 'error' ? 'failed' : 'taken'
}
