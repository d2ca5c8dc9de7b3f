import type { Fault } from '../../document/complaint.ts'
import { type CardType, cardType } from '../../domain/card/card.ts'
import { compileGlob } from '../conditions/glob.ts'
import { asList, type WhenDocument } from '../scenario-document.ts'

/** A card's number says of which type it is, so the two conditions must agree. */
export function cardTypeFaults({ pan, card_type }: WhenDocument): readonly Fault[] {
  if (pan === undefined || card_type === undefined) return []
  const tests = asList(card_type).map(compileGlob)
  const numbers = asList(pan)
  const agrees = beginnings.some(
    ({ digits, type }) =>
      tests.some((isAsked) => isAsked(type)) && numbers.some((glob) => canBegin(glob, digits)),
  )
  if (agrees) return []
  // The number itself is not said: it may be somebody's.
  const message = 'never matches: no card number that pan asks for is of this type'
  return [{ path: ['card_type'], message, atKey: true }]
}

interface Beginning {
  readonly digits: string
  readonly type: CardType
}

// Four digits tell every type from every other.
const TELLING = 4

/** The shortest beginnings of card numbers that each tell one type: a hundred or so. */
const beginnings = beginningsBelow('')

function beginningsBelow(digits: string): readonly Beginning[] {
  if (digits.length === TELLING) return [{ digits, type: cardType(digits) }]
  const below = Array.from({ length: 10 }, (_, digit) => beginningsBelow(`${digits}${digit}`))
  const [first] = below.flat()
  const isOne = below.every(([one, another]) => another === undefined && one?.type === first?.type)
  return isOne && first !== undefined ? [{ digits, type: first.type }] : below.flat()
}

/** Whether a text that matches the glob can begin with the digits. */
function canBegin(glob: string, digits: string): boolean {
  if (digits === '') return true
  const [first, rest] = [glob.charAt(0), glob.slice(1)]
  if (first === '*') return canBegin(rest, digits) || canBegin(glob, digits.slice(1))
  return (first === '?' || first === digits.charAt(0)) && canBegin(rest, digits.slice(1))
}
