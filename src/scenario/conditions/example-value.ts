import { isLuhnValid } from '../../base/redaction/card-number.ts'

/** A text that matches the glob: `?` and `*` filled in, with `ending` for wildcards at the end. */
export function exampleText(glob: string, ending = ''): string {
  const fixed = fillEnd(glob.replaceAll('*', ''), ending)
  // Amounts do not start with a zero.
  return fixed.replace(/^\?/, '1').replaceAll('?', '0') || '1'
}

/** A card number that matches the glob and passes the Luhn check; undefined if there is none. */
export function examplePan(glob: string, ending = ''): string | undefined {
  const sized = withLength(glob, lengthFor(glob))
  if (sized === undefined) return undefined
  return luhnFilled(fillEnd(sized, ending)) ?? luhnFilled(sized)
}

// 51 (insufficient funds) is the code that most people look for, and 1 is the first return code.
export const endings: Readonly<Record<string, string>> = {
  'from-amount': '51',
  'from-pan': '51',
  'from-bsb': '1',
}

function fillEnd(glob: string, ending: string): string {
  return glob.endsWith('?'.repeat(ending.length)) && ending !== ''
    ? glob.slice(0, -ending.length) + ending
    : glob
}

function lengthFor(glob: string): number {
  if (/^3[47]/.test(glob)) return 15
  return /^3[0689]/.test(glob) ? 14 : 16
}

/** Expands the first star to the length that the number needs, and the others to nothing. */
function withLength(glob: string, length: number): string | undefined {
  const star = glob.indexOf('*')
  if (star === -1) return glob
  const rest = glob.slice(star + 1).replaceAll('*', '')
  const missing = Math.max(length - star - rest.length, 0)
  const first = star === 0 ? '4'.slice(0, missing) : ''
  return glob.slice(0, star) + first.padEnd(missing, '?') + rest
}

/** Fills all wildcards with zeros except one, whose digit makes the Luhn check pass. */
function luhnFilled(digits: string): string | undefined {
  // After the first six digits, so that the digit does not change the issuer.
  const behind = digits.indexOf('?', 6)
  const free = behind === -1 ? digits.indexOf('?') : behind
  if (free === -1) return isLuhnValid(digits) ? digits : undefined
  const [head, tail] = [digits.slice(0, free), digits.slice(free + 1)]
  const tries = [...'0123456789'].map((digit) => (head + digit + tail).replaceAll('?', '0'))
  return tries.find(isLuhnValid)
}
