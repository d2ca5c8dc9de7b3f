import { maskPan } from './card.ts'
import { isCardNumber } from './card-number-in-text.ts'
import { plainDigits } from './foreign-digits.ts'
import { anyGroups, replaceGrouped } from './grouped-digits.ts'
import { withoutEscapes } from './hidden-number.ts'
import { isTestPan } from './test-cards.ts'

/**
 * For what a page repeats of its own address or of a form: a number that may be somebody's does not
 * come back. Test numbers are public, and a tester should read them.
 */
export function maskStrangers(text: string): string {
  const read = plainDigits(withoutEscapes(text))
  const masked = replaceGrouped(read, anyGroups, { isWanted: isStranger, replaced: maskPan })
  return masked === read ? text : masked
}

function isStranger(digits: string): boolean {
  return isCardNumber(digits) && !isTestPan(digits)
}
