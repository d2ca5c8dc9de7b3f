import { redactText } from '../../domain/redaction/redacted.ts'

/** A typed text, and all that it may name. */
export interface SearchedText {
  /** Whether a value is a text that contains it, whatever its case. */
  readonly isIn: (text: unknown) => boolean
  readonly isAmount: (cents: number | undefined) => boolean
  /** Whether a masked number ends with it. */
  readonly isEndOf: (masked: string) => boolean
  readonly isNumber: (number: number | undefined) => boolean
}

/** Reads what was typed into a search box; a whole card number counts by its last four digits. */
export function readSearch(typed: string): SearchedText {
  const text = redactText(typed.trim())
  const wanted = text.toLowerCase()
  const amounts = amountsIn(text)
  const digits = /^(?:.*x|…|\.\.\.)?([0-9]{4})$/.exec(text)?.[1]
  const number = /^[0-9]{1,16}$/.test(text) ? Number(text) : undefined
  return {
    isIn: (one) => typeof one === 'string' && one.toLowerCase().includes(wanted),
    isAmount: (cents) => cents !== undefined && amounts.has(cents),
    isEndOf: (masked) => digits !== undefined && masked.endsWith(digits),
    isNumber: (one) => number !== undefined && one === number,
  }
}

/** `AUD 1,049.95`, `$1049.95` or `104995`; a number without decimals may be cents or not. */
function amountsIn(text: string): ReadonlySet<number> {
  const bare = text.replace(/^(?:[A-Z]{3}\s+|[A-Z]{0,2}\$\s*)/i, '').replaceAll(/,(?=\d{3})/g, '')
  const [, whole, decimals] = /^(\d{1,10})(?:\.(\d{2,3}))?$/.exec(bare) ?? []
  if (whole === undefined) return new Set()
  return decimals === undefined
    ? new Set([Number(whole), Number(whole) * 100])
    : new Set([Number(whole + decimals)])
}
