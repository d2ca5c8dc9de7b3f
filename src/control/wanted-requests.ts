import type * as z from 'zod'
import { redactText, textKey } from '../base/redaction/redacted.ts'
import { shownPayer } from '../gateway/wire/account-members.ts'
import { correlationKey as indexKey } from '../gateway/world/records/indexes/transaction-index.ts'
import type { World } from '../gateway/world/world.ts'
import { type Exchange, isLostResponse } from '../record/exchange.ts'
import { strict } from './contract/control-field.ts'
import { filterShape } from './contract/filter-schema.ts'
import { requestFilters } from './lists/lists.ts'

export const requestFilter = strict(filterShape(requestFilters, 'body'))

/** A filter of the journal; members that are not given match any request. */
export type WantedRequests = z.output<typeof requestFilter>

type RequestCondition = (entry: Exchange) => boolean

/** The matching requests, oldest first. */
export function requestsIn(world: World, wanted: WantedRequests): readonly Exchange[] {
  return world.history.entries().filter(conditionOf(world, wanted))
}

export function conditionOf(world: World, wanted: WantedRequests): RequestCondition {
  const conditions = conditionsOf(world, wanted)
  return (entry) => conditions.every((holds) => holds(entry))
}

function conditionsOf(world: World, wanted: WantedRequests): readonly RequestCondition[] {
  const { since, until, operation, status, lost, correlation_id: id } = wanted
  const { rule, reference, amount, card, audit, merchant } = wanted
  const key = id && textKey(world, id)
  const redacted = reference && redactText(reference)
  const first = audit === undefined ? 0 : makerOf(world, audit)
  const conditions = [
    since &&
      ((entry) => ('after' in since ? entry.id > since.after : Date.parse(entry.at) >= since.from)),
    until && ((entry) => Date.parse(entry.at) <= until),
    lost !== undefined && ((entry) => isLostResponse(entry) === lost),
    amount && ((entry) => submittedAmount(entry) === amount),
    card && ((entry) => accountsIn(world, entry).some((account) => account.endsWith(card))),
    operation && ((entry) => entry.operation === operation),
    status && ((entry) => entry.response.status === status),
    key && ((entry) => [entry.request.correlation_key, entry.asked.correlation_key].includes(key)),
    rule && ((entry) => isOfRule(entry, rule)),
    redacted && ((entry) => hasReference(world, entry, redacted)),
    audit && ((entry) => entry.id >= first && auditsOf(world, entry).includes(audit)),
    merchant && ((entry) => entry.merchant === merchant),
  ] satisfies (RequestCondition | 0 | '' | false | undefined)[]
  return conditions.filter((condition) => typeof condition === 'function')
}

/** Matches the full id of a rule or its name alone: `default/magic amounts` or `magic amounts`. */
function isOfRule({ rules }: Exchange, wanted: string): boolean {
  return rules.some((one) => one === wanted || one.endsWith(`/${wanted}`))
}

/** The reference in the request, or of a transaction that it created, looked up or was to act on. */
function hasReference(world: World, entry: Exchange, wanted: string): boolean {
  if (entry.asked.reference === wanted) return true
  return auditsOf(world, entry).some(
    (one) => one != null && world.records.transaction(one)?.reference === wanted,
  )
}

/** Cents, as submitted. */
export function submittedAmount({ asked, facts: { made } }: Exchange): number | undefined {
  return asked.amount ?? made?.amount
}

/** The masked numbers of the card or account that it paid with. */
export function accountsIn(world: World, { asked, audit }: Exchange): readonly string[] {
  const transaction = audit === null ? undefined : world.records.transaction(audit)
  const paid = transaction === undefined ? [] : [shownPayer(transaction.method)]
  return asked.account === undefined ? paid : [...paid, asked.account]
}

/**
 * The request that made a transaction; 0 if it is not kept. After a restored snapshot, an audit number
 * may stand for another transaction than before.
 */
function makerOf({ history, records }: World, audit: number): number {
  const makers = history.entries().filter(({ facts }) => facts.made?.audit === audit)
  const isStored = ({ merchant, request: { correlation_key: key } }: Exchange) =>
    key !== undefined && records.transactionIndex.audit(indexKey(merchant ?? 0, key)) === audit
  return (makers.findLast(isStored) ?? makers.at(-1))?.id ?? 0
}

/** The transactions that it created, asked for or was to act on. */
function auditsOf(world: World, { audit, asked, merchant }: Exchange) {
  return [audit, asked.target, asked.audit ?? searchedAudit(world, asked, merchant)]
}

/** What a search asked for, although a rule may have hidden it or a fault stopped the search. */
function searchedAudit(
  world: World,
  { correlation_key: key }: Exchange['asked'],
  merchant: Exchange['merchant'],
) {
  return key && world.records.transactionIndex.audit(indexKey(merchant ?? 0, key))
}
