import type { Assumptions } from '../../domain/assumptions/assumptions.ts'
import { normaliseBsb } from '../../domain/bank-account.ts'
import { cardType } from '../../domain/card/card.ts'
import { parseExpiry } from '../../domain/card/expiry.ts'
import { isPlainObject } from '../../domain/plain-object.ts'
import { CARD_ACCOUNT } from '../../domain/vault.ts'
import type { Facts } from '../../scenario/rule.ts'
import type { AccountInput } from '../../world/commands/vault/tokens.ts'
import type { AccountBody } from '../contract/vault/token-request.ts'

/** The account that a body holds. */
export function accountInput(body: AccountBody, assumptions: Assumptions): AccountInput {
  const { bank_account_type, bank_account_members: names } = assumptions
  const type = CARD_ACCOUNT in body ? CARD_ACCOUNT : bank_account_type
  const account: unknown = body[type]
  const text = (name: string) => {
    const value = isPlainObject(account) ? account[name] : undefined
    if (typeof value !== 'string') throw new Error(`A ${type} has no ${name}`)
    return value
  }
  if (type === CARD_ACCOUNT) {
    const expiry = parseExpiry(text('CARD.EXPIRY'), assumptions.expiry_format)
    if (expiry === undefined) throw new Error('A card has no expiry date')
    return { type: 'card', pan: text('CARD.PAN'), expiry, name: text('CARD.NAME') }
  }
  const bsb = text(names.bsb)
  return {
    type: 'bank',
    bsb: normaliseBsb(bsb) ?? bsb,
    accountNumber: text(names.account_number),
    accountName: text(names.account_name),
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
