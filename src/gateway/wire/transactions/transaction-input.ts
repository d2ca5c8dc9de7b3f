import { isPlainObject } from '../../../base/plain-object.ts'
import { EMPTY } from '../../../base/redaction/redacted.ts'
import type { Assumptions } from '../../../domain/assumptions/assumptions.ts'
import { parseExpiry } from '../../../domain/card/expiry.ts'
import { isVirtualPan } from '../../../domain/card/virtual-pan.ts'
import { bareKvpKey } from '../../../domain/restricted-text.ts'
import type { TransactionKind } from '../../../domain/transaction/kinds-and-statuses.ts'
import type { PaymentInput, TransactionRequest } from '../../world/commands/transactions/payment.ts'
import { sentAccount } from '../account-members.ts'
import { merchantOf, type UserCall } from '../call.ts'
import type {
  AmountOnTargetCall,
  PaidCall,
  PaymentMethodBody,
  TargetCall,
} from '../contract/transaction-request.ts'
import { requestProblem } from '../request-problem.ts'

export type CreatingCall = PaidCall | AmountOnTargetCall | TargetCall

/** Converts a checked call to a transaction request. */
export function requestOf(
  kind: TransactionKind,
  call: UserCall,
  input: CreatingCall,
): TransactionRequest {
  const { assumptions } = call.world.environment
  refuseUnkeepableKvp(call.body, assumptions.kvp_namespace)
  const { merchant, kvps, transaction } = input.body
  const amounts = 'amount_details' in transaction ? transaction.amount_details : undefined
  const method = 'payment_method' in transaction ? transaction.payment_method : undefined
  // The texts as the call was redacted, whose body is known to be good by now.
  const { asked, kvps: redactedKvps } = call.redacted
  return {
    operation: kind,
    merchant: merchantOf(call, merchant.id, ['body', 'merchant', 'id']),
    user: call.user.name,
    correlationId: input.header['X-Correlation-Id'],
    targetAudit: 'audit' in input.path ? input.path.audit : undefined,
    reference: transaction.reference,
    kvps: bareKvps(kvps, assumptions.kvp_namespace),
    amount: amounts && Number(amounts.total_amount),
    currency: amounts?.currency,
    payment: method && paymentOf(method, assumptions),
    redacted: {
      correlationKey: call.correlation.keyed?.key ?? EMPTY,
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

function paymentOf(method: PaymentMethodBody, assumptions: Assumptions): PaymentInput {
  const { creditcard } = method
  if (creditcard === undefined) {
    const { direct_debit_payment_method, direct_debit_fields: names } = assumptions
    return { kind: 'direct_debit', ...sentAccount(method[direct_debit_payment_method], names) }
  }
  const { pan, cvv, expiry_date } = creditcard
  const expiry = parseExpiry(expiry_date ?? '', assumptions.expiry_format)
  if (isVirtualPan(pan, assumptions)) return { kind: 'virtual_pan', virtualPan: pan, expiry, cvv }
  if (!expiry) throw new Error('A card has no expiry date')
  return { kind: 'card', pan, expiry, cvv }
}
