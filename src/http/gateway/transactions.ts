import { normaliseBsb } from '../../domain/bank-account.ts'
import { isVirtualPan } from '../../domain/card.ts'
import { parseExpiry } from '../../domain/expiry.ts'
import { problem } from '../../domain/problem.ts'
import type { Assumptions } from '../../domain/settings.ts'
import type { TransactionKind } from '../../domain/transaction.ts'
import { correlationKey, findByCorrelation } from '../../world/correlation.ts'
import {
  createTransaction,
  rememberAnswer,
  type TransactionRequest,
} from '../../world/create-transaction.ts'
import { catchUp } from '../../world/happenings.ts'
import type { PaymentInput } from '../../world/payment.ts'
import { type Answer, jsonAnswer } from '../answer.ts'
import { mayUse } from '../auth.ts'
import { merchantOf, type UserCall } from '../call.ts'
import {
  type LookupCall,
  lookupContract,
  type SearchCall,
  searchContract,
} from '../contract/transaction-query.ts'
import {
  type AmountOnTargetCall,
  bareKvpKey,
  type PaidCall,
  type PaymentMethodBody,
  type TargetCall,
  transactionContract,
} from '../contract/transaction-request.ts'
import { type Operation, operation, underRules } from '../operation.ts'
import { createdTransaction, lookedUpTransaction, type View } from './transaction-representation.ts'

/** All operations of the gateway, with the paths that the assumptions give them. */
export function gatewayOperations(assumptions: Assumptions): readonly Operation[] {
  const { paths } = assumptions
  const contract = transactionContract(assumptions)
  const post = { method: 'POST', hasBody: true } as const
  const get = { method: 'GET', hasBody: false } as const
  return [
    operation({
      ...post,
      name: 'purchase',
      path: paths.purchase,
      contract: contract.paid,
      handle: creating('purchase'),
    }),
    operation({
      ...post,
      name: 'preauthorisation',
      path: paths.preauthorisation,
      contract: contract.preauthorisation,
      handle: creating('preauthorisation'),
    }),
    operation({
      ...post,
      name: 'standalone_refund',
      path: paths.standalone_refund,
      contract: contract.paid,
      handle: creating('standalone_refund'),
    }),
    operation({
      ...post,
      name: 'completion',
      path: paths.completion,
      contract: contract.amountOnTarget,
      handle: creating('completion'),
    }),
    operation({
      ...post,
      name: 'refund',
      path: paths.refund,
      contract: contract.amountOnTarget,
      handle: creating('refund'),
    }),
    operation({
      ...post,
      name: 'void',
      path: paths.void,
      contract: contract.target,
      handle: creating('void'),
    }),
    operation({
      ...get,
      name: 'lookup',
      path: '/transactions/{audit}',
      contract: lookupContract,
      handle: lookup,
    }),
    operation({
      ...get,
      name: 'search',
      path: '/transactions',
      contract: searchContract,
      handle: search,
    }),
  ]
}

type CreatingCall = PaidCall | AmountOnTargetCall | TargetCall

/** Parse, run, represent. */
function creating(kind: TransactionKind) {
  return (call: UserCall, input: CreatingCall): Answer => {
    const request = requestOf(kind, call, input)
    const { transaction, rule, fault, delayMs, replay, processed, answered } = createTransaction(
      call.world,
      request,
    )
    if (replay) {
      const headers = { 'X-Sandbox-Replayed': 'true' }
      return { status: replay.status, headers, body: replay.body }
    }
    const note = { rule, fault, delayMs, processed, done: answered }
    if (transaction === undefined) return { status: 200, headers: {}, body: undefined, note }
    const body = createdTransaction(transaction, viewOf(call), request.kvps)
    const card =
      transaction.method.rail === 'card' ? transaction.method.card.fingerprint : undefined
    const known = { audit: transaction.audit, outcome: transaction.status, card }
    const status = call.world.surroundings.assumptions.status.transaction
    const answer = jsonAnswer(status, body, { ...note, ...known })
    rememberAnswer(call.world, transaction, request.requestHash, answer)
    return answer
  }
}

