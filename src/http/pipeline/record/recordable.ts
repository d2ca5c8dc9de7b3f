import type { Assumptions } from '../../../domain/assumptions/assumptions.ts'
import { maskAccountNumber, normaliseBsb } from '../../../domain/bank-account.ts'
import { cardType, isLuhnValid, isVirtualPan } from '../../../domain/card/card.ts'
import { isTestPan, testPans } from '../../../domain/card/test-cards.ts'
import type { Secret } from '../../contract/note.ts'

/** What decides which numbers a run file may hold. */
export interface RecordingWorld {
  readonly rules: { isNamed(number: string): boolean }
  readonly environment: { readonly assumptions: Pick<Assumptions, 'virtual_pan'> }
}

/**
 * A secret as a run file may hold it, so that a replay takes the same course. Test numbers, virtual
 * PANs and numbers that a rule names belong to nobody and stay.
 */
export function recordable(secret: Secret, text: string, world: RecordingWorld): string {
  const isKept = kept[secret]?.(text) ?? false
  return isKept || world.rules.isNamed(text) ? text : replaced(secret, text, world)
}

/** The usual values, which are looked at first. */
const kept: Readonly<Partial<Record<Secret, (text: string) => boolean>>> = {
  pan: isTestPan,
  // Not secret without its card.
  expiry: (text) => /^[0-9]{4}$/.test(text),
  bsb: (text) => normaliseBsb(text) !== undefined,
}

function replaced(secret: Secret, text: string, { environment }: RecordingWorld): string {
  if (secret === 'pan' && /^[0-9]{13,19}$/.test(text)) {
    return isVirtualPan(text, environment.assumptions) ? text : testPanFor(text)
  }
  // Answers show the same digits of it.
  if (secret === 'account' && /^[0-9]{1,9}$/.test(text)) {
    return maskAccountNumber(text).replaceAll('x', '0')
  }
  return zeros(text)
}

/** The published number of the same scheme, as valid as the given one. */
function testPanFor(pan: string): string {
  const [number = '4111111111111111'] = testPans(cardType(pan))
  if (isLuhnValid(pan)) return number
  return number.slice(0, -1) + ((Number(number.at(-1)) + 1) % 10)
}

/** Digits of other scripts become x: the text stays as invalid as it was. */
function zeros(text: string): string {
  if (/^[0-9]+$/.test(text)) return '0'.repeat(text.length)
  return text.replaceAll(/\p{Nd}/gu, (one) => (one <= '9' ? '0' : 'x'.repeat(one.length)))
}
