import type { Substitutes } from './substitutes.ts'

/** One character of an address, or the percent-encoding of a digit or a separator. */
const characters = /%(?:2[0de]|3[0-9])|./gis

/** An address with substitutes; each digit keeps its encoding. */
export function substitutedAddress(address: string, substitutes: Substitutes): string {
  if (!address.includes('%')) return substitutes.text(address)
  const written = address.match(characters) ?? []
  const shown = substitutes.text(written.map(meant).join(''))
  // The lists line up: each item is one character, and an encoded digit ends with that digit.
  return written.map((one, i) => one.slice(0, -1) + digitOr(one, shown.charAt(i))).join('')
}

function meant(character: string): string {
  if (character.length === 1) return character
  return String.fromCharCode(Number.parseInt(character.slice(1), 16))
}

/** The new digit at this position; any other character is unchanged. */
function digitOr(written: string, shown: string): string {
  return /[0-9]/.test(shown) ? shown : written.slice(-1)
}
