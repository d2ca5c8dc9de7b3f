import { type Redacted, redactAddress } from '../../../domain/redaction/redacted.ts'
import { OWN_HEADER } from '../auth.ts'

/** Headers with credentials. */
const secretName = /auth|cookie|token|secret|password|api-?key/i

/** Shown elsewhere, or told by the body; the last marks the sandbox's own calls. */
const leftOut: readonly string[] = ['x-correlation-id', 'content-length', OWN_HEADER]

/** Whether a header must not be stored. */
export function isSecretHeader(name: string): boolean {
  return secretName.test(name) && !leftOut.includes(name.toLowerCase())
}

/** The longest value to store. */
const LONGEST = 300

/** Headers, names and values in turn, as text with one on each line, redacted. */
type HeaderLines = (list: readonly string[]) => Redacted

/**
 * Redacts headers; the correlation id and the body are stored by themselves. A client sends the same ones again and
 * again, so the last text is used again.
 */
export function headerLines(): HeaderLines {
  let last: { readonly text: string; readonly redacted: Redacted } | undefined
  return (list) => {
    let text = ''
    for (let i = 0; i < list.length; i += 2)
      text += lineOf(list[i] as string, list[i + 1] as string)
    if (last?.text === text) return last.redacted
    const redacted = redactAddress(text)
    // One with a card number is not remembered.
    if (redacted === text) last = { text, redacted }
    return redacted
  }
}

function lineOf(name: string, value: string): string {
  if (leftOut.includes(name.toLowerCase())) return ''
  if (secretName.test(name)) return `${name}: (hidden)\n`
  return `${name}: ${value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value}\n`
}

/** The names and values of headers in turn. */
export function headerList(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).flat()
}
