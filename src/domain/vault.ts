import type { Redacted } from '../base/redaction/redacted.ts'
import { isExpired } from './card.ts'
import type { CommandContext } from './command-context.ts'
import type { Objection } from './problem.ts'
import type { PaymentMethod } from './transaction/transaction.ts'
import type { Customer, Token, TokenAccount } from './vault-records.ts'

/** The value that must be unique among the merchant's customers. */
export function referenceKeyOf({ reference, referenceKey }: Customer): Redacted {
  return referenceKey ?? reference
}

/** The value that must be unique among the customer's tokens. */
export function nameKeyOf({ preferredName, nameKey }: Token): Redacted {
  return nameKey ?? preferredName
}

/** A token's account as a payment method. */
export function tokenMethod({ id, virtualPan, account }: Token): PaymentMethod {
  const token = { id, virtualPan }
  if (account.type === 'card') return { kind: 'card', card: account.card, token }
  return { kind: 'direct_debit', account: account.account, token }
}

/** The most tokens of a customer: enough for any shop, and its list stays short. */
export const MOST_TOKENS = 1000

/** The key of a stored card; the key of a bank account is an assumption. */
export const CARD_ACCOUNT = 'general_creditcard'

/** Why an account cannot be stored now, or cannot replace the stored one. */
export function accountObjections(
  account: TokenAccount,
  before: TokenAccount | undefined,
  { day, assumptions }: CommandContext,
): readonly Objection[] {
  if (before !== undefined && before.type !== account.type) {
    const type = before.type === 'card' ? CARD_ACCOUNT : assumptions.bank_account_type
    const message = `This token holds a ${type} and keeps that type`
    return [{ code: 'unknown_account_type', message, subject: 'account' }]
  }
  const expiry = account.type === 'card' ? account.card.expiry : undefined
  if (expiry === undefined || !isExpired(expiry, day.month)) return []
  const message = 'The card has expired'
  return [{ code: 'invalid_expiry', message, subject: 'stored_expiry' }]
}
