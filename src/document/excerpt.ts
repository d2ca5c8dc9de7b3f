import { redactText } from '../domain/redaction/redacted.ts'

const LONGEST = 80

/** What a complaint quotes of a file: not much, on one line, and nothing that a terminal obeys. */
export function excerpt(text: string, longest = LONGEST): string {
  // Masked while it is whole: half a card number would not be known for one.
  const masked = redactText(text.length > MOST ? text.slice(0, MOST) : text)
  const shown = masked.length > longest ? `${masked.slice(0, longest)}…` : masked
  return shown.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, escaped)
}

/** Far more than is ever shown. */
const MOST = 2000

function escaped(character: string): string {
  const known = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }[character]
  return known ?? `\\u{${character.codePointAt(0)?.toString(16)}}`
}
