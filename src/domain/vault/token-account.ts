import { isExpired } from '../card/expiry.ts'
import type { CommandContext } from '../command-context.ts'
import type { Objection } from '../problem.ts'
import type { TokenAccount } from './token.ts'

/** The key of a stored card; that of a bank account is an assumption. */
export const CARD_ACCOUNT = 'general_creditcard'

/** Why an account cannot be stored now, or not in the place of the one that was there. */
export function accountObjections(
  account: TokenAccount,
  before: TokenAccount | undefined,
  { now, assumptions }: CommandContext,
): readonly Objection[] {
  if (before !== undefined && before.type !== account.type) {
    const type = before.type === 'card' ? CARD_ACCOUNT : assumptions.bank_account_type
    const message = `This token holds a ${type} and keeps that type`
    return [{ code: 'unknown_account_type', message, subject: 'account' }]
  }
  const expiry = account.type === 'card' ? account.card.expiry : undefined
  if (expiry === undefined || !isExpired(expiry, now)) return []
  const message = 'The card has expired'
  return [{ code: 'invalid_expiry', message, subject: 'stored_expiry' }]
}
