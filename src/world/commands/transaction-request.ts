import type { Merchant } from '../../domain/merchant.ts'
import type { TransactionKind } from '../../domain/transaction/transaction.ts'
import type { Facts } from '../../scenario/rule.ts'
import type { Payment, PaymentInput } from './payment.ts'

/** A transaction request that is well formed. Holds secrets in `payment`: never keep or log it. */
export interface TransactionRequest {
  readonly operation: TransactionKind
  readonly merchant: Merchant
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

/** What rules may see of it. */
export function factsOf(
  { operation, merchant, amount, currency, reference, kvps }: TransactionRequest,
  payment: Payment,
): Facts {
  const { facts } = payment
  // Spelt out: one shape for all requests, made without copying.
  return {
    operation,
    merchant: merchant.id,
    method: facts.method,
    amount: amount === undefined ? undefined : String(amount),
    currency,
    pan: facts.pan,
    card_type: facts.card_type,
    cvv: facts.cvv,
    bsb: facts.bsb,
    account_number: facts.account_number,
    reference,
    kvp: kvps,
    customer_reference: facts.customer_reference,
    virtual_pan: facts.virtual_pan,
    token_name: facts.token_name,
  }
}
