import type { Assumptions } from '../../../domain/assumptions/assumptions.ts'
import { normaliseBsb } from '../../../domain/bank-account.ts'
import { isTellingAccount, isToBeHidden } from '../../../domain/card/hidden-number.ts'
import { isPlainObject, memberOf } from '../../../domain/plain-object.ts'

/** What must be known to find the numbers that a request pays with. */
export type Names = Pick<
  Assumptions,
  'virtual_pan' | 'direct_debit_members' | 'bank_account_members'
>

/** The numbers of a request's own card and account, without what stood between their digits. */
export interface OwnNumbers {
  readonly pans: readonly string[]
  readonly accounts: readonly string[]
}

/** No payment method of the API is deeper. */
const DEEPEST = 3
const LONGEST = 100

/** Whatever can be a number in what a request says of its card or account, rightly or wrongly named. */
export function ownNumbers(body: unknown, names: Names): OwnNumbers {
  const found = new Set<string>()
  const transaction = memberOf(body, 'transaction')
  collect(memberOf(transaction, 'payment_method'), names, found)
  collect(memberOf(body, 'account'), names, found)
  for (const place of [body, transaction]) {
    for (const name of ['pan', ...accountNames(names)]) add(memberOf(place, name), found)
  }
  const numbers = [...found]
  return {
    pans: numbers.filter((number) => isToBeHidden(number, names)),
    accounts: numbers.filter((number) => isTellingAccount(number)),
  }
}

function accountNames({ direct_debit_members: debit, bank_account_members: bank }: Names) {
  return [debit.account_number, bank.account_number]
}

function collect(value: unknown, names: Names, found: Set<string>, depth = 0): void {
  if (!isPlainObject(value) || depth > DEEPEST) return
  for (const name in value) {
    const member = value[name]
    if (isPlainObject(member)) collect(member, names, found, depth + 1)
    else if (!isBranch(name, member, names)) add(member, found)
  }
}

/** A branch is nobody's secret. */
export function isBranch(name: string, member: unknown, names: Names): boolean {
  const isNamed = name === names.direct_debit_members.bsb || name === names.bank_account_members.bsb
  return isNamed && typeof member === 'string' && normaliseBsb(member) !== undefined
}

/** Nothing but digits, and what may stand between them. */
function add(value: unknown, found: Set<string>): void {
  if (typeof value !== 'string' && typeof value !== 'number') return
  const text = String(value)
  if (text.length > LONGEST || /[A-WYZa-wyz]/.test(text)) return
  found.add(text.replaceAll(/[^0-9]/g, ''))
}
