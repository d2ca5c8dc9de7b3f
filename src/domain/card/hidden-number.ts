import type { Assumptions } from '../assumptions/assumptions.ts'
import { maskAccountNumber } from '../bank-account.ts'
import { isVirtualPan, maskPan } from './card.ts'
import { maskWritten } from './card-number-in-text.ts'
import { plainDigits } from './foreign-digits.ts'

/** Whatever may stand between the digits of a number that a person writes: anything but words. */
const between = '[^0-9A-WYZa-wyz]*'

/** A text in which a given number is masked, whatever its scheme is and however it is spaced. */
export function maskNumber(text: string, pan: string): string {
  const read = readingWith(text, pan)
  return read === undefined ? text : read.replaceAll(written(pan), maskPan(pan))
}

/** The same with something else in its place, by how it is written. */
export function replaceNumber(text: string, pan: string, as: (found: string) => string): string {
  return hasDigits(text, pan) ? text.replaceAll(written(pan), as) : text
}

/** The same for an account number, which is short: as a part of a longer number it means nothing. */
export function maskOwnAccount(text: string, account: string): string {
  const read = readingWith(text, account)
  if (read === undefined) return text
  return read.replaceAll(written(account, '(?<!\\d)', '(?!\\d)'), maskAccountNumber(account))
}

/** The text as it stands, or as it is meant, whichever has these digits. */
function readingWith(text: string, digits: string): string | undefined {
  if (hasDigits(text, digits)) return text
  const meant = plainDigits(withoutEscapes(text))
  return meant !== text && hasDigits(meant, digits) ? meant : undefined
}

/** Whether a text has these digits in a row, whatever stands between them. */
export function hasDigits(text: string, digits: string): boolean {
  const first = digits.charCodeAt(0)
  for (let start = 0; start + digits.length <= text.length; start += 1) {
    if (text.charCodeAt(start) === first && hasDigitsFrom(text, start, digits)) return true
  }
  return false
}

function hasDigitsFrom(text: string, start: number, digits: string): boolean {
  let found = 0
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 48 || code > 57) continue
    if (code !== digits.charCodeAt(found)) return false
    found += 1
    if (found === digits.length) return true
  }
  return false
}

/** A number in every way that people write it. */
function written(digits: string, before = '', behind = ''): RegExp {
  return new RegExp(before + [...digits].join(between) + behind, 'g')
}

/** Whether an account number is long enough to be known again in a text. */
export function isTellingAccount(account: string): boolean {
  return /^[0-9]{6,9}$/.test(account)
}

/** Whether a number is one to hide: that of a token stands for nothing elsewhere. */
export function isToBeHidden(pan: string, form: Pick<Assumptions, 'virtual_pan'>): boolean {
  return /^[0-9]{13,19}$/.test(pan) && !isVirtualPan(pan, form)
}

/** A text in which every card number is masked, also one in the digits of another script. */
export function maskAnyScript(text: string): string {
  return unlessPlain(text, plainDigits(text))
}

/** The text as it was read, where a card number shows only then. */
function unlessPlain(text: string, read: string): string {
  const masked = maskWritten(read)
  return masked === read && read !== text ? maskWritten(text) : masked
}

const escapes = /%[2-7][0-9a-f]|(?:%[89a-f][0-9a-f])+/gi

/** A part of an address, in which a card number may hide behind escapes of escapes. */
export function maskAddress(text: string): string {
  return unlessPlain(text, plainDigits(withoutEscapes(text)))
}

/** A text without the escapes of an address, nor escapes of these. */
export function withoutEscapes(text: string): string {
  let plain = text
  while (plain.includes('%')) {
    const next = plain.replaceAll(escapes, unescaped)
    if (next === plain) break
    plain = next
  }
  return plain
}

function unescaped(code: string): string {
  try {
    return decodeURIComponent(code)
  } catch {
    return code
  }
}

/** A header as it may be shown: its bytes beyond ASCII could be digits of another script. */
export function maskHeader(text: string): string {
  return maskAddress(text.replaceAll(/[^ -~]/g, '?'))
}
