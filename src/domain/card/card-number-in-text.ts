import { hasSchemeLength, isLuhnValid, maskPan } from './card.ts'

// Only a maximal run counts: sixteen digits inside a longer number are part of that number.
const longRun = /[0-9]{13,}/g
const shortestCard = 13

export function hasCardNumber(text: string): boolean {
  return hasLongRun(text) && (text.match(longRun)?.some(isCardNumber) ?? false)
}

export function maskCardNumbers(text: string): string {
  return replaceCardNumbers(text, maskPan)
}

/** The text with something else in place of each card number. */
function replaceCardNumbers(text: string, replaced: (pan: string) => string): string {
  if (!hasLongRun(text)) return text
  return text.replace(longRun, (run) => (isCardNumber(run) ? replaced(run) : run))
}

/** Keys and values alike; the same object where there is nothing to mask. */
export function maskedMembers(
  members: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  if (!haveCardNumber(members)) return members
  return Object.fromEntries(
    Object.entries(members).map(([key, value]) => [maskCardNumbers(key), maskCardNumbers(value)]),
  )
}

/** For each request, and a list of its entries would cost more than the look at them. */
function haveCardNumber(members: Readonly<Record<string, string>>): boolean {
  for (const key in members) {
    if (hasCardNumber(key) || hasCardNumber(members[key] as string)) return true
  }
  return false
}

// One order number in ten passes the Luhn check, so prefix and length must name a scheme too.
function isCardNumber(run: string): boolean {
  return hasSchemeLength(run) && isLuhnValid(run)
}

// A run of thirteen covers one of every thirteen places, so a look around those finds every one.
function hasLongRun(text: string): boolean {
  for (let i = shortestCard - 1; i < text.length; i += shortestCard) {
    let start = i
    while (isDigit(text, start)) start -= 1
    if (start === i) continue
    let end = i
    while (isDigit(text, end + 1)) end += 1
    if (end - start >= shortestCard) return true
  }
  return false
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 48 && code <= 57
}
