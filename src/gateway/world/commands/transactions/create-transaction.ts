import type { CommandContext } from '../../../../domain/command-context.ts'
import { isDebitCurrency, MAX_AMOUNT, totalOf } from '../../../../domain/money.ts'
import { problem } from '../../../../domain/problem.ts'
import { surchargeKeys } from '../../../../domain/surcharge.ts'
import type { Decision } from '../../../../domain/transaction/decision.ts'
import { effectsOfOpening, undecided } from '../../../../domain/transaction/move.ts'
import { openTransaction } from '../../../../domain/transaction/open-transaction.ts'
import { pendingOutcome } from '../../../../domain/transaction/outcome.ts'
import type { Transaction } from '../../../../domain/transaction/transaction.ts'
import type { Direction } from '../../../../record/director.ts'
import { ALL_LAYERS, BANK, DELIVERY, isStopping } from '../../../../scenario/matching/layers.ts'
import { decisionOf } from '../../../../scenario/matching/match.ts'
import type { Facts } from '../../../../scenario/rule.ts'
import type { UndecidedDocument } from '../../../../scenario/scenario-document.ts'
import { parseWindow } from '../../../../scenario/written-values.ts'
import { type Change, ledBy, noRuleMatch, type RuleMatch } from '../../rule-state.ts'
import {
  commitTransactions,
  existing,
  slowResponseChange,
  takeSlowResponse,
} from '../../transaction-moves.ts'
import type { World } from '../../world.ts'
import { markUnanswered, refuseDuplicate, type StoredResponse } from './correlation.ts'
import { earlierPayment, type Payment, resolvePayment, type TransactionIntent } from './intent.ts'
import { decisionWithoutBank, findTarget, refuse } from './target-rules.ts'

/** The result of a transaction request. */
export interface Processed {
  /** Undefined if a rule prevented processing, or an earlier answer is replayed. */
  readonly transaction: Transaction | undefined
  /** What the director of the run says about the request. */
  readonly direction: Direction | undefined
  readonly match: RuleMatch
  readonly replay: StoredResponse | undefined
  /** Set if the bank is slow: call it after the wait to get the result. */
  readonly resolve: Resolve | undefined
  /** Set if the request was not processed: creates the transaction it would have made. Call it in a rehearsal. */
  readonly imagine: (() => Transaction) | undefined
  /** Call it when the client has its answer, or can no longer get one. */
  readonly answered: () => void
}

type Resolve = () => { readonly transaction: Transaction; readonly context: CommandContext }

/** A request that the network held back: no rule decides its delivery any more. */
export interface Arrived {
  readonly direction: Direction | undefined
}

/** Refuses, breaks or processes a transaction request: one command, one commit. */
export function createTransaction(
  world: World,
  context: CommandContext,
  request: TransactionIntent,
  arrived?: Arrived,
): Processed {
  const isDirected = arrived === undefined && world.environment.director !== undefined
  const direction = isDirected ? directionFor(world, request) : arrived?.direction
  const first = arrived === undefined ? direction?.rule : undefined
  if (first !== undefined && isStopping(first.rule.outcome)) {
    const imagine = () => imagined(world, context, request)
    return { ...unprocessed, direction, match: ledBy(first), imagine }
  }
  const target = request.targetAudit === undefined ? undefined : findTarget(world, request)
  const replay = refuseDuplicate(world, request, context.now)
  if (replay) return { ...unprocessed, replay }
  const payment = request.payment
    ? resolvePayment(world, request.merchant.id, request.payment)
    : paymentOfTarget(world, request, target)
  const facts = factsOf(request, payment, context, world.records.nextAudit)
  const known = target === undefined ? undefined : decisionWithoutBank(request, target, context)
  // Rules for the bank's answer do not apply, and are not used up, if it is known already.
  const knownLayers = known === undefined ? 0 : BANK
  const delivered = arrived === undefined ? 0 : DELIVERY
  const layers = ALL_LAYERS & ~knownLayers & ~delivered
  const match = world.rules.match(facts, context.seed, layers, first)
  const decision = known ?? decisionOf(match, facts)
  const asked: JudgedRequest = { request, target, payment, decision, match }
  // Checked before the id is reserved, so that a search finds nothing.
  if (match.delivery !== undefined && isStopping(match.delivery.outcome)) {
    world.commit(match.changes)
    const imagine = () => carryOut(world, context, { ...asked, match: noRuleMatch }).transaction
    return { ...unprocessed, direction, match, imagine }
  }
  const { transaction, resolve } = carryOut(world, context, asked)
  const isBroken = first === undefined && match.delivery?.outcome.fault !== undefined
  direction?.made({ ...transaction, isBroken })
  const answered = markUnanswered(world, request)
  return { transaction, direction, match, replay, resolve, imagine: undefined, answered }
}

