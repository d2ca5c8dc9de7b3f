import { EMPTY } from '../../../base/redaction/redacted.ts'
import type { Transaction } from '../../../domain/transaction/transaction.ts'
import type { Facts } from '../../../scenario/rule.ts'
import { findByCorrelation } from '../../world/commands/transactions/correlation.ts'
import { transactionFacts } from '../../world/commands/transactions/intent.ts'
import { correlationKey } from '../../world/records/indexes/transaction-index.ts'
import type { World } from '../../world/world.ts'
import { jsonAnswer, type Result } from '../answer.ts'
import { merchantOf, type UserCall } from '../call.ts'
import { mayUse } from '../caller.ts'
import type { LookupCall, SearchCall } from '../contract/transaction-query.ts'
import { underRules } from '../operation.ts'
import { refusalResponse } from '../problem-response.ts'
import { requestProblem } from '../request-problem.ts'
import { lookedUpTransaction } from './transaction-representation.ts'

export function lookup(call: UserCall, { path }: LookupCall): Result {
  const { world, user } = call
  const found = world.records.transaction(path.audit)
  const transaction = found && mayUse(user, found.merchant) ? found : undefined
  if (transaction !== undefined) world.waiting.get(`audit ${transaction.audit}`)?.()
  const facts: Facts = {
    operation: 'lookup',
    merchant: transaction?.merchant ?? user.merchant,
    correlation_id: call.correlation.id,
    audit: String(path.audit),
    findsNothing: transaction === undefined ? true : undefined,
    ...askedFacts(world, transaction),
  }
  return underRules(call, facts, (isHidden) => {
    if (transaction === undefined || isHidden) {
      const missing = `There is no transaction ${path.audit}`
      const problem = requestProblem('not_found', missing, ['path', 'audit'])
      // A rule that hides it has been used, so this is a response and not a refusal of the request.
      if (isHidden) return { answer: refusalResponse(problem), ...shownBy(undefined, isHidden) }
      throw problem
    }
    const answer = jsonAnswer(200, lookedUpTransaction(transaction, call))
    return { answer, ...shownBy(transaction) }
  })
}

export function searchOne(call: UserCall, { query }: SearchCall): Result {
  const { world, context } = call
  const merchant = merchantOf(call, query.merchant_id, ['query', 'merchant_id'])
  const key = correlationKey(merchant.id, call.redacted.asked.correlation_key ?? EMPTY)
  const found = findByCorrelation(world, key, context.now)
  const facts: Facts = {
    operation: 'search',
    merchant: merchant.id,
    audit: found && String(found.audit),
    findsNothing: found === undefined ? true : undefined,
    ...askedFacts(world, found),
    correlation_id: query.correlation_id_lookup,
  }
  const result = underRules(call, facts, (isHidden) => {
    const shown = isHidden ? undefined : found
    const results = shown ? [lookedUpTransaction(shown, call)] : []
    const answer = jsonAnswer(200, { results })
    return { answer, ...shownBy(shown, isHidden) }
  })
  // The rule `delayed: true` lets the held request arrive right after the search that missed it.
  if (result.fault?.at !== 'before') world.held.get(key)?.abort()
  world.waiting.get(key)?.()
  return result
}

/** The record of a lookup or search. */
function shownBy(transaction: Transaction | undefined, isHidden = false) {
  if (transaction === undefined) return { facts: { shown: null, hidden: isHidden || undefined } }
  const { audit, status } = transaction
  const shown = {
    audit,
    status,
    reference: transaction.reference,
    amount: transaction.amount,
    currency: transaction.currency,
    response_code: transaction.responseCode,
    response_message: transaction.responseMessage,
    drifting: transaction.drift === true,
  }
  return { audit, outcome: status, facts: { shown } }
}

/** The facts of the transaction, if any rule looks at them. */
function askedFacts(world: World, transaction: Transaction | undefined): Partial<Facts> {
  if (transaction === undefined || !world.rules.book.seesLookedUp) return {}
  return transactionFacts(world, transaction)
}
