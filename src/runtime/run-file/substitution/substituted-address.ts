import { hasForeignDigit } from '../../../domain/card/foreign-digits.ts'
import type { Substitutes } from './substitutes.ts'

const sign = '%(?:25)*'
const more = `${sign}[89ab][0-9a-f]`

/** A character as it stands in an address: itself, or an escape, or the escape of one. */
const characters = new RegExp(
  [
    `${sign}[cd][0-9a-f]${more}`,
    `${sign}e[0-9a-f](?:${more}){2}`,
    `${sign}f[0-7](?:${more}){3}`,
    `${sign}[2-7][0-9a-f]`,
    '.',
  ].join('|'),
  'gis',
)

/** An address with substitutes, each digit escaped as it was. */
export function substitutedAddress(address: string, substitutes: Substitutes): string {
  const written = withSameForeignDigits(address.match(characters) ?? [])
  // One place each, whatever its character takes.
  const plain = written.map((one) => meant(one).slice(0, 1))
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
  try {
    return decodeURIComponent(character.replaceAll(/%(?:25)+/g, '%'))
  } catch {
    return character
  }
}

/** Digits of other scripts, all like the first, which a refusal may name. */
function withSameForeignDigits(written: readonly string[]): readonly string[] {
  const first = written.find((one) => hasForeignDigit(meant(one)))
  if (first === undefined) return written
  return written.map((one) => (hasForeignDigit(meant(one)) ? first : one))
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
