import type { Substitutes } from './substitutes.ts'

/** A character as it stands in an address: itself, or an escape, or the escape of one. */
const characters = /%(?:25)*[2-7][0-9a-f]|./gis

/** An address with substitutes, each digit escaped as it was. */
export function substitutedAddress(address: string, substitutes: Substitutes): string {
  const written = address.match(characters) ?? []
  const plain = written.map(meant)
  const shown = substitutes.text(plain.join(''))
  // Whatever the escapes, a digit is the last character of its code.
  return written
    .map((one, i) => (plain[i] === shown[i] ? one : one.slice(0, -1) + (shown[i] ?? '')))
    .join('')
}

function meant(character: string): string {
  // In a query it stands for a space.
  if (character === '+') return ' '
  if (character.length === 1) return character
  return String.fromCharCode(Number.parseInt(character.slice(-2), 16))
}

const links = /("href":"[^"]*")/

/** An answer with substitutes; its links repeat what the query of its request had. */
export function substitutedAnswer(body: string, substitutes: Substitutes): string {
  // Every other part is a link.
  const parts = body.split(links)
  return parts
    .map((part, i) =>
      i % 2 === 0 ? substitutes.text(part) : substitutedAddress(part, substitutes),
    )
    .join('')
}
