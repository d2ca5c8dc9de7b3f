import { maskWritten } from '../../../domain/card/card-number-in-text.ts'
import { maskAddress } from '../../../domain/card/hidden-number.ts'

const texts = /"(?:[^"\\]|\\.)*"/g

/**
 * The body of an answer as it may be written down or shown: its links and complaints repeat what
 * was sent, in which escapes of an address may hide a card number.
 */
export function maskedAnswer(body: string): string {
  const masked = maskWritten(body)
  return masked.includes('%') ? masked.replaceAll(texts, maskedText) : masked
}

function maskedText(quoted: string): string {
  if (!quoted.includes('%')) return quoted
  const text = quoted.slice(1, -1)
  const masked = maskAddress(text)
  // What was behind escapes may need those of JSON.
  return masked === text ? quoted : JSON.stringify(masked)
}
