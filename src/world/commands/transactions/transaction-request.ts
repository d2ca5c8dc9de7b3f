import type { Merchant } from '../../../domain/merchant.ts'
import type { Instant } from '../../../domain/time/instant.ts'
import type { TransactionKind } from '../../../domain/transaction/transaction.ts'
import type { Facts } from '../../../scenario/rule.ts'
import type { Payment, PaymentInput } from './payment.ts'

/** A transaction request that is well formed. Holds secrets in `payment`: never keep or log it. */
export interface TransactionRequest {
  readonly operation: TransactionKind
  readonly merchant: Merchant
  /** The name of whoever calls. */
  readonly user: string
  readonly correlationId: string
  readonly targetAudit: number | undefined
  readonly reference: string
  readonly kvps: Readonly<Record<string, string>>
  readonly amount: number | undefined
  readonly currency: string | undefined
  readonly payment: PaymentInput | undefined
  /** Tells two requests with the same content from others; only where duplicates are replayed. */
  readonly requestHash: string | undefined
}

/** What rules may see of it; `audit` is the number that its transaction would get. */
export function factsOf(
  request: TransactionRequest,
  { facts }: Payment,
  { now, audit }: { readonly now: Instant; readonly audit: number },
): Facts {
  const { operation, merchant, amount, targetAudit } = request
  // Spelt out: one shape for all requests, made without copying.
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
