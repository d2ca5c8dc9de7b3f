import { type Redacted, redactAddress } from '../../../domain/redaction/redacted.ts'
import { OWN_HEADER } from '../auth.ts'

/** Headers with credentials. */
const secretName = /auth|cookie|token|secret|password|api-?key/i

/** Shown elsewhere, or told by the body; the last marks the sandbox's own calls. */
const leftOut: readonly string[] = ['x-correlation-id', 'content-length', OWN_HEADER]

type Treatment = 'shown' | 'hidden' | 'left out'

const treatments = new Map<string, Treatment>()

/** The most header names to remember. */
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

/** Headers, names and values in turn, as text with one on each line, redacted. */
type HeaderLines = (list: readonly string[]) => Redacted

/**
 * Redacts headers; the correlation id and the body are stored by themselves. A client sends the same ones again and
 * again, so the last text is used again if nothing that it shows has changed.
 */
export function headerLines(): HeaderLines {
  let last: { readonly list: readonly string[]; readonly text: Redacted } | undefined
  return (list) => {
    if (last !== undefined && isSame(last.list, list)) return last.text
    const shown = list.map((text, i) =>
      i % 2 === 0 ? text : shownValue(list[i - 1] as string, text),
    )
    let text = ''
    for (let i = 0; i < shown.length; i += 2) {
      if (treatmentOf(shown[i] as string) !== 'left out') text += `${shown[i]}: ${shown[i + 1]}\n`
    }
    const redacted = redactAddress(text)
    // One with a card number is not remembered.
    if (redacted === text) last = { list: shown, text: redacted }
    return redacted
  }
}

function shownValue(name: string, value: string): string {
  const treatment = treatmentOf(name)
  if (treatment !== 'shown') return treatment === 'hidden' ? '(hidden)' : ''
  return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value
}

/** Whether headers show the same text as these, whose values are those shown. */
function isSame(shown: readonly string[], list: readonly string[]): boolean {
  if (shown.length !== list.length) return false
  for (let i = 0; i < list.length; i += 2) {
    const name = list[i] as string
    if (shown[i] !== name) return false
    const value = list[i + 1] as string
    if (shown[i + 1] !== value && shownValue(name, value) !== shown[i + 1]) return false
  }
  return true
}

/** The names and values of headers in turn. */
export function headerList(headers: Readonly<Record<string, string>>): readonly string[] {
  const list: string[] = []
  for (const name in headers) list.push(name, headers[name] as string)
  return list
}
