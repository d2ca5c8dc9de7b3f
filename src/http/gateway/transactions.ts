import type { Assumptions } from '../../domain/assumptions/assumptions.ts'
import type { Transaction, TransactionKind } from '../../domain/transaction/transaction.ts'
import type { Facts } from '../../scenario/rule.ts'
import { textKey } from '../../world/commands/text-key.ts'
import { findByCorrelation } from '../../world/commands/transactions/correlation.ts'
import { createTransaction } from '../../world/commands/transactions/create-transaction.ts'
import { rememberAnswer } from '../../world/commands/transactions/duplicate-request.ts'
import { transactionFacts } from '../../world/commands/transactions/payment.ts'
import type { TransactionRequest } from '../../world/commands/transactions/transaction-request.ts'
import type { World } from '../../world/world.ts'
import { type Answer, type DeliveryNote, jsonAnswer } from '../answer.ts'
import { merchantOf, type UserCall } from '../call.ts'
import type { LookupCall, SearchCall } from '../contract/transaction-query.ts'
import {
  type ApiOperation,
  deliveryNote,
  operationsBy,
  underRules,
  unprocessedAnswer,
} from '../operation.ts'
import { mayUse } from '../pipeline/auth.ts'
import { problem } from '../request-problem.ts'
import { type CreatingCall, requestOf } from './transaction-input.ts'
import { createdTransaction, lookedUpTransaction, type View } from './transaction-representation.ts'

async function loadChecks(assumptions: Assumptions) {
  const { checkAgainst, checksAgainst } = await import('../contract/check.ts')
  const { plainPayment } = await import('../contract/plain-payment.ts')
  const { transactionContracts } = await import('../contract/transaction-request.ts')
  const { queryContracts } = await import('../contract/transaction-query.ts')
  const contracts = transactionContracts(assumptions)
  const plain = (request: unknown) => plainPayment(request, assumptions)
  return {
    ...checksAgainst({ ...contracts, ...queryContracts }),
    purchase: checkAgainst(contracts.purchase, plain),
    preauthorisation: checkAgainst(contracts.preauthorisation, plain),
  }
}

/** All operations of the gateway, at the paths that the assumptions set. */
export function gatewayOperations(assumptions: Assumptions): readonly ApiOperation[] {
  const { paths } = assumptions
  const operation = operationsBy(() => loadChecks(assumptions))
  return [
    operation('purchase', 'POST', paths.purchase, creating('purchase')),
    operation('preauthorisation', 'POST', paths.preauthorisation, creating('preauthorisation')),
    operation('standalone_refund', 'POST', paths.standalone_refund, creating('standalone_refund')),
    operation('completion', 'POST', paths.completion, creating('completion')),
    operation('refund', 'POST', paths.refund, creating('refund')),
    operation('void', 'POST', paths.void, creating('void')),
    operation('lookup', 'GET', '/transactions/{audit}', lookup),
    operation('search', 'GET', '/transactions', search),
  ]
}

function creating(kind: TransactionKind) {
  return (call: UserCall, input: CreatingCall): Answer => {
    const request = requestOf(kind, call, input)
    const met = call.world.environment.sweep?.meet(call.world.place, sweptFacts(request))
    if (met?.fault?.at === 'before') {
      return unprocessedAnswer(call, { fault: met.fault }, () => imagined(call, request))
    }
    const processed = createTransaction(call.world, call.context, request, met?.course)
    const { transaction, match, replay, decide, imagine } = processed
    if (replay) {
      const headers = { 'X-Sandbox-Replayed': 'true' }
      return { status: replay.status, headers, body: replay.body }
    }
    const delivery = deliveryNote(match)
    if (transaction === undefined) {
      return unprocessedAnswer(call, delivery, () =>
        created(call, request, { transaction: existing(imagine), delivery: {} }),
      )
    }
    met?.made({ ...transaction, isBroken: delivery.fault !== undefined })
    // No delay here: a rule's delay is spent waiting for the bank's answer.
    const { rules, ruleHeaders, ruled } = delivery
    const fault = met?.fault ?? delivery.fault
    const shaped = { rules, ruleHeaders, ruled, fault }
    const { answered: done } = processed
    if (decide === undefined) return created(call, request, { transaction, delivery: shaped, done })
    const bankAnswer = () => {
      const { transaction: decided, context } = decide()
      const own = { ...call, context }
      return created(own, request, { transaction: decided, delivery: shaped, done })
    }
    const isAfterLeaving = met?.course === 'late'
    const delayMs = isAfterLeaving ? LATE_MS : delivery.delayMs
    return {
      ...{ status: 200, headers: {}, body: undefined },
      note: { ...shaped, done, delayMs, bankAnswer, transaction, isAfterLeaving },
    }
  }
}

