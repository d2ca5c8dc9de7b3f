import type { Substitutes } from './substitutes.ts'

/** A character as it stands in an address: itself, or the escape of a digit or a separator. */
const characters = /%(?:2[0de]|3[0-9])|./gis

/** An address with substitutes, each digit escaped as it was. */
export function substitutedAddress(address: string, substitutes: Substitutes): string {
  if (!address.includes('%')) return substitutes.text(address)
  const written = address.match(characters) ?? []
  const shown = substitutes.text(written.map(meant).join(''))
  // One place each: a digit is the last character of its escape.
  return written.map((one, i) => one.slice(0, -1) + digitOr(one, shown.charAt(i))).join('')
}

function meant(character: string): string {
  if (character.length === 1) return character
  return String.fromCharCode(Number.parseInt(character.slice(1), 16))
}

/** The digit that stands here now; anything else is as it was. */
function digitOr(written: string, shown: string): string {
  return /[0-9]/.test(shown) ? shown : written.slice(-1)
}
