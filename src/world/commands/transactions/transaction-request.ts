import type { Merchant } from '../../../domain/merchant.ts'
import type { Redacted, RedactedMembers } from '../../../domain/redaction/redacted.ts'
import type { TransactionKind } from '../../../domain/transaction/transaction.ts'
import type { PaymentInput } from './payment.ts'

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
