import { isCreating } from './creating.ts'
import type { Exchange, Opening } from './exchange.ts'

/** What a transaction request was when it was dealt with. */
export function openingOf(exchange: Exchange): Opening | undefined {
  const { operation, facts, request, answer } = exchange
  if (facts.asked === undefined || !isCreating(operation)) return undefined
  const { status = 0 } = answer
  return {
    operation,
    at: exchange.at,
    realAt: exchange.realAt,
    merchant: exchange.merchant,
    correlationId: request.correlationId,
    correlationKey: request.correlationKey,
    card: exchange.card,
    asked: facts.asked,
    made: facts.made,
    isRefused: status >= 400 && status < 500,
    isOwn: exchange.sender !== undefined,
  }
}
