import { EMPTY } from '../../../base/redaction/redacted.ts'
import type { Assumptions } from '../../../domain/assumptions/assumptions.ts'
import { totalOf } from '../../../domain/money.ts'
import type { TransactionKind } from '../../../domain/transaction/kinds-and-statuses.ts'
import type { Transaction } from '../../../domain/transaction/transaction.ts'
import type { Made } from '../../../record/exchange.ts'
import type { Facts } from '../../../scenario/rule.ts'
import { LATE_MS, milliseconds } from '../../../scenario/written-values.ts'
import { findByCorrelation, rememberAnswer } from '../../world/commands/transactions/correlation.ts'
import {
  type Arrived,
  createTransaction,
} from '../../world/commands/transactions/create-transaction.ts'
import {
  type TransactionRequest,
  transactionFacts,
} from '../../world/commands/transactions/payment.ts'
import { noRuleMatch, type RuleMatch } from '../../world/rule-state.ts'
import type { World } from '../../world/world.ts'
import {
  type Answer,
  jsonAnswer,
  noAnswer,
  noReply,
  type Result,
  type ResultParts,
  resultOf,
} from '../answer.ts'
import { merchantOf, type UserCall } from '../call.ts'
import { mayUse } from '../caller.ts'
import type { LookupCall, SearchCall } from '../contract/transaction-query.ts'
import { type ApiOperation, operationsBy, slowMs, underRules, unprocessed } from '../operation.ts'
import { fixedPaths } from '../paths.ts'
import { foreignCard } from '../pipeline/record/redacted-request.ts'
import { refusalResponse } from '../problem-response.ts'
import { requestProblem } from '../request-problem.ts'
import { type CreatingCall, requestOf } from './transaction-input.ts'
import { createdTransaction, lookedUpTransaction } from './transaction-representation.ts'

async function paymentChecks(assumptions: Assumptions) {
  const { checkAgainst } = await import('../contract/check.ts')
  const { plainPayment } = await import('../contract/plain-payment.ts')
  const { paymentContracts } = await import('../contract/transaction-request.ts')
  const contracts = paymentContracts(assumptions)
  const plain = (request: unknown) => plainPayment(request, assumptions)
  return {
    purchase: checkAgainst(contracts.purchase, plain),
    preauthorisation: checkAgainst(contracts.preauthorisation, plain),
    standalone_refund: checkAgainst(contracts.standalone_refund),
  }
}

async function targetChecks(assumptions: Assumptions) {
  const { checksAgainst } = await import('../contract/check.ts')
  const { targetContracts } = await import('../contract/transaction-request.ts')
  return checksAgainst(targetContracts(assumptions))
}

async function queryChecks() {
  const { checksAgainst } = await import('../contract/check.ts')
  const { queryContracts } = await import('../contract/transaction-query.ts')
  return checksAgainst(queryContracts)
}

/** All operations of the gateway, at the paths that the assumptions set. */
export function gatewayOperations(assumptions: Assumptions): readonly ApiOperation[] {
  const { paths } = assumptions
  // A first purchase waits for the contracts of its own kind only.
  const payment = operationsBy(() => paymentChecks(assumptions))
  const onTarget = operationsBy(() => targetChecks(assumptions))
  const query = operationsBy(queryChecks)
  return [
    payment('purchase', 'POST', paths.purchase, creating('purchase')),
    payment('preauthorisation', 'POST', paths.preauthorisation, creating('preauthorisation')),
    payment('standalone_refund', 'POST', paths.standalone_refund, creating('standalone_refund')),
    onTarget('completion', 'POST', paths.completion, creating('completion')),
    onTarget('refund', 'POST', paths.refund, creating('refund')),
    onTarget('void', 'POST', paths.void, creating('void')),
    query('lookup', 'GET', fixedPaths.lookup, lookup),
    query('search', 'GET', fixedPaths.search, search),
  ]
}

function creating(kind: TransactionKind) {
  const process = (call: UserCall, input: CreatingCall, arrived?: Arrived): Result => {
    const { world } = call
    const request = requestOf(kind, call, input)
    const processed = createTransaction(world, call.context, request, arrived)
    const { transaction, match, replay, resolve, imagine, answered: done } = processed
    if (replay !== undefined) {
      const { status, body } = replay
      const answer = { status, headers: { 'X-Sandbox-Replayed': 'true' }, body }
      // No card: an old answer charges none, so it cannot be the retry of a lost payment.
      return resultOf(answer, noRuleMatch, { ...partsOf(call, request, match), card: undefined })
    }
    const { fault, late, delayed } = match.delivery?.outcome ?? {}
    if (delayed !== undefined) {
      const { direction } = processed
      return heldBack(call, request, { match, delayed }, (own) =>
        process(own, input, { direction }),
      )
    }
    if (transaction === undefined) {
      if (fault === undefined || imagine === undefined)
        throw new Error('There is neither a transaction nor a fault')
      const answer = unprocessed(call, fault, () => createdAnswer(call, request, imagine()))
      const { delayMs } = match
      return resultOf(answer, match, { ...partsOf(call, request, match), delayMs })
    }
    const parts = partsOf(call, request, match, transaction)
    // A rule does not delay the answer: its delay is spent waiting for the bank.
    if (resolve === undefined) {
      const answer = createdAnswer(call, request, transaction)
      return resultOf(answer, match, { ...parts, delayMs: slowMs(match), done })
    }
    const finish = () => {
      const later = resolve()
      const own = { ...call, context: later.context }
      const answer = createdAnswer(own, request, later.transaction)
      return resultOf(answer, match, { ...partsOf(own, request, match, later.transaction), done })
    }
    const delayMs = late === undefined ? match.delayMs : lateMs(late)
    const wait = { isAfterLeaving: late !== undefined, finish }
    return resultOf(noAnswer, match, { ...parts, delayMs, wait, done })
  }
  return process
}

