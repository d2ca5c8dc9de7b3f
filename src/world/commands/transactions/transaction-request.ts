import type { Merchant } from '../../../domain/merchant.ts'
import type { Redacted, RedactedMembers } from '../../../domain/redaction/redacted.ts'
import type { Instant } from '../../../domain/time/instant.ts'
import type { TransactionKind } from '../../../domain/transaction/transaction.ts'
import type { Facts } from '../../../scenario/rule.ts'
import type { Payment, PaymentInput } from './payment.ts'

/** A valid transaction request. Holds secrets in `payment`: never store or log it. */
export interface TransactionRequest {
  readonly operation: TransactionKind
  readonly merchant: Merchant
  /** The name of the calling user. */
  readonly user: string
  readonly correlationId: string
  readonly targetAudit: number | undefined
  readonly reference: string
  readonly kvps: Readonly<Record<string, string>>
  /** The same texts as they may be kept. */
  readonly kept: KeptTexts
  readonly amount: number | undefined
  readonly currency: string | undefined
  readonly payment: PaymentInput | undefined
  /** Identical requests have the same hash; set only if duplicates are replayed. */
  readonly requestHash: string | undefined
}

interface KeptTexts {
  /** What tells the correlation id from others. */
  readonly correlationKey: Redacted
  readonly reference: Redacted
  readonly kvps: RedactedMembers
}

/** The facts that rules may match; `audit` is the number that the transaction would get. */
export function factsOf(
  request: TransactionRequest,
  { facts }: Payment,
  { now, audit }: { readonly now: Instant; readonly audit: number },
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
    customer_reference: facts.customer_reference,
    virtual_pan: facts.virtual_pan,
    token_name: facts.token_name,
    correlation_id: request.correlationId,
    audit: String(audit),
    target_audit: targetAudit === undefined ? undefined : String(targetAudit),
    now,
  }
}
