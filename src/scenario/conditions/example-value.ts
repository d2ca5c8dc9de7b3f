import { isLuhnValid } from '../../domain/card/card.ts'

/** A text that matches the glob: `?` and `*` filled in, with `ending` for wildcards at the end. */
export function exampleText(glob: string, ending = ''): string {
  const fixed = fillEnd(glob.replaceAll('*', ''), ending)
  // An amount does not begin with a zero.
  return fixed.replace(/^\?/, '1').replaceAll('?', '0') || '1'
}

/** A card number that matches the glob and passes the Luhn check; nothing where there is none. */
export function examplePan(glob: string, ending = ''): string | undefined {
  const sized = withLength(glob, lengthFor(glob))
  if (sized === undefined) return undefined
  return luhnFilled(fillEnd(sized, ending)) ?? luhnFilled(sized)
}

// 51 is what most people look for first, and 1 is the first reason for a return.
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

/** The first star as long as the number needs, the others empty. */
function withLength(glob: string, length: number): string | undefined {
  const star = glob.indexOf('*')
  if (star === -1) return glob
  const rest = glob.slice(star + 1).replaceAll('*', '')
  const missing = Math.max(length - star - rest.length, 0)
  const first = star === 0 ? '4'.slice(0, missing) : ''
  return glob.slice(0, star) + first.padEnd(missing, '?') + rest
}

/** Zeros for all wildcards but one, whose digit settles the Luhn check. */
function luhnFilled(digits: string): string | undefined {
  // Behind the first six, so that the digit does not change who issued the card.
  const behind = digits.indexOf('?', 6)
  const free = behind === -1 ? digits.indexOf('?') : behind
  if (free === -1) return isLuhnValid(digits) ? digits : undefined
  const [head, tail] = [digits.slice(0, free), digits.slice(free + 1)]
  const tries = [...'0123456789'].map((digit) => (head + digit + tail).replaceAll('?', '0'))
  return tries.find(isLuhnValid)
}
