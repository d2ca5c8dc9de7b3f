import { isPlainObject } from '../../../base/plain-object.ts'
import { EMPTY } from '../../../base/redaction/redacted.ts'
import type { Assumptions } from '../../../domain/assumptions/assumptions.ts'
import { isVirtualPan, parseExpiry } from '../../../domain/card.ts'
import { totalOf } from '../../../domain/money.ts'
import { bareKvpKey } from '../../../domain/restricted-text.ts'
import { isoUtc } from '../../../domain/time/instant.ts'
import type { TransactionKind } from '../../../domain/transaction/kinds-and-statuses.ts'
import type { Transaction } from '../../../domain/transaction/transaction.ts'
import type { Made } from '../../../record/exchange.ts'
import { LATE_MS, milliseconds } from '../../../scenario/written-values.ts'
import { rememberAnswer } from '../../world/commands/transactions/correlation.ts'
import {
  type Arrived,
  createTransaction,
} from '../../world/commands/transactions/create-transaction.ts'
import type { PaymentInput, TransactionIntent } from '../../world/commands/transactions/intent.ts'
import { correlationKey } from '../../world/records/indexes/transaction-index.ts'
import { noRuleMatch, type RuleMatch } from '../../world/rule-state.ts'
import { sentAccount } from '../account-members.ts'
import {
  type Answer,
  callResult,
  jsonAnswer,
  noAnswer,
  noReply,
  type Result,
  type ResultParts,
  slowMs,
} from '../answer.ts'
import { merchantOf, type UserCall } from '../call.ts'
import type {
  AmountOnTargetCall,
  PaidCall,
  PaymentMethodBody,
  TargetCall,
} from '../contract/transaction-request.ts'
import { type ApiOperation, operationsBy, unprocessed } from '../operation.ts'
import { fixedPaths } from '../paths.ts'
import type { SentCard } from '../pipeline/record/redacted-request.ts'
import { requestProblem } from '../request-problem.ts'
import { lookup, searchOne } from './looks.ts'
import { createdTransaction } from './transaction-representation.ts'

async function paymentChecks(assumptions: Assumptions) {
  const { checkAgainst } = await import('../contract/check.ts')
  const { plainPayment } = await import('../contract/plain-payment.ts')
  const { paymentContracts } = await import('../contract/transaction-request.ts')
  const contracts = paymentContracts(assumptions)
  const plain = plainPayment(assumptions)
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
    query('search', 'GET', fixedPaths.search, searchOne),
  ]
}

type CreatingCall = PaidCall | AmountOnTargetCall | TargetCall

