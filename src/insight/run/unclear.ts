import { type Exchange, openingOf } from '../exchange.ts'
import { clarityOf, isReadable } from '../stories/clarity.ts'
import { ANOTHER_PAYMENT_MS, alikeKey } from '../stories/placing.ts'

/** Which calls a restart must not forget, and what settles them. */

/** Whether it is a transaction request that left the client unsure of its result. */
export function isUnsure(exchange: Exchange): boolean {
  if (exchange.sender !== undefined || openingOf(exchange) === undefined) return false
  const clarity = clarityOf(exchange)
  if (clarity === 'refused') return exchange.facts.made !== undefined
  return clarity === 'unclear' || clarity === 'undecided'
}

/** Whether a later call told the client what became of it, or did the same successfully. */
export function isSettledBy(lost: Exchange, later: Exchange): boolean {
  const { shown, about } = later.facts
  if (later.operation === 'lookup' || later.operation === 'search') {
    if (!isReadable(later) || shown === undefined || shown?.status === 'unknown') return false
    if (shown !== null) return shown.audit === lost.audit || shown.audit === voidedBy(lost)
    const isSameId = about?.correlationKey === lost.request.correlationKey
    return isSameId && later.merchant === lost.merchant && lost.facts.made === undefined
  }
  const [first, next] = [openingOf(lost), openingOf(later)]
  if (first === undefined || next === undefined || clarityOf(later) !== 'clear') return false
  if (next.at - first.at >= ANOTHER_PAYMENT_MS) return false
  const status = later.facts.made?.status
  const isFailed = status === 'declined' || status === 'error'
  return !isFailed && alikeKey(first) === alikeKey(next) && first.card === next.card
}

/** The payment that a void acts on, which shows whether it took effect. */
function voidedBy({ operation, facts }: Exchange): number | undefined {
  return operation === 'void' ? facts.requested?.target : undefined
}

/** What judging needs of a call after a restart; 0: it is in no journal any more. */
export function withoutBodies(exchange: Exchange): Exchange {
  const { request, answer } = exchange
  return {
    ...exchange,
    id: 0,
    request: { ...request, body: undefined, unknownMembers: [] },
    answer: { ...answer, body: undefined, undelivered: undefined },
  }
}
