import type { Assumptions } from '../../domain/assumptions/assumptions.ts'
import { cardType } from '../../domain/card/card.ts'
import { isPlainObject, memberOf } from '../../domain/plain-object.ts'
import type { Exchange } from '../../insight/exchange.ts'
import type { Facts } from '../../scenario/rule.ts'
import { earlierPayment, transactionFacts } from '../../world/commands/transactions/payment.ts'
import type { World } from '../../world/world.ts'

/** What rules saw of a request of the journal, as far as what is kept of it tells. */
export function recordedFacts(world: World, entry: Exchange): Facts | undefined {
  const { operation, merchant, user, at, request, audit } = entry
  if (operation === undefined) return undefined
  const made = audit === undefined ? undefined : world.records.transaction(audit)
  const details = made ? transactionFacts(world, made) : bodyFacts(world, entry)
  return {
    ...details,
    operation,
    merchant: merchant ?? 1,
    user,
    now: at,
    correlation_id: request.correlationId ?? details.correlation_id,
    // A void is of all that its target was for, and says no amount.
    ...(operation === 'void' && { amount: undefined, currency: undefined }),
  }
}

/** Of a request that made nothing: its own members, and the transaction that it would act on. */
function bodyFacts(world: World, { request }: Exchange): Partial<Facts> {
  const transaction = memberOf(request.body, 'transaction')
  const amounts = memberOf(transaction, 'amount_details')
  const kvp = memberOf(request.body, 'kvps')
  const named = Number(/\/transactions\/([0-9]{1,10})(?:\/|$)/.exec(request.path)?.[1])
  const target = Number.isNaN(named) ? undefined : world.records.transaction(named)
  return {
    ...(target && { ...earlierPayment(world, target.method).facts, target_audit: String(named) }),
    ...methodFacts(memberOf(transaction, 'payment_method'), world.environment.assumptions),
    amount: textOf(amounts, 'total_amount'),
    currency: textOf(amounts, 'currency'),
    reference: textOf(transaction, 'reference'),
    kvp: isPlainObject(kvp) ? (kvp as Readonly<Record<string, string>>) : undefined,
  }
}

function methodFacts(given: unknown, assumptions: Assumptions): Partial<Facts> {
  const { direct_debit_payment_method, direct_debit_members: names } = assumptions
  const card = memberOf(given, 'creditcard')
  const pan = textOf(card, 'pan')
  if (pan !== undefined) {
    return { method: 'card', pan, card_type: cardType(pan), cvv: textOf(card, 'cvv') }
  }
  const debit = memberOf(given, direct_debit_payment_method)
  const bsb = textOf(debit, names.bsb)
  if (bsb === undefined) return {}
  return { method: 'direct_debit', bsb, account_number: textOf(debit, names.account_number) }
}

function textOf(value: unknown, key: string): string | undefined {
  const member = memberOf(value, key)
  return typeof member === 'string' ? member : undefined
}
