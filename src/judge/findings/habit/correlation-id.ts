import { moneyText } from '../../../domain/money.ts'
import type { Exchange } from '../../../record/exchange.ts'
import type { Attempt } from '../../payments/judged-payment.ts'
import { families, isAboutOther, isMonthLater } from '../../payments/placing.ts'
import { isGivenBack, isRefund } from '../../payments/taken.ts'
import type { Advice, CallFinding, PaymentFinding } from '../finding.ts'
import { doubledIn } from '../payment/double.ts'
import {
  forgottenAdvice,
  lookupCall,
  requestLine,
  reuseAdvice,
  reuseText,
  searchCall,
} from '../payment/words.ts'

export const reusedCorrelationId: CallFinding<'reused-correlation-id'> &
  PaymentFinding<'reused-correlation-id'> = {
  code: 'reused-correlation-id',
  severity: 'error',
  one: 'reused correlation id',
  seen: `One correlation id was used for two requests of a merchant that create transactions, and one of these is true:

- The requests differ, and the second one came within the cache time (usually 24 hours). It is not reported if the first request was refused, or if only the KVPs differ.
- The requests are the same, the gateway had already forgotten the id, and both went through. This is a \`double-charge\` too, unless the second request came at least 20 days later, as in a monthly subscription.`,
  watch:
    () =>
    (exchange, { attempt, sameId, settings }) => {
      if (attempt === undefined || sameId === undefined) return undefined
      const { correlationId, made } = attempt
      if (isSame(attempt, sameId)) {
        if (!isMonthLater(sameId, attempt) || !made || !sameId.made) return undefined
        const taken = [sameId, { ...attempt, repeats: [sameId] }]
        return {
          key: `${sameId.order}`,
          subject: `correlation id ${correlationId}`,
          message: reuseText(taken),
          cause: 'subscription',
          advice:
            'Send a new X-Correlation-Id with every POST /v1/transactions/purchase of a subscription.',
          exchanges: [sameId.exchange, exchange].filter(isPresent),
        }
      }
      if (Date.parse(exchange.at) - sameId.at >= settings.correlationCacheMs) return undefined
      return {
        key: `${sameId.order}`,
        subject: `correlation id ${correlationId}`,
        message: `Correlation id ${correlationId} was used for a ${whatText(sameId)} and then for a ${whatText(attempt)}.`,
        ...(isForSameOrder(sameId, attempt)
          ? sameOrderAdvice(sameId)
          : {
              cause: 'other-request',
              advice: `Send another X-Correlation-Id, such as a new UUID, with ${requestLine(exchange)}: an id belongs to one request.`,
            }),
        exchanges: [sameId.exchange, exchange].filter(isPresent),
      }
    },
  judge: (payment) =>
    doubledIn(payment, {
      kinds: ['reused-id'],
      message: reuseText,
      advice: reuseAdvice,
      // What a double charge counts already, or the next month of a subscription.
    }).map(({ overcharged: _counted, ...sighting }) => sighting),
}

function isSame(one: Attempt, other: Attempt): boolean {
  if (one.operation !== other.operation) return false
  const { requested } = one
  const before = other.requested
  return (
    requested.reference === before.reference &&
    requested.amount === before.amount &&
    requested.currency === before.currency &&
    requested.target === before.target &&
    (one.card === undefined || other.card === undefined || one.card === other.card)
  )
}

/** Whether a second request may do again what the first did, as far as the client knows. */
function isForSameOrder(first: Attempt, next: Attempt): boolean {
  if (first.certainOutcome === 'failed' || isGivenBack(first) || isAboutOther(first, next))
    return false
  return (
    families[first.operation] === families[next.operation] &&
    first.requested.reference === next.requested.reference
  )
}

/** A new id for an order that is paid already would charge it twice. */
function sameOrderAdvice(first: Attempt): Advice {
  const done = isRefund(first) ? 'refunded' : 'paid'
  return {
    cause: 'same-order',
    advice: `The order may be ${done} already: first ask ${searchCall(first)}. Send nothing more if it was approved; while it is pending or unknown, wait and ask again. Send another X-Correlation-Id only for another order, or after a decline.`,
  }
}

function whatText({ operation, requested, made }: Attempt): string {
  const name = operation.replaceAll('_', ' ')
  const cents = requested.amount ?? made?.amount
  const amount = cents === undefined ? '' : ` of ${moneyText(cents, requested.currency ?? '')}`
  return `${name}${amount} (${requested.reference})`
}

function isPresent(exchange: Exchange | undefined): exchange is Exchange {
  return exchange !== undefined
}

/** A client whose response was lost has no audit number to look up. */
function lateAdvice(first: Attempt): string {
  const { clarity, made } = first
  if (made === undefined || clarity === 'unclear') return forgottenAdvice.advice
  return `Search within the cache time (usually 24 hours), or ask ${lookupCall(first)}: the gateway never forgets an audit number.`
}

export const searchTooLate: CallFinding<'search-too-late'> = {
  code: 'search-too-late',
  severity: 'warning',
  one: 'late search',
  many: 'late searches',
  seen: 'The client searched for a correlation id that the gateway had already forgotten, because the id was older than the cache time or was expired with `expire`.',
  watch:
    () =>
    (exchange, { book, settings }) => {
      const { operation, merchant, facts, asked } = exchange
      if (operation !== 'search' || facts.shown !== null || facts.hidden) return undefined
      const first = book.firstWith(merchant, asked.correlation_key)
      if (first === undefined) return undefined
      const isOld = Date.parse(exchange.at) - first.at >= settings.correlationCacheMs
      if (first.made === undefined && !isOld) return undefined
      const id = first.correlationId
      return {
        key: `${first.order}`,
        subject: `correlation id ${id}`,
        message:
          first.made === undefined
            ? `The search for ${id} came later than the cache time, so its empty response proves nothing.`
            : `The search for ${id} came back empty because the gateway had forgotten the id; its transaction is audit ${first.made.audit}.`,
        advice: lateAdvice(first),
        exchanges: first.exchange === undefined ? [exchange] : [first.exchange, exchange],
      }
    },
}
