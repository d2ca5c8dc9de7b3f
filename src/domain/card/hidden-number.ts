import type { Assumptions } from '../assumptions.ts'
import { isVirtualPan, maskPan } from './card.ts'
import { hasCardNumber, maskCardNumbers } from './card-number-in-text.ts'

/** Whatever may stand between the digits of a number that a person writes. */
const between = '[ .\\-_/]*'

/** A text in which a given number is masked, whatever its scheme is and however it is spaced. */
export function maskNumber(text: string, pan: string): string {
  // Nearly all texts are too short, or have too few digits.
  if (text.length < pan.length || !text.replaceAll(/\D/g, '').includes(pan)) return text
  return text.replaceAll(new RegExp([...pan].join(between), 'g'), maskPan(pan))
}

/** Whether a number is one to hide: that of a token stands for nothing elsewhere. */
export function isToBeHidden(pan: unknown, form: Pick<Assumptions, 'virtual_pan'>): pan is string {
  if (typeof pan !== 'string' || !/^[0-9]{13,19}$/.test(pan)) return false
  return !isVirtualPan(pan, form)
}

const escapes = /%([2-7][0-9a-f])/gi

/** A part of an address, in which a card number may hide behind escapes of escapes. */
export function maskAddress(text: string): string {
  let plain = text
  while (plain.includes('%')) {
    const next = plain.replaceAll(escapes, (_all, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    if (next === plain) break
    plain = next
  }
  return hasCardNumber(plain) ? maskCardNumbers(plain) : maskCardNumbers(text)
}

const spaced = /(?<![\d])\d(?:[ -]?\d){12,18}(?![\d])/g

/** For what is only shown: a card number that a person has typed with spaces is masked as well. */
export function maskTyped(text: string): string {
  return maskAddress(text).replaceAll(spaced, (run) => {
    const digits = run.replaceAll(/\D/g, '')
    return hasCardNumber(digits) ? maskPan(digits) : run
  })
}
