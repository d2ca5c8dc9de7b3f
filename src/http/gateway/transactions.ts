import type { Assumptions } from '../../domain/assumptions/assumptions.ts'
import { maskPan } from '../../domain/card/card.ts'
import { isTestPan } from '../../domain/card/test-cards.ts'
import { EMPTY } from '../../domain/redaction/redacted.ts'
import type { Transaction, TransactionKind } from '../../domain/transaction/transaction.ts'
import type { Made } from '../../insight/exchange.ts'
import type { MetCall } from '../../insight/sweep/sweep-watch.ts'
import type { Facts } from '../../scenario/rule.ts'
import { findByCorrelation, rememberAnswer } from '../../world/commands/transactions/correlation.ts'
import {
  createTransaction,
  type Processed,
} from '../../world/commands/transactions/create-transaction.ts'
import {
  type TransactionRequest,
  transactionFacts,
} from '../../world/commands/transactions/payment.ts'
import { noRuleMatch, type RuleMatch } from '../../world/rule-state.ts'
import type { World } from '../../world/world.ts'
import { type Answer, type Broken, type Decision, jsonAnswer, type Result } from '../answer.ts'
import { merchantOf, type UserCall } from '../call.ts'
import type { LookupCall, SearchCall } from '../contract/transaction-query.ts'
import {
  type ApiOperation,
  operationsBy,
  rulesOf,
  shaped,
  underRules,
  unprocessed,
} from '../operation.ts'
import { mayUse } from '../pipeline/auth.ts'
import { redactedOf } from '../pipeline/record/redacted-request.ts'
import { requestProblem } from '../request-problem.ts'
import { type CreatingCall, requestOf } from './transaction-input.ts'
import { createdTransaction, lookedUpTransaction } from './transaction-representation.ts'

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
  /** `arrived`: the network kept the request, and delivers it now. */
  const process = (call: UserCall, input: CreatingCall, arrived?: MetCall): Result => {
    const request = requestOf(kind, call, input)
    const met = arrived ?? call.world.environment.sweep?.meet(call.world.place, sweptFacts(request))
    if (met?.arrival !== undefined && arrived === undefined) {
      return arrivingLate(call, request, met.arrival, (own) => process(own, input, met))
    }
    if (met?.fault?.at === 'before') return neverProcessed(call, request, met.fault)
    const processed = createTransaction(call.world, call.context, request, met?.course)
    const { transaction, match, replay, decide, answered: done } = processed
    if (replay !== undefined) {
      const { status, body } = replay
      const answer = { status, headers: { 'X-Sandbox-Replayed': 'true' }, body }
      const decided = decisionOf(call, request, undefined, noRuleMatch)
      // No card: an old answer charges none, so it cannot be the retry of a lost payment.
      return shaped(answer, noRuleMatch, undefined, { ...decided, card: undefined }, 0)
    }
    const ruled = match.delivery?.outcome.fault
    const decided = decisionOf(call, request, transaction, match)
    if (transaction === undefined) {
      if (ruled === undefined) throw new Error('There is neither a transaction nor a fault')
      const imagine = () => createdAnswer(call, request, imaginedBy(processed))
      return unprocessed(call, match, ruled, imagine, decided)
    }
    met?.made({ ...transaction, isBroken: ruled !== undefined })
    const fault = met?.fault ?? ruled
    // A rule does not delay the answer: its delay is spent waiting for the bank.
    if (decide === undefined) {
      const answer = createdAnswer(call, request, transaction)
      return shaped(answer, match, fault, decided, met?.delayMs ?? 0, done)
    }
    const isAfterLeaving = met?.course === 'late'
    return {
      kind: 'waiting',
      fault,
      decision: { ...decided, rules: rulesOf(match), considered: match.considered },
      ruleHeaders: match.delivery?.outcome.headers,
      delayMs: isAfterLeaving ? LATE_MS : match.delayMs,
      done,
      isAfterLeaving,
      decide: () => {
        const late = decide()
        const own = { ...call, context: late.context }
        const answer = createdAnswer(own, request, late.transaction)
        const after = decisionOf(own, request, late.transaction, match)
        return shaped(answer, match, fault, after, 0, done)
      },
    }
  }
  return process
}

function neverProcessed(call: UserCall, request: TransactionRequest, fault: Broken['fault']) {
  const decided = decisionOf(call, request, undefined, noRuleMatch)
  return unprocessed(call, noRuleMatch, fault, () => imagined(call, request), decided)
}