function directionFor(world: World, request: TransactionIntent): Direction | undefined {
  const { operation, correlationId, redacted, amount, targetAudit } = request
  return world.directed({
    operation,
    correlation_id: correlationId,
    reference: redacted.reference,
    amount: amount === undefined ? undefined : String(amount),
    target_audit: targetAudit === undefined ? undefined : String(targetAudit),
  })
}

/** The transaction that processing would make. Call it in a rehearsal. */
function imagined(world: World, context: CommandContext, request: TransactionIntent): Transaction {
  const arrived = { direction: undefined }
  const { transaction, answered } = createTransaction(world, context, request, arrived)
  answered()
  if (transaction === undefined)
    throw new Error('Nothing keeps a rehearsed request from processing')
  return transaction
}

/** The same with a given answer of the bank: the world's rules neither apply nor are used up. */
export function createResolved(
  world: World,
  context: CommandContext,
  request: TransactionIntent,
  decision: Decision,
): Transaction {
  const target = request.targetAudit === undefined ? undefined : findTarget(world, request)
  const payment = request.payment
    ? resolvePayment(world, request.merchant.id, request.payment)
    : paymentOfTarget(world, request, target)
  const asked = { request, target, payment, decision, match: noRuleMatch }
  return carryOut(world, context, asked).transaction
}

interface JudgedRequest extends OpeningParts {
  readonly decision: Decision
  readonly match: RuleMatch
}

function carryOut(world: World, context: CommandContext, asked: JudgedRequest) {
  const { request, target, match } = asked
  if (target !== undefined || request.operation === 'standalone_refund') {
    refuse(request, target, context)
  }
  const opened = open(world, asked, asked.decision, context)
  const { undecided: first, late } = match.delivery?.outcome ?? {}
  if (first !== undefined) {
    return commitResolved(world, resolvedLater(opened, first), match.changes, context)
  }
  const isSlow = match.delayMs > 0 || late !== undefined
  const commit = isSlow ? commitUndecided : commitResolved
  return commit(world, opened, match.changes, context)
}

type Commit = (
  world: World,
  opened: Transaction,
  more: readonly Change[],
  context: CommandContext,
) => Pick<Processed, 'resolve'> & { readonly transaction: Transaction }

const commitResolved: Commit = (world, opened, more, { now }) => {
  const find = (audit: number) => existing(world, audit)
  const effects = opened.target === 0 ? [] : effectsOfOpening(opened, find, now)
  commitTransactions(world, [opened, ...effects], more)
  return { transaction: opened, resolve: undefined }
}

/** The transaction as undecided, with its outcome due a little later. Only the approval of a card is pending. */
function resolvedLater(opened: Transaction, { as, for: time }: UndecidedDocument): Transaction {
  const { status, method, due, createdAt } = opened
  const at = createdAt + (parseWindow(time) ?? 0)
  if (as === 'unknown') {
    const { transaction, answer } = undecided(opened)
    const { outcome } = answer
    return { ...transaction, due: [{ at, event: 'resolve', outcome }, ...answer.due] }
  }
  if (status !== 'approved' || method.kind !== 'card') return opened
  const { gatewayStatusCode, responseCode, responseMessage } = opened
  const outcome = { status, gatewayStatusCode, responseCode, responseMessage }
  return {
    ...opened,
    ...pendingOutcome,
    due: [{ at, event: 'resolve', outcome }, ...due],
  }
}

