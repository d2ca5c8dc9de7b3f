import { cardType, isLuhnValid, maskedPan } from './card.ts'

const accepted = /^[A-Za-z0-9 !#$%&()*+,\-./:;<=>?@[\]^_`{|}~]*$/

export function isRestricted(text: string): boolean {
  return accepted.test(text)
}

const lengths: Readonly<Record<string, readonly number[]>> = {
  visa: [13, 16, 19],
  mastercard: [16],
  amex: [15],
  diners: [14, 16],
  jcb: [16, 17, 18, 19],
  unionpay: [16, 17, 18, 19],
  discover: [16, 17, 18, 19],
}

/** Known schemes with their lengths, and Maestro with every length, if it is no part of an identifier. */
function isIssued(digits: string, around: string): boolean {
  if (lengths[cardType(digits)]?.includes(digits.length)) return true
  return /^(?:50|5[678]|6)/.test(digits) && !/[\p{L}0-9-]/u.test(around)
}

/** The text with every card number in it masked; decoded where one stands behind percent-encoding. */
export function maskedText(text: string): string {
  const plain = maskedNumbers(text)
  const [read, escapes] = withoutEscapes(plain)
  const masked = maskedNumbers(read)
  if (masked === read) return plain
  return masked.replace(/\ue000/g, () => escapes.shift() ?? '')
}

/** The text with its escapes decoded, where they stand for a digit or a separator; \ue000 stands for others. */
function withoutEscapes(text: string): readonly [string, string[]] {
  const escapes: string[] = []
  const read = text.replace(
    /%([0-9a-f]{2})|\\u([0-9a-f]{4})|\ue000/gi,
    (written, percent, json) => {
      const one = String.fromCharCode(Number.parseInt(percent ?? json ?? '0', 16))
      if (/[0-9 .-]/.test(one)) return one
      escapes.push(written)
      return '\ue000'
    },
  )
  return [read, escapes]
}

/**
 * Card numbers are masked always alike: whole groups of digits with one space, dash or dot between them.
 * Where several begin at one place, sixteen digits come first, then the longest.
 */
function maskedNumbers(text: string): string {
  for (let start = 0; start < text.length; start += 1) {
    const rest = text.slice(start, start + 38)
    if (isDigit(text[start - 1]) || !isDigit(rest[0])) continue
    const ends = Array.from(rest, (_, i) => i + 1)
    const cards = ends.filter((end) => isCard(text, start, start + end))
    const digits = cards.map((end) => rest.slice(0, end).replace(/[^0-9]/g, ''))
    const pan = digits.find(({ length }) => length === 16) ?? digits.at(-1)
    if (pan === undefined) continue
    const end = start + (cards[digits.indexOf(pan)] ?? 0)
    const mask = maskedPan(pan, 'x')
    return text.slice(0, start) + mask + maskedRest(mask, text.slice(end))
  }
  return text
}

/** What follows a mask goes on behind it. */
function maskedRest(mask: string, rest: string): string {
  const behind = mask
  return maskedNumbers(behind + rest).slice(behind.length)
}

function isCard(text: string, start: number, end: number): boolean {
  const written = text.slice(start, end)
  if (!/^[0-9]+(?:[ .-][0-9]+)*$/.test(written) || isDigit(text[end])) return false
  const digits = written.replace(/[^0-9]/g, '')
  if (digits.length < 12 || digits.length > 19) return false
  const around = (text[start - 1] ?? '') + (text[end] ?? '')
  if (!isIssued(digits, around) || !isLuhnValid(digits)) return false
  return digits === written || !isChance(text, start, end)
}

/** What is left of a mask, or a part of a UUID that has letters. */
function isChance(text: string, start: number, end: number): boolean {
  const ids = [...text.matchAll(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi)]
  const isInId = ids.some(
    ({ 0: id, index }) => /[a-f]/i.test(id) && index <= start && index + id.length >= end,
  )
  const isRest =
    /[0-9]{6}x{2,9}$/.test(text.slice(0, start)) || /^x{2,9}[0-9]{4}/.test(text.slice(end))
  return isInId || isRest
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && /^[0-9]$/.test(character)
}
