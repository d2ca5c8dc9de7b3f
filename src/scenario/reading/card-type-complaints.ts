import type { Fault } from '../../document/complaint.ts'
import { type CardType, cardType } from '../../domain/card/card.ts'
import { compileGlob } from '../conditions/glob.ts'
import { asList, type WhenDocument } from '../scenario-document.ts'

/** A card's number says of which type it is, so the two conditions must agree. */
export function cardTypeFaults({ pan, card_type }: WhenDocument): readonly Fault[] {
  if (pan === undefined || card_type === undefined) return []
  const tests = asList(card_type).map(compileGlob)
  const numbers = asList(pan)
  const agrees = beginnings().some(
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

function beginnings(): readonly Beginning[] {
  return Array.from({ length: 10 ** TELLING }, (_, i) => {
    const digits = String(i).padStart(TELLING, '0')
    return { digits, type: cardType(digits) }
  })
}

/** Whether a text that matches the glob can begin with the digits. */
function canBegin(glob: string, digits: string): boolean {
  if (digits === '') return true
  const [first, rest] = [glob.charAt(0), glob.slice(1)]
  if (first === '*') return canBegin(rest, digits) || canBegin(glob, digits.slice(1))
  return (first === '?' || first === digits.charAt(0)) && canBegin(rest, digits.slice(1))
}