/** How long after its client has left a late bank decides. */
const LATE_MS = 1000

/** What a sweep needs to know of a transaction request. */
function sweptFacts(request: TransactionRequest) {
  const { operation, correlationId, kept, amount, targetAudit } = request
  return {
    operation,
    correlation_id: correlationId,
    reference: kept.reference,
    amount: amount === undefined ? undefined : String(amount),
    target_audit: targetAudit === undefined ? undefined : String(targetAudit),
  }
}

/** The answer that processing would give. Call it in a rehearsal. */
function imagined(call: UserCall, request: TransactionRequest): Answer {
  const { transaction, imagine, answered } = createTransaction(call.world, call.context, request)
  answered()
  return created(call, request, { transaction: transaction ?? existing(imagine), delivery: {} })
}

function existing(imagine: (() => Transaction) | undefined): Transaction {
  if (imagine === undefined) throw new Error('There is neither a transaction nor a fault')
  return imagine()
}

/** A created transaction, and how to deliver its answer. */
interface Creation {
  readonly transaction: Transaction
  readonly delivery: Omit<DeliveryNote, 'delayMs'>
  readonly done?: () => void
}

/** The answer to a request that created a transaction; stored if duplicates are replayed. */
function created(
  call: UserCall,
  { requestHash }: TransactionRequest,
  { transaction, delivery, done }: Creation,
): Answer {
  const { audit, status: outcome } = transaction
  const body = createdTransaction(transaction, viewOf(call))
  const { status } = call.context.assumptions
  const { rules, fault, ruleHeaders, ruled } = delivery
  // No spread: all requests share one object shape, built without copying.
  const note = { rules, fault, ruleHeaders, ruled, audit, outcome, transaction, done }
  const answer = jsonAnswer(status.transaction, body, note)
  rememberAnswer(call.world, audit, requestHash, answer)
  return answer
}

function lookup(call: UserCall, { path }: LookupCall): Answer {
  const { world, user } = call
  const found = world.records.transaction(path.audit)
  const transaction = found && mayUse(user, found.merchant) ? found : undefined
  const facts: Facts = {
    operation: 'lookup',
    merchant: transaction?.merchant ?? user.merchant,
    correlation_id: call.correlation.id,
    audit: String(path.audit),
    ...askedFacts(world, transaction),
  }
  return underRules(call, facts, () => {
    if (transaction === undefined) {
      throw problem('not_found', `There is no transaction ${path.audit}`, ['path', 'audit'])
    }
    const { audit, status: outcome, drift: isDrifting } = transaction
    const note = { audit, outcome, isDrifting }
    return jsonAnswer(200, lookedUpTransaction(transaction, viewOf(call)), note)
  })
}

function search(call: UserCall, { query }: SearchCall): Answer {
  const { world, context } = call
  const merchant = merchantOf(call, query.merchant_id, ['query', 'merchant_id'])
  const key = textKey(world, query.correlation_id_lookup)
  const found = findByCorrelation(world, merchant.id, key, context.now)
  const facts: Facts = {
    operation: 'search',
    merchant: merchant.id,
    audit: found && String(found.audit),
    ...askedFacts(world, found),
    correlation_id: query.correlation_id_lookup,
  }
  return underRules(call, facts, () => {
    const results = found ? [lookedUpTransaction(found, viewOf(call))] : []
    return jsonAnswer(
      200,
      { results },
      {
        audit: found?.audit,
        outcome: found?.status,
        isDrifting: found?.drift,
        correlationKey: found?.correlation ?? key,
      },
    )
  })
}

/** The facts of the transaction, if any rule looks at them. */
function askedFacts(world: World, transaction: Transaction | undefined): Partial<Facts> {
  if (transaction === undefined || !world.rules.book.seesLookedUp) return {}
  return transactionFacts(world, transaction)
}

function viewOf({ base, context }: UserCall): View {
  return { base, context }
}