function creating(kind: TransactionKind) {
  const process = (call: UserCall, input: CreatingCall, arrived?: Arrived): Result => {
    const { world } = call
    const request = intentOf(kind, call, input)
    const processed = createTransaction(world, call.context, request, arrived)
    const { transaction, match, replay, resolve, imagine, answered: done } = processed
    if (replay !== undefined) {
      const { status, body } = replay
      const answer = { status, headers: { 'X-Sandbox-Replayed': 'true' }, body }
      // No card: an old answer charges none, so it cannot be the retry of a lost payment.
      return callResult(answer, noRuleMatch, { ...partsOf(call, request, match), card: undefined })
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
      return callResult(answer, match, { ...partsOf(call, request, match), delayMs })
    }
    const parts = partsOf(call, request, match, transaction)
    // A rule does not delay the answer: its delay is spent waiting for the bank.
    if (resolve === undefined) {
      const answer = createdAnswer(call, request, transaction)
      return callResult(answer, match, { ...parts, delayMs: slowMs(match), done })
    }
    const finish = () => {
      const later = resolve()
      const own = { ...call, context: later.context }
      const answer = createdAnswer(own, request, later.transaction)
      return callResult(answer, match, { ...partsOf(own, request, match, later.transaction), done })
    }
    const delayMs = late === undefined ? match.delayMs : lateMs(late)
    const wait = { isAfterLeaving: late !== undefined, finish }
    return callResult(noAnswer, match, { ...parts, delayMs, wait, done })
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
  request: TransactionIntent,
  { match, delayed }: HeldRequest,
  process: (call: UserCall) => Result,
): Result {
  const { world, history } = call
  const arrival = delayed === true ? new AbortController() : undefined
  const { held } = world
  const { key } = request
  if (arrival !== undefined) held.set(key, arrival)
  const parts = partsOf(call, request, match)
  const finish = () => {
    held.delete(key)
    const isLost = arrival?.signal.aborted === false
    if (isLost || world.isClosed || world.history !== history) {
      const fault = { at: 'before', hang: true } as const
      return { ...callResult(noReply, match, parts), fault }
    }
    const result = world.run((context) => process({ ...call, context }))
    const finished = result.wait?.finish() ?? result
    // The rule that held it back is named with those that decided it.
    const rules = [...match.rules.map(({ id }) => id), ...finished.rules]
    return { ...finished, rules, considered: match.considered }
  }
  const delayMs = delayed === true ? 0 : milliseconds(delayed)
  const wait = { isAfterLeaving: true, arrival: arrival?.signal, finish }
  return callResult(noAnswer, match, { ...parts, delayMs, wait })
}

/** The answer to a request that created a transaction; stored if duplicates are replayed. */
function createdAnswer(call: UserCall, request: TransactionIntent, made: Transaction): Answer {
  const { requestHash } = request
  const answer = jsonAnswer(
    call.context.assumptions.status.transaction,
    createdTransaction(made, call),
  )
  if (requestHash !== undefined) rememberAnswer(call.world, made.audit, requestHash, answer)
  return answer
}

/** What a checked call asks for. */
function intentOf(kind: TransactionKind, call: UserCall, input: CreatingCall): TransactionIntent {
  const { assumptions } = call.world.environment
  refuseUnkeepableKvp(call.body, assumptions.kvp_namespace)
  const { merchant, kvps, transaction } = input.body
  const amounts = 'amount_details' in transaction ? transaction.amount_details : undefined
  const method = 'payment_method' in transaction ? transaction.payment_method : undefined
  const used = merchantOf(call, merchant.id, ['body', 'merchant', 'id'])
  const id = call.correlation.keyed?.key ?? EMPTY
  // The texts as the call was redacted, whose body is known to be good by now.
  const { asked, kvps: redactedKvps } = call.redacted
  return {
    operation: kind,
    merchant: used,
    user: call.user.name,
    correlationId: input.header['X-Correlation-Id'],
    key: correlationKey(used.id, id),
    targetAudit: 'audit' in input.path ? input.path.audit : undefined,
    reference: transaction.reference,
    kvps: bareKvps(kvps, assumptions.kvp_namespace),
    amount: amounts && Number(amounts.total_amount),
    currency: amounts?.currency,
    payment: method && paymentOf(method, call.redacted.card, assumptions),
    redacted: {
      correlationKey: id,
      reference: asked.reference ?? EMPTY,
      kvps: bareKvps(redactedKvps, assumptions.kvp_namespace),
    },
    headers: call.world.rules.book.sees.has('header') ? call.incoming.headers : undefined,
    requestHash:
      assumptions.duplicate_correlation_id === 'conflict' ? undefined : requestHash(call),
  }
}

/** Refuses the one key that an object would drop silently. */
function refuseUnkeepableKvp(body: unknown, namespace: string): void {
  const { kvps = {} } = body as { readonly kvps?: object }
  for (const key in kvps) {
    if (!key.endsWith(PROTO) || bareKvpKey(key, namespace) !== PROTO) continue
    throw requestProblem('invalid_characters', `A key cannot be ${PROTO}`, ['body', 'kvps', key])
  }
}

const PROTO = '__proto__'

type Kvps<Text extends string> = Readonly<Record<string, Text>>

/** Most clients leave the namespace out, and nothing is copied. */
function bareKvps<Text extends string>(kvps: Kvps<Text>, namespace: string): Kvps<Text> {
  for (const key in kvps) {
    if (!key.startsWith(namespace)) continue
    const entries = Object.entries(kvps)
    return Object.fromEntries(entries.map(([name, text]) => [bareKvpKey(name, namespace), text]))
  }
  return kvps
}

/** Covers everything that was sent, including unknown members; whitespace and member order do not matter. */
function requestHash({ world, method, path, body }: UserCall) {
  return world.environment.fingerprint(
    `${method} ${path} ${JSON.stringify(body, withSortedMembers)}`,
  )
}

function withSortedMembers(_key: string, value: unknown): unknown {
  if (!isPlainObject(value)) return value
  const entries = Object.entries(value)
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)))
}

function paymentOf(
  method: PaymentMethodBody,
  card: SentCard | undefined,
  assumptions: Assumptions,
): PaymentInput {
  const { creditcard } = method
  if (creditcard === undefined) {
    const { direct_debit_payment_method, direct_debit_fields: names } = assumptions
    return { kind: 'direct_debit', ...sentAccount(method[direct_debit_payment_method], names) }
  }
  const { pan, cvv, expiry_date } = creditcard
  const expiry = parseExpiry(expiry_date ?? '', assumptions.expiry_format)
  if (isVirtualPan(pan, assumptions)) return { kind: 'virtual_pan', virtualPan: pan, expiry, cvv }
  if (!expiry) throw new Error('A card has no expiry date')
  return { kind: 'card', pan, expiry, cvv, card }
}

/** What the record says of a transaction request, and of what it made. */
function partsOf(
  { redacted, world }: UserCall,
  { payment, merchant }: TransactionIntent,
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
      foreign_card: sent?.foreign,
      stored_card: sent && card && world.records.tokenIndex.hasCard(merchant.id, card.fingerprint),
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
    gateway_status_code: transaction.gatewayStatusCode,
    response_code: transaction.responseCode,
    response_message: transaction.responseMessage,
    ...(transaction.status !== 'approved' && causeOf(transaction, match)),
    amount: transaction.amount,
    total: totalOf(transaction),
    currency: transaction.currency,
    method: method.kind,
    card_type: card?.type,
    expiry: card?.expiry && `${card.expiry.year}-${card.expiry.month}`,
    by_token: method.token !== undefined,
    surcharged: transaction.surcharge !== undefined,
    expires_at: transaction.expiresAt === undefined ? undefined : isoUtc(transaction.expiresAt),
    drifting: transaction.drift === true,
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
