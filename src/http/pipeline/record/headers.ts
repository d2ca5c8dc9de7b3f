import { type Redacted, redactAddress } from '../../../domain/redaction/redacted.ts'
import { OWN_HEADER } from '../auth.ts'

/** Headers with credentials. */
const secretName = /auth|cookie|token|secret|password|api-?key/i

/** Shown elsewhere, or told by the body; the last marks the sandbox's own calls. */
const leftOut: readonly string[] = ['x-correlation-id', 'content-length', OWN_HEADER]

type Treatment = 'shown' | 'hidden' | 'left out'

const treatments = new Map<string, Treatment>()

/** The most header names and texts to remember: clients send the same ones again and again. */
const MOST_REMEMBERED = 500

/** Whether a header must not be stored. */
export function isSecretHeader(name: string): boolean {
  return treatmentOf(name) === 'hidden'
}

function treatmentOf(name: string): Treatment {
  const known = treatments.get(name)
  if (known !== undefined) return known
  const lower = name.toLowerCase()
  const treatment = leftOut.includes(lower)
    ? 'left out'
    : secretName.test(lower)
      ? 'hidden'
      : 'shown'
  if (treatments.size < MOST_REMEMBERED) treatments.set(name, treatment)
  return treatment
}

/** The longest value to store. */
const LONGEST = 300

const harmless = new Map<string, Redacted>()

/**
 * Headers as text, one on each line, redacted; the correlation id and the body are stored by themselves. `list`: names
 * and values in turn.
 */
export function headerLines(list: readonly string[]): Redacted {
  let text = ''
  for (let i = 0; i < list.length; i += 2) {
    const name = list[i] as string
    const treatment = treatmentOf(name)
    if (treatment === 'left out') continue
    const value = list[i + 1] as string
    const shown = treatment === 'hidden' ? '(hidden)' : value
    text += `${name}: ${shown.length > LONGEST ? `${shown.slice(0, LONGEST)}…` : shown}\n`
  }
  return redactedLines(text)
}

/** Equal texts are redacted once and stored once; one with a card number is not remembered. */
function redactedLines(text: string): Redacted {
  const known = harmless.get(text)
  if (known !== undefined) return known
  const redacted = redactAddress(text)
  if (redacted !== text) return redacted
  if (harmless.size >= MOST_REMEMBERED) harmless.clear()
  harmless.set(text, redacted)
  return redacted
}

/** The names and values of headers in turn. */
export function headerList(headers: Readonly<Record<string, string>>): readonly string[] {
  const list: string[] = []
  for (const name in headers) list.push(name, headers[name] as string)
  return list
}
