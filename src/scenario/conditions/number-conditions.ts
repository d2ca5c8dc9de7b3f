import { isAccountNumber, maskAccountNumber, normaliseBsb } from '../../domain/bank-account.ts'
import { isLuhnValid, isPan, maskPan, startsLikeCard } from '../../domain/card/card.ts'
import { expiryText, parseExpiry } from '../../domain/card/expiry.ts'
import { paying, withDebit, withDetails, withVirtualPan } from './carriers.ts'
import type { FactRefusal } from './condition.ts'
import { examplePan, exampleText } from './example-value.ts'
import { isGlob } from './glob.ts'
import { compileNumber, numberGlob, shownNumber } from './sealed-number.ts'
import { textCondition } from './text-condition.ts'
import { digits } from './text-shape.ts'

export const panCondition = textCondition('pan', {
  means: 'The card number. Of a stored card only the first six and last four digits are known.',
  carriers: withDetails,
  method: 'card',
  mask: maskPan,
  keep: asWritten,
  shape: { what: 'a card number', ...digits, min: 13, max: 19, fault: panFault },
  normalise: numberGlob,
  compileText: compileNumber,
  trigger: {
    rank: 0,
    kind: 'card',
    example: (pattern, ending) => (isMasked(pattern) ? '' : (examplePan(pattern, ending) ?? '')),
  },
  fact: { refuse: refusePan },
  option: ['digits', 'card number'],
})

export const expiryCondition = textCondition('expiry', {
  means: 'When the card expires, as MMYY; a stored card has its own.',
  carriers: withDetails,
  method: 'card',
  shape: { what: 'an expiry', ...digits, min: 4, max: 4, fault: expiryFault },
  normalise: monthFirst,
  reading: monthFirst,
  show: (text) => 'x'.repeat(text.length),
  trigger: { rank: 3.5, kind: 'expiry', example: (pattern) => (isGlob(pattern) ? '' : pattern) },
  fact: {
    refuse: (text) =>
      parseExpiry(monthFirst(text), 'MMYY') === undefined
        ? ['invalid_expiry', 'Must be four digits that name a month, as MMYY']
        : undefined,
  },
  option: ['MMYY', 'when the card expires'],
})

export const cvvCondition = textCondition('cvv', {
  means: 'The card verification value.',
  carriers: paying,
  method: 'card',
  shape: { what: 'a CVV', ...digits, min: 3, max: 4 },
  show: (text) => 'x'.repeat(text.length),
  trigger: { rank: 3, kind: 'cvv' },
  fact: {
    refuse: (text) =>
      /^[0-9]{3,4}$/.test(text)
        ? undefined
        : ['invalid_format', 'Must be three digits, or four for amex'],
  },
  option: ['digits', 'security code'],
})

export const bsbCondition = textCondition('bsb', {
  means: 'The bank and branch of a direct debit, as 032-051 or 032051.',
  carriers: withDebit,
  method: 'direct_debit',
  shape: { what: 'a BSB', ...digits, min: 6, max: 6 },
  misplaced: (glob) => (hasDashInPlace(glob) ? undefined : 'a BSB is written 032-051 or 032051'),
  // 032-051 and 032051 are the same branch.
  normalise: withoutDash,
  reading: withoutDash,
  isIndexed: true,
  trigger: { rank: 1, kind: 'bsb' },
  fact: {
    refuse: (text) =>
      normaliseBsb(text) === undefined ? ['invalid_format', 'Must be NNN-NNN'] : undefined,
    isOpen: true,
  },
  option: ['digits', 'bank and branch of a direct debit'],
})

export const accountNumberCondition = textCondition('account_number', {
  means: 'The bank account number of a direct debit.',
  carriers: withDebit,
  method: 'direct_debit',
  mask: maskAccountNumber,
  keep: asWritten,
  shape: { what: 'an account number', ...digits, min: 1, max: 9 },
  normalise: numberGlob,
  compileText: compileNumber,
  trigger: {
    rank: 2,
    kind: 'account',
    example: (pattern, ending) => (isMasked(pattern) ? '' : exampleText(pattern, ending)),
  },
  fact: {
    refuse: (text) =>
      isAccountNumber(text) ? undefined : ['invalid_format', 'Must be 1 to 9 digits'],
  },
  option: ['digits', 'account of a direct debit'],
})

export const virtualPanCondition = textCondition('virtual_pan', {
  means: 'The virtual PAN that stands in for the details.',
  carriers: withVirtualPan,
  shape: {
    what: 'a virtual PAN',
    ...digits,
    min: 13,
    max: 19,
    fault: (glob) => (beginsLikeCard(glob) ? notVirtual : undefined),
  },
  isIndexed: true,
  // The vault generates it, so there is no example to offer.
  trigger: { rank: 5, kind: 'virtual pan', example: () => '' },
  fact: {
    refuse: (text) =>
      /^[0-9]{13,19}$/.test(text) && !beginsLikeCard(text)
        ? undefined
        : ['invalid_pan', `Must be 13 to 19 digits; ${notVirtual}`],
  },
  option: ['digits', 'number of a stored card or account'],
})

/** 12/27, 1227 and 2712 are the same month: a year from 13 on is not a month. */
function monthFirst(text: string): string {
  const bare = text.replace('/', '')
  const expiry = parseExpiry(bare, 'auto')
  return expiry === undefined ? bare : expiryText(expiry)
}

function expiryFault(glob: string): string | undefined {
  if (isGlob(glob) || parseExpiry(glob, 'MMYY') !== undefined) return undefined
  return 'an expiry is written MMYY, with a month from 01 to 12'
}

function withoutDash(bsb: string): string {
  return bsb.replace('-', '')
}

/** Sealed later, because the checks of the rules need the full number. */
function asWritten(glob: string): string {
  return glob
}

/** Whether a pattern may be shown only in part. */
function isMasked(pattern: string): boolean {
  return shownNumber(pattern).includes('x')
}

function panFault(glob: string): string | undefined {
  if (glob.startsWith('9')) return 'a number that begins with 9 is a virtual PAN; use virtual_pan'
  if (isGlob(glob) || isLuhnValid(glob)) return undefined
  return 'this card number fails the Luhn check, so every request with it is refused'
}

function refusePan(text: string): FactRefusal | undefined {
  if (!/^[0-9]{13,19}$/.test(text)) {
    return ['invalid_pan', 'Must be a card number of 13 to 19 digits']
  }
  return isPan(text) || !beginsLikeCard(text) ? undefined : ['invalid_pan', 'Fails the Luhn check']
}

// The first digit of a virtual PAN is a setting, but never one that cards use.
const notVirtual = 'a virtual PAN does not begin like a card number'

function beginsLikeCard(glob: string): boolean {
  return /^[0-9]/.test(glob) && startsLikeCard(Number(glob.charAt(0)))
}

function hasDashInPlace(glob: string): boolean {
  const dash = glob.indexOf('-')
  if (dash === -1) return true
  return (dash === 3 || glob.slice(0, dash).includes('*')) && dash === glob.lastIndexOf('-')
}
