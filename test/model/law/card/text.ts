import { cardType, isLuhnValid, maskedPan } from './card.ts'

const accepted = /^[A-Za-z0-9 !#$%&()*+,\-./:;<=>?@[\]^_`{|}~]*$/

export function isRestricted(text: string): boolean {
  return accepted.test(text)
}

/** How long the numbers of a scheme are. */
const lengths: Readonly<Record<string, readonly number[]>> = {
  visa: [13, 16, 19],
  mastercard: [16],
  amex: [15],
  diners: [14, 16],
  jcb: [16, 17, 18, 19],
  unionpay: [16, 17, 18, 19],
  discover: [16, 17, 18, 19],
}

/** The text with every card number in it masked, always alike: only numbers have a mask of choice. */
export function maskedText(text: string): string {
  return text.replace(/[0-9]+/g, (digits) =>
    lengths[cardType(digits)]?.includes(digits.length) && isLuhnValid(digits)
      ? maskedPan(digits, 'x')
      : digits,
  )
}
