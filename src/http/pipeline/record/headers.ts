import { EMPTY, type Redacted, redactAddress } from '../../../domain/redaction/redacted.ts'
import { OWN_HEADER } from '../auth.ts'

/** Headers with credentials. */
const secretName = /auth|cookie|token|secret|password|api-?key/i

/** Shown elsewhere, or told by the body; the last marks the sandbox's own calls. */
const leftOut = new RegExp(`^(?:x-correlation-id|content-length|${OWN_HEADER})$`, 'i')

/** Whether a header must not be stored. */
export function isSecretHeader(name: string): boolean {
  return secretName.test(name)
}

/** The longest value to store. */
const LONGEST = 300

/** The headers of a request, names and values in turn, with one on each line, redacted. */
export function requestLines(list: readonly string[]): Redacted {
  let text = ''
  for (let i = 0; i < list.length; i += 2) text += lineOf(list[i] as string, list[i + 1] as string)
  return redactRequestLines(text)
}

/** The same of an answer. */
export function answerLines(headers: Readonly<Record<string, string>>): Redacted {
  let text = ''
  for (const name in headers) text += lineOf(name, headers[name] as string)
  return redactAnswerLines(text)
}

/** The correlation id and the body are stored by themselves. */
function lineOf(name: string, value: string): string {
  if (leftOut.test(name)) return ''
  if (secretName.test(name)) return `${name}: (hidden)\n`
  return `${name}: ${value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value}\n`
}

const redactRequestLines = redactRepeated()
const redactAnswerLines = redactRepeated()

/** A client sends the same headers again and again, so the last text is used again. */
function redactRepeated(): (text: string) => Redacted {
  // Only the redacted text is remembered, never a card number.
  let last = EMPTY
  return (text) => {
    if (text !== last) last = redactAddress(text)
    return last
  }
}
