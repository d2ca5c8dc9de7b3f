import { maskPan } from '../card/card.ts'
import { isTestPan } from '../card/test-cards.ts'
import {
  charactersOf,
  hasEscapes,
  meant,
  OTHER,
  type Replace,
  replaceCards,
  type Spelling,
} from './card-in-text.ts'

declare const mark: unique symbol

/** Client text without card numbers: only redacted text is stored, shown or sent elsewhere. */
export type Redacted = string & { readonly [mark]: true }

/** No text. */
export const EMPTY = '' as Redacted

/** A text in which every card number is masked: the first six digits, x, the last four. */
export function redactText(text: string): Redacted {
  return replaceDecoded(text, maskPan, 'text') as Redacted
}

/** Redacts a part of a URL, a header or JSON with links. */
export function redactAddress(text: string): Redacted {
  return replaceDecoded(text, maskPan, 'address') as Redacted
}

/**
 * Redacts text that a page repeats from its own URL or form. Test numbers are public and stay
 * readable for testers.
 */
export function redactStrangers(text: string): Redacted {
  const replace: Replace = (pan, written) => (isTestPan(pan) ? written : maskPan(pan))
  return replaceDecoded(text, replace, 'address') as Redacted
}

export function hasCardNumber(text: string): boolean {
  return redactText(text) !== text
}

/** The card numbers in a text. The digits of a fraction, such as those of a random number, are none. */
export function cardNumbersIn(text: string): readonly string[] {
  const found: string[] = []
  const collect: Replace = (pan) => {
    found.push(pan)
    return ''
  }
  replaceDecoded(text.replaceAll(/0\.[0-9]+/g, ''), collect, 'address')
  return found
}

/** Redacts keys and values. */
export function redactMembers(members: Readonly<Record<string, string>>): RedactedMembers {
  const shown = Object.entries(members).map(([key, text]) => [redactText(key), redactText(text)])
  return Object.fromEntries(shown)
}

export type RedactedMembers = Readonly<Record<string, Redacted>>

/** A JSON value of which every text is redacted; lists of clients are not shown. */
export type RedactedValue =
  | Redacted
  | number
  | boolean
  | null
  | { readonly [name: string]: RedactedValue }

/** Replaces card numbers in a text; where one has escapes, its digits and separators are decoded. */
function replaceDecoded(text: string, replace: Replace, spelling: Spelling): string {
  const plain = replaceCards(text, replace, spelling)
  if (!hasEscapes(plain)) return plain
  const written = charactersOf(plain)
  const read = written.map(meant).join('')
  const shown = replaceCards(read, replace, spelling)
  if (shown === read) return plain
  const others = written.filter((one) => meant(one) === OTHER).values()
  return shown.replaceAll(OTHER, () => others.next().value ?? '')
}
