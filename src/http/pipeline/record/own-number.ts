import type { Assumptions } from '../../../domain/assumptions.ts'
import { hasCardNumber, maskCardNumbers } from '../../../domain/card/card-number-in-text.ts'
import { isToBeHidden, maskNumber } from '../../../domain/card/hidden-number.ts'
import { isPlainObject } from '../../../domain/plain-object.ts'
import { longNumbers } from './long-numbers.ts'

/** No body of the API is deeper. */
const DEEPEST = 6

/**
 * A request's body without its own card number in any of its texts: a client knows best which
 * number that is, so neither its scheme nor its spacing can hide it.
 */
export function withoutOwnNumber(
  body: unknown,
  bytes: Uint8Array,
  assumptions: Pick<Assumptions, 'virtual_pan'>,
): ReadBody {
  const pan = panIn(body)
  const many = longNumbers(bytes)
  const isPlain = many === 0 || (many === 1 && isLongNumber(pan))
  if (isPlain || !isToBeHidden(pan, assumptions)) return { body, ownNumberIn: none, isPlain }
  const found: string[] = []
  return { body: masked(body, { pan, found }, []), ownNumberIn: found, isPlain }
}

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

function panIn(body: unknown): unknown {
  const paid = memberOf(memberOf(memberOf(body, 'transaction'), 'payment_method'), 'creditcard')
  const stored = memberOf(memberOf(body, 'account'), 'general_creditcard')
  return memberOf(paid, 'pan') ?? memberOf(stored, 'CARD.PAN')
}

function memberOf(value: unknown, name: string): unknown {
  return isPlainObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

interface Search {
  readonly pan: string
  readonly found: string[]
}

function maskedText(text: string, { pan, found }: Search, path: readonly string[]): string {
  const masked = maskNumber(text, pan)
  if (masked === text) return text
  // What anyone would know as a card number is masked later, and told apart by what was sent.
  const known = maskCardNumbers(text)
  if (maskNumber(known, pan) === known) return text
  // The keys of KVPs are the client's own, and may hold anything.
  if (hasCardNumber(text)) found.push(path[0] === 'kvps' ? 'kvps' : path.join('.'))
  return masked
}

/** The same value where there is nothing to mask. */
function masked(value: unknown, search: Search, path: readonly string[]): unknown {
  const { pan } = search
  if (typeof value === 'string') return maskedText(value, search, path)
  if (!isPlainObject(value) || path.length > DEEPEST) return value
  const entries = Object.entries(value)
  const shown = entries.map(([name, member]) => {
    const isItself = name === 'pan' || name === 'CARD.PAN'
    return [
      maskNumber(name, pan),
      isItself ? member : masked(member, search, [...path, name]),
    ] as const
  })
  const isSame = shown.every(([name, member], i) => {
    return name === entries[i]?.[0] && member === entries[i]?.[1]
  })
  return isSame ? value : Object.fromEntries(shown)
}
