import type { Assumptions } from '../assumptions.ts'
import { maskAccountNumber } from '../bank/bank-account.ts'
import { isVirtualPan, maskPan } from './card.ts'
import { hasCardNumber, maskCardNumbers } from './card-number-in-text.ts'
import { plainDigits } from './foreign-digits.ts'

/** Whatever may stand between the digits of a number that a person writes. */
const between = '[ .\\-_/]*'

/** A text in which a given number is masked, whatever its scheme is and however it is spaced. */
export function maskNumber(text: string, pan: string): string {
  return hasDigits(text, pan) ? text.replaceAll(written(pan), maskPan(pan)) : text
}

/** The same for an account number, which is short: as a part of a longer number it means nothing. */
export function maskOwnAccount(text: string, account: string): string {
  if (!hasDigits(text, account)) return text
  return text.replaceAll(written(account, '(?<!\\d)', '(?!\\d)'), maskAccountNumber(account))
}

/** Nearly all texts are too short, or have too few digits. */
function hasDigits(text: string, digits: string): boolean {
  return text.length >= digits.length && text.replaceAll(/\D/g, '').includes(digits)
}

/** A number in every way that people write it. */
function written(digits: string, before = '', behind = ''): RegExp {
  return new RegExp(before + [...digits].join(between) + behind, 'g')
}

/** Whether an account number is long enough to be known again in a text. */
export function isTellingAccount(account: unknown): account is string {
  return typeof account === 'string' && /^[0-9]{6,9}$/.test(account)
}

/** A text in which every card number is masked, also one with something between its digits. */
export function maskSpacedCards(text: string): string {
  return maskRuns(maskCardNumbers(text), spacedOut)
}

/** A text in which those runs of digits are masked that are a card number without what is between. */
function maskRuns(text: string, runs: RegExp): string {
  return text.replaceAll(runs, (run) => {
    const digits = run.replaceAll(/\D/g, '')
    return hasCardNumber(digits) ? maskPan(digits) : run
  })
}

const spacedOut = /(?<!\d)\d(?:[ .,\-_/]*\d){12,18}(?!\d)/g

/** Whether a number is one to hide: that of a token stands for nothing elsewhere. */
export function isToBeHidden(pan: unknown, form: Pick<Assumptions, 'virtual_pan'>): pan is string {
  if (typeof pan !== 'string' || !/^[0-9]{13,19}$/.test(pan)) return false
  return !isVirtualPan(pan, form)
}

/** A text in which every card number is masked, also one in the digits of another script. */
export function maskAnyScript(text: string): string {
  return unlessPlain(text, plainDigits(text))
}

/** The text as it was read, where a card number shows only then. */
function unlessPlain(text: string, read: string): string {
  return hasCardNumber(read) ? maskCardNumbers(read) : maskCardNumbers(text)
}

const escapes = /%[2-7][0-9a-f]|(?:%[89a-f][0-9a-f])+/gi

/** A part of an address, in which a card number may hide behind escapes of escapes. */
export function maskAddress(text: string): string {
  let plain = text
  while (plain.includes('%')) {
    const next = plain.replaceAll(escapes, unescaped)
    if (next === plain) break
    plain = next
  }
  return unlessPlain(text, plainDigits(plain))
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

const spaced = /(?<![\d])\d(?:[ -]?\d){12,18}(?![\d])/g

/** For what is only shown: a card number that a person has typed with spaces is masked as well. */
export function maskTyped(text: string): string {
  return maskRuns(maskAddress(text), spaced)
}