function lateMs(late: true | string): number {
  return late === true ? LATE_MS : milliseconds(late)
}

interface HeldRequest {
  readonly match: RuleMatch
  readonly delayed: true | string
}

/** The network delivers the request when its client has left: some time later, or after a search for it. */
function heldBack(
  call: UserCall,
  request: TransactionRequest,
  { match, delayed }: HeldRequest,
  process: (call: UserCall) => Result,
): Result {
  const { world, history } = call
  const arrival = delayed === true ? new AbortController() : undefined
  const { held } = world
  const key = `${request.merchant.id} ${request.redacted.correlationKey}`
  if (arrival !== undefined) held.set(key, arrival)
  const parts = partsOf(call, request, match)
  const finish = () => {
    held.delete(key)
    const isLost = arrival?.signal.aborted === false
    if (isLost || world.isClosed || world.history !== history) {
      const fault = { at: 'before', hang: true } as const
      return { ...resultOf(noReply, match, parts), fault }
    }
    const result = world.run((context) => process({ ...call, context }))
    const finished = result.wait?.finish() ?? result
    // The rule that held it back is named with those that decided it.
    const rules = [...match.rules.map(({ id }) => id), ...finished.rules]
    return { ...finished, rules, considered: match.considered }
  }
  const delayMs = delayed === true ? 0 : milliseconds(delayed)
  const wait = { isAfterLeaving: true, arrival: arrival?.signal, finish }
  return resultOf(noAnswer, match, { ...parts, delayMs, wait })
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

/** What the record says of a transaction request, and of what it made. */
function partsOf(
  { redacted, world }: UserCall,
  { payment, merchant }: TransactionRequest,
  match: RuleMatch,
  made?: Transaction,
): ResultParts {
  const method = made?.method
  const card = method?.kind === 'card' ? method.card : method?.account
  const sent = payment?.kind === 'card' ? redacted.card : undefined
  return {
    merchant: merchant.id,
    audit: made?.audit,
    outcome: made?.status,
    card: card?.fingerprint ?? sent?.fingerprint,
    facts: {
      made: made && madeOf(made, match),
      foreignCard: foreignCard(sent),
      isStoredCard: sent && card && world.records.tokenIndex.hasCard(merchant.id, card.fingerprint),
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
    ...(transaction.status !== 'approved' && causeOf(transaction, match)),
    amount: transaction.amount,
    total: totalOf(transaction),
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

/** Why a bank did not approve, if a rule decided so. */
function causeOf(
  { responseCode }: Transaction,
  { bank }: RuleMatch,
): Pick<Made, 'rule' | 'reason'> {
  if (bank === undefined) return {}
  const source = derivedCodes[bank.outcome.response_code ?? '']
  return source === undefined ? { rule: bank.rule.id } : { reason: `${source} ${responseCode}` }
}

function lookup(call: UserCall, { path }: LookupCall): Result {
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

function search(call: UserCall, { query }: SearchCall): Result {
  const { world, context } = call
  const merchant = merchantOf(call, query.merchant_id, ['query', 'merchant_id'])
  const key = call.redacted.asked.correlationKey ?? EMPTY
  const found = findByCorrelation(world, merchant.id, key, context.now)
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
  if (result.fault?.at !== 'before') world.held.get(`${merchant.id} ${key}`)?.abort()
  world.waiting.get(`${merchant.id} ${key}`)?.()
  return result
}

/** The record of a lookup or search. */
function shownBy(transaction: Transaction | undefined, isHidden = false) {
  if (transaction === undefined) return { facts: { shown: null, isHidden: isHidden || undefined } }
  const { audit, status } = transaction
  const shown = {
    audit,
    status,
    reference: transaction.reference,
    amount: transaction.amount,
    currency: transaction.currency,
    responseCode: transaction.responseCode,
    responseMessage: transaction.responseMessage,
    isDrifting: transaction.drift === true,
  }
  return { audit, outcome: status, facts: { shown } }
}

/** The facts of the transaction, if any rule looks at them. */
function askedFacts(world: World, transaction: Transaction | undefined): Partial<Facts> {
  if (transaction === undefined || !world.rules.book.seesLookedUp) return {}
  return transactionFacts(world, transaction)
}