function requestOf(kind: TransactionKind, call: UserCall, input: CreatingCall): TransactionRequest {
  const { assumptions } = call.world.surroundings
  const { merchant, kvps, transaction } = input.body
  const amounts = 'amount_details' in transaction ? transaction.amount_details : undefined
  const method = 'payment_method' in transaction ? transaction.payment_method : undefined
  return {
    operation: kind,
    merchant: merchantOf(call, merchant.id, ['body', 'merchant', 'id']),
    correlationId: input.header['X-Correlation-Id'],
    targetAudit: 'audit' in input.path ? input.path.audit : undefined,
    reference: transaction.reference,
    kvps: bareKvps(kvps, assumptions.kvp_namespace),
    amount: amounts && Number(amounts.total_amount),
    currency: amounts?.currency,
    payment: method && paymentOf(method, assumptions),
    requestHash: requestHash(call, input),
  }
}

function bareKvps(kvps: Readonly<Record<string, string>>, namespace: string) {
  const entries = Object.entries(kvps).map(([key, value]) => [bareKvpKey(key, namespace), value])
  return Object.fromEntries(entries) as Record<string, string>
}

/** Of what was understood, so that spaces and the order of members make no difference. */
function requestHash({ world, method, path }: UserCall, { body }: CreatingCall) {
  const { assumptions, fingerprint } = world.surroundings
  if (assumptions.duplicate_correlation_id === 'conflict') return undefined
  return fingerprint(`${method} ${path} ${JSON.stringify(body)}`)
}

function paymentOf(method: PaymentMethodBody, assumptions: Assumptions): PaymentInput {
  const { creditcard } = method
  if (creditcard === undefined) return debitOf(method[assumptions.direct_debit_payment_method])
  const { pan, cvv, expiry_date } = creditcard
  if (isVirtualPan(pan)) return { kind: 'virtual_pan', virtualPan: pan, cvv }
  const expiry = parseExpiry(expiry_date ?? '', assumptions.expiry_format)
  if (!expiry) throw new Error('A card has no expiry date')
  return { kind: 'card', pan, expiry, cvv }
}

function debitOf(debit: PaymentMethodBody[string] | undefined): PaymentInput {
  if (debit === undefined || !('bsb' in debit)) {
    throw new Error('A payment method is neither a card nor a direct debit')
  }
  return {
    kind: 'direct_debit',
    bsb: normaliseBsb(debit.bsb) ?? debit.bsb,
    accountNumber: debit.account_number,
    accountName: debit.account_name,
  }
}

function lookup(call: UserCall, { path }: LookupCall): Answer {
  const { world, user } = call
  catchUp(world)
  const transaction = world.transaction(path.audit)
  const merchant = transaction?.merchant
  return underRules(call, { operation: 'lookup', merchant: merchant ?? user.merchant }, () => {
    if (transaction === undefined || !mayUse(user, transaction.merchant)) {
      throw problem('not_found', `There is no transaction ${path.audit}`, ['path', 'audit'])
    }
    const { audit, status } = transaction
    return jsonAnswer(200, lookedUpTransaction(transaction, viewOf(call)), {
      audit,
      outcome: status,
    })
  })
}

function search(call: UserCall, { query }: SearchCall): Answer {
  const { world } = call
  catchUp(world)
  const merchant = merchantOf(call, query.merchant_id, ['query', 'merchant_id'])
  return underRules(call, { operation: 'search', merchant: merchant.id }, () => {
    const key = correlationKey(world, query.correlation_id_lookup)
    const found = findByCorrelation(world, merchant.id, key, world.now())
    const results = found ? [lookedUpTransaction(found, viewOf(call))] : []
    return jsonAnswer(200, { results }, { audit: found?.audit, outcome: found?.status })
  })
}

function viewOf({ world, base }: UserCall): View {
  return { base, ground: world.ground(world.now()) }
}
