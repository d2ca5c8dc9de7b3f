import { hasSchemeLength, isLuhnValid, maskPan } from './card.ts'
import {
  hasLongNumber,
  hasWideNumber,
  plainGroups,
  replaceGrouped,
  wideGroups,
} from './grouped-digits.ts'

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

/**
 * For what the sandbox writes down or gives away, JSON or not: a card number with spaces or dashes
 * between its groups is masked as well.
 */
export function maskWritten(text: string): string {
  return hasLongNumber(text) ? maskGrouped(maskCardNumbers(text)) : text
}

/** For rows, which hold no others but those of test cards that rules wait for. */
export function maskGrouped(text: string): string {
  return replaceGrouped(text, plainGroups, { isWanted: isCardNumber, replaced: maskPan })
}

/** The same with another character, and with everything where it stands. */
export function hideCardNumbers(text: string, hidden: string): string {
  if (!hasWideNumber(text)) return text
  const replaced = (pan: string, written: string) => {
    const digits = maskPan(pan)
    let at = 0
    return written.replaceAll(/[0-9]/g, () => digits.charAt(at++).replace('x', hidden))
  }
  return replaceGrouped(text, wideGroups, { isWanted: isCardNumber, replaced })
}

/** For an id, which is one value: whatever stands between the groups. */
export function maskSpacedCards(text: string): string {
  if (!hasWideNumber(text)) return text
  return replaceGrouped(text, wideGroups, { isWanted: isCardNumber, replaced: maskPan })
}

/** Whether a text that is written down would be masked. */
export function hasWrittenCard(text: string): boolean {
  return maskWritten(text) !== text
}

/** Keys and values alike; the same object where there is nothing to mask. */
export function maskedMembers(
  members: Readonly<Record<string, string>>,
  mask = maskCardNumbers,
): Readonly<Record<string, string>> {
  if (mask === maskCardNumbers && !haveCardNumber(members)) return members
  return Object.fromEntries(Object.entries(members).map(([key, value]) => [mask(key), mask(value)]))
}

/** For each request, and a list of its entries would cost more than the look at them. */
function haveCardNumber(members: Readonly<Record<string, string>>): boolean {
  for (const key in members) {
    if (hasCardNumber(key) || hasCardNumber(members[key] as string)) return true
  }
  return false
}

// One order number in ten passes the Luhn check, so prefix and length must name a scheme too.
export function isCardNumber(run: string): boolean {
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
