import { hasCardNumber, maskCardNumbers } from '../../../domain/card/card-number-in-text.ts'
import { maskNumber, maskOwnAccount } from '../../../domain/card/hidden-number.ts'
import { isPlainObject, memberOf } from '../../../domain/plain-object.ts'
import { longNumbers } from './long-numbers.ts'
import { isBranch, type Names, type OwnNumbers, ownNumbers } from './own-numbers.ts'

/** No body of the API is deeper. */
const DEEPEST = 6

/**
 * A request's body without its own card or account number in any of its texts: a client knows best
 * which number that is, so neither its scheme nor its spacing can hide it.
 */
export function withoutOwnNumber(body: unknown, bytes: Uint8Array, names: Names): ReadBody {
  const pan = panIn(body)
  const many = longNumbers(bytes)
  const isPlain = many === 0 || (many === 1 && isLongNumber(pan))
  // Where nothing else is as long as the number of its card, nothing can repeat that.
  if (isPlain && isLongNumber(pan)) return { body, ownNumberIn: none, isPlain }
  const mask = maskOf(ownNumbers(body, names))
  if (mask === undefined) return { body, ownNumberIn: none, isPlain }
  const found: string[] = []
  return { body: masked(body, { mask, found, names }, []), ownNumberIn: found, isPlain }
}

/** How to mask what a request pays with; undefined where there is nothing to look for. */
function maskOf({ pans, accounts }: OwnNumbers): Mask | undefined {
  if (pans.length + accounts.length === 0) return undefined
  return (text) => accounts.reduce(maskOwnAccount, pans.reduce(maskNumber, text))
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
  // It stays a number, for its type is what is wrong with it.
  if (typeof value === 'number') return search.mask(String(value)) === String(value) ? value : 0
  if (!isPlainObject(value) || path.length > DEEPEST) return value
  const entries = Object.entries(value)
  const shown = entries.map(([name, member]) => {
    const own = isNeeded(name, member, search.names)
    return [search.mask(name), own ? member : masked(member, search, [...path, name])] as const
  })
  const isSame = shown.every(([name, member], i) => {
    return name === entries[i]?.[0] && member === entries[i]?.[1]
  })
  return isSame ? value : Object.fromEntries(shown)
}

/** What the operation still needs as it is. */
function isNeeded(name: string, member: unknown, names: Names): boolean {
  return isOwnMember(name, names) || isAmount(name, member) || isBranch(name, member, names)
}

/** An amount may have the digits of an account by chance. */
function isAmount(name: string, member: unknown): boolean {
  return name === 'total_amount' && typeof member === 'string' && /^[1-9][0-9]{0,9}$/.test(member)
}

/** What it pays with, or to whom. */
function isOwnMember(name: string, names: Names): boolean {
  return (
    name === 'pan' ||
    name === 'CARD.PAN' ||
    // That of a merchant, which may be any number.
    name === 'id' ||
    name === names.direct_debit_members.account_number ||
    name === names.bank_account_members.account_number
  )
}
