import type { Assumptions } from '../../domain/assumptions.ts'
import { normaliseBsb } from '../../domain/bank/bank-account.ts'
import { cardType } from '../../domain/card/card.ts'
import { parseExpiry } from '../../domain/card/expiry.ts'
import type { Facts } from '../../scenario/rule.ts'
import type { AccountInput } from '../../world/commands/tokens.ts'
import type { AccountBody } from '../contract/vault/token-request.ts'

/** The account that a body holds. */
export function accountInput(body: AccountBody, { expiry_format }: Assumptions): AccountInput {
  const [given] = Object.values(body)
  if (given === undefined) throw new Error('An account is of no type')
  if ('CARD.PAN' in given) {
    const expiry = parseExpiry(given['CARD.EXPIRY'], expiry_format)
    if (expiry === undefined) throw new Error('A card has no expiry date')
    return { type: 'card', pan: given['CARD.PAN'], expiry, name: given['CARD.NAME'] }
  }
  const bsb = given['BANK.BSB']
  return {
    type: 'bank',
    bsb: normaliseBsb(bsb) ?? bsb,
    accountNumber: given['BANK.ACCOUNT_NUMBER'],
    accountName: given['BANK.ACCOUNT_NAME'],
  }
}

/** What rules see of an account that is about to be stored: all of its digits. */
export function accountFacts(account: AccountInput): Partial<Facts> {
  if (account.type === 'card') {
    return { method: 'card', pan: account.pan, card_type: cardType(account.pan) }
  }
  const { bsb, accountNumber } = account
  return { method: 'direct_debit', bsb, account_number: accountNumber }
}
