import { redactText } from '../../domain/redaction/redacted.ts'
import type { Exchange } from '../../insight/exchange.ts'
import type { Operation } from '../../scenario/rule.ts'
import { textKey } from '../../world/commands/text-key.ts'
import type { World } from '../../world/world.ts'

/** A filter of the journal; members that are not given match any request. */
export interface WantedRequests {
  readonly since?: { readonly after: number } | { readonly from: number }
  readonly operation?: Operation
  readonly status?: number
  readonly correlation_id?: string
  readonly rule?: string
  readonly reference?: string
  readonly audit?: number
  readonly merchant?: number
}

export type RequestCondition = (entry: Exchange) => boolean

/** The matching requests, oldest first. */
export function requestsIn(world: World, wanted: WantedRequests): readonly Exchange[] {
  return world.history.entries().filter(conditionOf(world, wanted))
}

export function conditionOf(world: World, wanted: WantedRequests): RequestCondition {
  const conditions = conditionsOf(world, wanted)
  return (entry) => conditions.every((holds) => holds(entry))
}

function conditionsOf(world: World, wanted: WantedRequests): readonly RequestCondition[] {
  const { since, operation, status, correlation_id: id, rule, reference, audit, merchant } = wanted
  const key = id && textKey(world, id)
  const conditions = [
    since && ((entry) => ('after' in since ? entry.id > since.after : entry.at >= since.from)),
    operation && ((entry) => entry.operation === operation),
    status && ((entry) => entry.answer.status === status),
    key && ((entry) => entry.request.correlationKey === key),
    rule && ((entry) => isOfRule(entry, rule)),
    reference && ((entry) => hasReference(world, entry, redactText(reference))),
    audit && ((entry) => isAbout(entry, audit)),
    merchant && ((entry) => entry.merchant === merchant),
  ] satisfies (RequestCondition | 0 | '' | undefined)[]
  return conditions.filter((condition) => typeof condition === 'function')
}

/** Matches the full id of a rule or its name alone: `default/magic amounts` or `magic amounts`. */
function isOfRule({ rules }: Exchange, wanted: string): boolean {
  return rules.some((one) => one === wanted || one.endsWith(`/${wanted}`))
}

/** The reference in the request, or of the transaction that it created or looked up. */
function hasReference(world: World, { request, audit }: Exchange, wanted: string): boolean {
  const { transaction } = (request.body ?? {}) as { readonly transaction?: { reference?: unknown } }
  if (transaction?.reference === wanted) return true
  return audit !== undefined && world.records.transaction(audit)?.reference === wanted
}

const actsOnAudit: readonly (Operation | undefined)[] = ['completion', 'refund', 'void', 'lookup']

/** Whether it created this transaction, found it, or was to act on it. */
function isAbout({ audit, operation, request }: Exchange, wanted: number): boolean {
  if (audit === wanted) return true
  return actsOnAudit.includes(operation) && request.path.split('/').includes(String(wanted))
}