/** Stores the transaction as undecided until its bank answers, even across a restart. */
const commitUndecided: Commit = (world, opened, more, context) => {
  const { audit } = opened
  const { records } = world
  const { transaction, answer } = undecided(opened)
  commitResolved(world, transaction, [...more, slowResponseChange(audit, answer)], context)
  const resolve = () => {
    // After a reset the audit may belong to another transaction; the client still gets the planned
    // answer.
    if (world.isClosed || world.records !== records) return { transaction: opened, context }
    return world.run((later) => ({
      transaction: takeSlowResponse(world, audit, later.now),
      context: later,
    }))
  }
  return { transaction, resolve }
}

const unprocessed: Processed = {
  transaction: undefined,
  direction: undefined,
  match: noRuleMatch,
  replay: undefined,
  resolve: undefined,
  imagine: undefined,
  answered: () => undefined,
}

function paymentOfTarget(
  world: World,
  request: TransactionIntent,
  target: Transaction | undefined,
): Payment {
  if (target === undefined) throw new Error(`A ${request.operation} has neither payment nor target`)
  return earlierPayment(world, target.method)
}

/** The facts that rules may match; `audit` is the number that the transaction would get. */
function factsOf(
  request: TransactionIntent,
  { facts }: Payment,
  { now, calendar }: CommandContext,
  audit: number,
): Facts {
  const { operation, merchant, amount, targetAudit } = request
  // No spread: all requests share one object shape, built without copying.
  return {
    operation,
    merchant: merchant.id,
    user: request.user,
    method: facts.method,
    amount: amount === undefined ? undefined : String(amount),
    currency: request.currency,
    pan: facts.pan,
    card: facts.card,
    card_type: facts.card_type,
    expiry: facts.expiry,
    cvv: facts.cvv,
    bsb: facts.bsb,
    account_number: facts.account_number,
    reference: request.reference,
    kvp: request.kvps,
    redacted: request.redacted,
    customer_reference: facts.customer_reference,
    virtual_pan: facts.virtual_pan,
    token_name: facts.token_name,
    correlation_id: request.correlationId,
    audit: String(audit),
    target_audit: targetAudit === undefined ? undefined : String(targetAudit),
    header: request.headers,
    now,
    calendar,
  }
}

interface OpeningParts {
  readonly request: TransactionIntent
  readonly target: Transaction | undefined
  readonly payment: Payment
}

function open(
  world: World,
  parts: OpeningParts,
  decision: Decision,
  context: CommandContext,
): Transaction {
  const { request, target, payment } = parts
  const { operation, merchant, redacted } = request
  if (payment.method.kind !== 'card') checkDebit(request, context)
  const opened = openTransaction(
    {
      audit: world.records.nextAudit,
      kind: operation,
      merchant: merchant.id,
      correlation: redacted.correlationKey,
      target: target?.audit ?? 0,
      reference: redacted.reference,
      kvps: redacted.kvps,
      amount: request.amount ?? (target ? totalOf(target) : 0),
      currency: request.currency ?? target?.currency ?? '',
      method: payment.method,
      surcharge: merchant.surcharge,
    },
    decision,
    context,
  )
  if (opened.surcharge !== undefined) checkSurcharged(opened)
  return opened
}

function checkSurcharged(opened: Transaction): void {
  if (totalOf(opened) > MAX_AMOUNT) {
    throw problem('invalid_amount', 'The amount plus surcharge has more than ten digits', 'amount')
  }
  const { requestKvps = {} } = opened
  const taken = Object.values(surchargeKeys).find((key) => Object.hasOwn(requestKvps, key))
  if (taken === undefined) return
  throw problem('duplicate_kvp', `${taken} is reserved for the surcharge; use another key`, 'kvps')
}

/** Only the vault knows what a virtual PAN refers to, so the body check could not do this. */
function checkDebit(
  { operation, currency }: TransactionIntent,
  { assumptions }: CommandContext,
): void {
  if (operation === 'preauthorisation') {
    throw problem(
      'method_not_supported',
      'A direct debit cannot be preauthorised',
      'payment_method',
    )
  }
  const isOwnMethod = operation === 'purchase' || operation === 'standalone_refund'
  if (!isOwnMethod || currency === undefined || isDebitCurrency(currency, assumptions)) return
  const accepted = assumptions.direct_debit.currencies.join(' or ')
  throw problem('currency_not_supported', `A direct debit must be in ${accepted}`, 'currency')
}
