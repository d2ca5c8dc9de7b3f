import { memberOf } from '../../base/plain-object.ts'
import { withMask } from '../../base/redaction/card-number.ts'
import type { Assumptions } from '../../domain/assumptions/assumptions.ts'
import { normaliseBsb } from '../../domain/bank-account.ts'
import type { PaymentMethod, StoredAccount } from '../../domain/transaction/transaction.ts'

/** What the members of a bank account are called; the assumptions decide. */
export type AccountNames = Assumptions['direct_debit_fields']

/** A bank account as it was sent. */
export function sentAccount(given: unknown, names: AccountNames) {
  const bsb = checkedText(given, names.bsb)
  return {
    bsb: normaliseBsb(bsb) ?? bsb,
    accountNumber: checkedText(given, names.account_number),
    accountName: checkedText(given, names.account_name),
  }
}

/** A member that the contract has found to be a text. */
export function checkedText(given: unknown, name: string): string {
  const value = memberOf(given, name)
  if (typeof value !== 'string') throw new Error(`An account has no ${name}`)
  return value
}

/** A bank account as answers show it. */
export function shownAccount(account: StoredAccount, names: AccountNames, mask: string) {
  return {
    [names.bsb]: account.bsb,
    [names.account_number]: withMask(account.accountNumber, mask),
    [names.account_name]: account.accountName,
  }
}

/** What paid, in one text: a card's number or a BSB with its account number, masked as stored. */
export function shownPayer(method: PaymentMethod): string {
  if (method.kind === 'card') return method.card.pan
  return `${method.account.bsb} ${method.account.accountNumber}`
}
