import { isToBeHidden, maskNumber } from '../../domain/card/hidden-number.ts'
import { isPlainObject } from '../../domain/plain-object.ts'

/** No body of the API is deeper. */
const DEEPEST = 6

/**
 * A request's body without its own card number in any of its texts: a client knows best which
 * number that is, so neither its scheme nor its spacing can hide it.
 */
export function withoutOwnNumber(body: unknown): unknown {
  const pan = panIn(body)
  return isToBeHidden(pan) ? masked(body, pan, 0) : body
}

function panIn(body: unknown): unknown {
  const paid = memberOf(memberOf(memberOf(body, 'transaction'), 'payment_method'), 'creditcard')
  const stored = memberOf(memberOf(body, 'account'), 'general_creditcard')
  return memberOf(paid, 'pan') ?? memberOf(stored, 'CARD.PAN')
}

function memberOf(value: unknown, name: string): unknown {
  return isPlainObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** The same value where there is nothing to mask. */
function masked(value: unknown, pan: string, depth: number): unknown {
  if (typeof value === 'string') return maskNumber(value, pan)
  if (!isPlainObject(value) || depth > DEEPEST) return value
  const entries = Object.entries(value)
  const shown = entries.map(([name, member]) => {
    const isItself = name === 'pan' || name === 'CARD.PAN'
    return [maskNumber(name, pan), isItself ? member : masked(member, pan, depth + 1)] as const
  })
  const isSame = shown.every(([name, member], i) => {
    return name === entries[i]?.[0] && member === entries[i]?.[1]
  })
  return isSame ? value : Object.fromEntries(shown)
}
