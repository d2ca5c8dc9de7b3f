export function isLuhnValid(digits: string): boolean {
  let sum = 0
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place])
    const doubled = digit * 2
    sum += place % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

export function isCardNumber(text: string): boolean {
  return /^[0-9]{13,19}$/.test(text) && isLuhnValid(text)
}

/** By the first digits of the number, which masking leaves. */
export function cardType(pan: string): string {
  const first = (count: number) => Number(pan.slice(0, count))
  const isWithin = (count: number, low: number, high: number) =>
    first(count) >= low && first(count) <= high
  if (pan.startsWith('4')) return 'visa'
  if (isWithin(2, 51, 55) || isWithin(4, 2221, 2720)) return 'mastercard'
  if (first(2) === 34 || first(2) === 37) return 'amex'
  const isDiners = [36, 38, 39].includes(first(2)) || isWithin(3, 300, 305) || first(4) === 3095
  if (isDiners) return 'diners'
  if (isWithin(4, 3528, 3589)) return 'jcb'
  if (first(2) === 62 || first(2) === 81) return 'unionpay'
  if (first(4) === 6011 || first(2) === 65 || isWithin(3, 644, 649)) return 'discover'
  return ''
}

export function maskedPan(pan: string, mask: string): string {
  return pan.slice(0, 6) + mask.repeat(pan.length - 10) + pan.slice(-4)
}

export function maskedAccount(number: string, mask: string): string {
  if (number.length < 6) return mask.repeat(number.length)
  return mask.repeat(number.length - 3) + number.slice(-3)
}

/** The month that four digits name, or undefined where they name none; `auto` order. */
export function expiryMonth(text: string): string | undefined {
  if (!/^[0-9]{4}$/.test(text)) return undefined
  const [left, right] = [text.slice(0, 2), text.slice(2)]
  const isMonth = (two: string) => Number(two) >= 1 && Number(two) <= 12
  if (isMonth(left)) return `20${right}-${left}`
  if (isMonth(right)) return `20${left}-${right}`
  return undefined
}

/** A card is good until the end of its month. */
export function isExpired(month: string, today: string): boolean {
  return today.slice(0, 7) > month
}
