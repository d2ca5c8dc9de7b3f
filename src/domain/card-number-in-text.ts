import { hasSchemeLength, isLuhnValid, isVirtualPan, maskPan } from './card.ts'

// Only a maximal run counts: sixteen digits inside a longer number are part of that number.
const longRun = /[0-9]{13,}/g
const shortestCard = 13

export function hasCardNumber(text: string): boolean {
  return mayHaveLongRun(text) && (text.match(longRun)?.some(isCardNumber) ?? false)
}

export function maskCardNumbers(text: string): string {
  if (!mayHaveLongRun(text)) return text
  return text.replace(longRun, (run) => (isCardNumber(run) ? maskPan(run) : run))
}

// One order number in ten passes the Luhn check, so prefix and length must name a scheme too.
function isCardNumber(run: string): boolean {
  return !isVirtualPan(run) && hasSchemeLength(run) && isLuhnValid(run)
}

// A run of thirteen covers one of every thirteen places, so a look at those clears almost any text.
function mayHaveLongRun(text: string): boolean {
  for (let i = shortestCard - 1; i < text.length; i += shortestCard) {
    const code = text.charCodeAt(i)
    if (code >= 48 && code <= 57) return true
  }
  return false
}
