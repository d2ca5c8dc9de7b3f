import type { Assumptions } from '../../../domain/assumptions.ts'
import { hasCardNumber, maskCardNumbers } from '../../../domain/card/card-number-in-text.ts'
import {
  isTellingAccount,
  isToBeHidden,
  maskNumber,
  maskOwnAccount,
} from '../../../domain/card/hidden-number.ts'
import { isPlainObject, memberOf } from '../../../domain/plain-object.ts'
import { longNumbers } from './long-numbers.ts'

/** No body of the API is deeper. */
const DEEPEST = 6

/** What must be known to find the number that a request pays with. */
type Names = Pick<
  Assumptions,
  | 'virtual_pan'
  | 'direct_debit_payment_method'
  | 'direct_debit_members'
  | 'bank_account_type'
  | 'bank_account_members'
>

/**
 * A request's body without its own card or account number in any of its texts: a client knows best
 * which number that is, so neither its scheme nor its spacing can hide it.
 */
export function withoutOwnNumber(body: unknown, bytes: Uint8Array, names: Names): ReadBody {
  const pan = panIn(body)
  const many = longNumbers(bytes)
  const isPlain = many === 0 || (many === 1 && isLongNumber(pan))
  const mask = maskOf(isPlain ? undefined : pan, pan === undefined ? body : undefined, names)
  if (mask === undefined) return { body, ownNumberIn: none, isPlain }
  const found: string[] = []
  return { body: masked(body, { mask, found, names }, []), ownNumberIn: found, isPlain }
}

/** How to mask what a request pays with; undefined where there is nothing to look for. */
function maskOf(pan: unknown, body: unknown, names: Names): Mask | undefined {
  if (isToBeHidden(pan, names)) return (text) => maskNumber(text, pan)
  const account = accountIn(body, names)
  return isTellingAccount(account) ? (text) => maskOwnAccount(text, account) : undefined
}

type Mask = (text: string) => string

/** A body as far as it is known before it is understood. */
interface ReadBody {
  readonly body: unknown
  /** Where its own number stood, for the report: `transaction.reference`. */
  readonly ownNumberIn: readonly string[]
  /** Whether none of its texts can hold a card number, but for the card's own. */
  readonly isPlain: boolean
}

const none: readonly string[] = []

/** Whether the one long number of a body is this one: no other text can hold one then. */
function isLongNumber(pan: unknown): boolean {
  return typeof pan === 'string' && /^[0-9]{13,}$/.test(pan)
}

/** The number of the card that a request names, wherever its operation has it. */
export function panIn(body: unknown): unknown {
  const paid = memberOf(memberOf(memberOf(body, 'transaction'), 'payment_method'), 'creditcard')
  const stored = memberOf(memberOf(body, 'account'), 'general_creditcard')
  return memberOf(paid, 'pan') ?? memberOf(stored, 'CARD.PAN')
}

function accountIn(body: unknown, names: Names): unknown {
  const payment = memberOf(memberOf(body, 'transaction'), 'payment_method')
  const paid = memberOf(payment, names.direct_debit_payment_method)
  const stored = memberOf(memberOf(body, 'account'), names.bank_account_type)
  return (
    memberOf(paid, names.direct_debit_members.account_number) ??
    memberOf(stored, names.bank_account_members.account_number)
  )
}

interface Search {
  readonly mask: Mask
  readonly names: Names
  readonly found: string[]
}

function maskedText(text: string, { mask, found }: Search, path: readonly string[]): string {
  const shown = mask(text)
  if (shown === text) return text
  // What anyone would know as a card number is masked later, and told apart by what was sent.
  const known = maskCardNumbers(text)
  if (mask(known) === known) return text
  // The keys of KVPs are the client's own, and may hold anything.
  if (hasCardNumber(text)) found.push(path[0] === 'kvps' ? 'kvps' : path.join('.'))
  return shown
}

/** The same value where there is nothing to mask. */
function masked(value: unknown, search: Search, path: readonly string[]): unknown {
  if (typeof value === 'string') return maskedText(value, search, path)
  if (!isPlainObject(value) || path.length > DEEPEST) return value
  const entries = Object.entries(value)
  const shown = entries.map(([name, member]) => {
    const own = isOwnMember(name, search.names)
    return [search.mask(name), own ? member : masked(member, search, [...path, name])] as const
  })
  const isSame = shown.every(([name, member], i) => {
    return name === entries[i]?.[0] && member === entries[i]?.[1]
  })
  return isSame ? value : Object.fromEntries(shown)
}

/** Where the number itself stands, which the operation still needs. */
function isOwnMember(name: string, names: Names): boolean {
  return (
    name === 'pan' ||
    name === 'CARD.PAN' ||
    name === names.direct_debit_members.account_number ||
    name === names.bank_account_members.account_number
  )
}