/** The network delivers the request when its client has left and a search has found nothing. */
function arrivingLate(
  call: UserCall,
  request: TransactionRequest,
  arrival: AbortSignal,
  process: (call: UserCall) => Result,
): Result {
  const { world, history } = call
  return {
    kind: 'waiting',
    fault: undefined,
    decision: {
      ...decisionOf(call, request, undefined, noRuleMatch),
      rules: [],
      considered: undefined,
    },
    ruleHeaders: undefined,
    delayMs: 0,
    done: undefined,
    isAfterLeaving: true,
    arrival,
    decide: () => {
      const isGone = !arrival.aborted || world.isClosed || world.history !== history
      if (isGone) return neverProcessed(call, request, { at: 'before', hang: true })
      const result = world.run((context) => process({ ...call, context }))
      return result.kind === 'waiting' ? result.decide() : result
    },
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
  const processed = createTransaction(call.world, call.context, request)
  processed.answered()
  return createdAnswer(call, request, processed.transaction ?? imaginedBy(processed))
}

function imaginedBy({ imagine }: Processed): Transaction {
  if (imagine === undefined) throw new Error('There is neither a transaction nor a fault')
  return imagine()
}

/** The answer to a request that created a transaction; stored if duplicates are replayed. */
function createdAnswer(call: UserCall, request: TransactionRequest, made: Transaction): Answer {
  const { requestHash } = request
  const answer = jsonAnswer(
    call.context.assumptions.status.transaction,
    createdTransaction(made, call),
  )
  if (requestHash !== undefined) rememberAnswer(call.world, made.audit, requestHash, answer)
  return answer
}

/** The record of a transaction request, and of what it made. */
function decisionOf(
  call: UserCall,
  request: TransactionRequest,
  made: Transaction | undefined,
  match: RuleMatch,
): Omit<Decision, 'rules' | 'considered'> {
  const { payment, merchant } = request
  const fullPan = payment?.kind === 'card' ? payment.pan : undefined
  const method = made?.method
  const card = method?.kind === 'card' ? method.card : method?.account
  // No spread: all calls share one object shape, built without copying.
  return {
    merchant: merchant.id,
    audit: made?.audit,
    outcome: made?.status,
    card: card?.fingerprint ?? (fullPan && call.world.environment.fingerprint(fullPan)),
    facts: {
      made: made && madeOf(made, match),
      foreignCard: fullPan === undefined || isTestPan(fullPan) ? undefined : maskPan(fullPan),
      isStoredCard:
        made !== undefined && fullPan !== undefined && card !== undefined
          ? call.world.records.tokenIndex.hasCard(merchant.id, card.fingerprint)
          : undefined,
    },
  }
}

function madeOf(transaction: Transaction, match: RuleMatch): Made {
  const { method } = transaction
  const card = method.kind === 'card' ? method.card : undefined
  return {
    audit: transaction.audit,
    kind: transaction.kind,
    status: transaction.status,
    gatewayStatusCode: transaction.gatewayStatusCode,
    responseCode: transaction.responseCode,
    responseMessage: transaction.responseMessage,
    reason: transaction.status === 'approved' ? undefined : reasonOf(transaction, match),
    amount: transaction.amount,
    total: transaction.total,
    currency: transaction.currency,
    method: method.kind,
    cardType: card?.type,
    expiry: card?.expiry && `${card.expiry.year}-${card.expiry.month}`,
    isByToken: method.token !== undefined,
    hasSurcharge: transaction.surcharge !== undefined,
    expiresAt: transaction.expiresAt,
    isDrifting: transaction.drift === true,
  }
}

/** How a code that a rule derives from the request is explained. */
const derivedCodes: Readonly<Record<string, string>> = {
  'from-amount': "the amount's cents are",
  'from-pan': 'the card number ends in',
  'from-bsb': 'the BSB ends in',
}

/** Why a bank did not approve, if a rule gives a reason. */
function reasonOf({ responseCode }: Transaction, { verdict }: RuleMatch): string | undefined {
  if (verdict === undefined) return undefined
  const source = derivedCodes[verdict.outcome.response_code ?? '']
  return source === undefined ? `rule ${verdict.rule.id}` : `${source} ${responseCode}`
}

function lookup(call: UserCall, { path }: LookupCall): Result {
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
      throw requestProblem('not_found', `There is no transaction ${path.audit}`, ['path', 'audit'])
    }
    const answer = jsonAnswer(200, lookedUpTransaction(transaction, call))
    return { answer, ...shownBy(transaction) }
  })
}

function search(call: UserCall, { query }: SearchCall): Result {
  const { world, context } = call
  const merchant = merchantOf(call, query.merchant_id, ['query', 'merchant_id'])
  const key = redactedOf(call).asked.correlationKey ?? EMPTY
  const found = findByCorrelation(world, merchant.id, key, context.now)
  const facts: Facts = {
    operation: 'search',
    merchant: merchant.id,
    audit: found && String(found.audit),
    ...askedFacts(world, found),
    correlation_id: query.correlation_id_lookup,
  }
  return underRules(call, facts, () => {
    const results = found ? [lookedUpTransaction(found, call)] : []
    const answer = jsonAnswer(200, { results })
    return { answer, ...shownBy(found) }
  })
}

/** The record of a lookup or search. */
function shownBy(transaction: Transaction | undefined) {
  if (transaction === undefined) return { facts: { shown: null } }
  const { audit, status, reference, amount, currency, drift } = transaction
  const shown = { audit, status, reference, amount, currency, isDrifting: drift === true }
  return { audit, outcome: status, facts: { shown } }
}

/** The facts of the transaction, if any rule looks at them. */
function askedFacts(world: World, transaction: Transaction | undefined): Partial<Facts> {
  if (transaction === undefined || !world.rules.book.seesLookedUp) return {}
  return transactionFacts(world, transaction)
}
