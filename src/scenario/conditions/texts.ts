import {
  cardTypes,
  isLuhnValid,
  maskPan,
  startsLikeCard,
} from '../../base/redaction/card-number.ts'
import { didYouMean } from '../../base/text/nearest-word.ts'
import { maskAccountNumber } from '../../domain/bank-account.ts'
import { expiryText, parseExpiry } from '../../domain/card.ts'
import { currencies } from '../../domain/money.ts'
import { operations } from '../operations.ts'
import {
  paying,
  withAmount,
  withCustomer,
  withDebit,
  withDetails,
  withTarget,
  withTransaction,
  withVirtualPan,
} from './carriers.ts'
import { examplePan } from './example-value.ts'
import { compileGlob, isGlob } from './glob.ts'
import { digits, restrictedShape, type TextParts } from './text-parts.ts'

/** The conditions on one text of the request. Their names are the names of the facts. */
export const textParts = {
  user: {
    means: 'The name of the user who calls; anybody, if no credentials are needed.',
    carriers: operations,
    shape: { what: "a user's name", characters: /^.*$/u, made: 'any characters', min: 1, max: 255 },
    option: ['name', 'user who calls'],
  },
  currency: {
    means: 'The currency, such as AUD.',
    carriers: withAmount,
    shape: {
      what: 'a currency',
      characters: /^[A-Z]*$/,
      made: 'only capital letters',
      min: 3,
      max: 3,
      fault: (glob) =>
        [...currencies].some(compileGlob(glob)) ? undefined : `unknown ISO 4217 currency '${glob}'`,
    },
    option: ['code', 'currency, for example AUD'],
  },
  pan: {
    means: 'The card number. Of a stored card only the first six and last four digits are known.',
    carriers: withDetails,
    method: 'card',
    mask: maskPan,
    isIndexed: true,
    known: 6,
    shape: { what: 'a card number', ...digits, min: 13, max: 19, fault: panFault },
    trigger: {
      rank: 0,
      kind: 'card',
      example: (pattern, ending) => examplePan(pattern, ending) ?? '',
    },
    option: ['digits', 'card number or virtual PAN'],
  },
  card_type: {
    means: 'visa, mastercard, amex, diners, jcb, unionpay, discover or "".',
    carriers: withDetails,
    method: 'card',
    words: cardTypes,
    shape: {
      what: 'a card type',
      characters: /^[a-z]*$/,
      made: 'only lower case letters',
      min: 0,
      max: 10,
      fault: cardTypeFault,
    },
  },
  expiry: {
    means: 'When the card expires, as MMYY; a stored card has its own.',
    carriers: withDetails,
    method: 'card',
    shape: { what: 'an expiry', ...digits, min: 4, max: 4, fault: expiryFault },
    normalise: monthFirst,
    show: hidden,
    trigger: { rank: 3.5, kind: 'expiry', example: (pattern) => (isGlob(pattern) ? '' : pattern) },
    option: ['MMYY', 'when the card expires'],
  },
  cvv: {
    means: 'The card verification value.',
    carriers: paying,
    method: 'card',
    shape: { what: 'a CVV', ...digits, min: 3, max: 4 },
    show: hidden,
    isIndexed: true,
    trigger: { rank: 3, kind: 'cvv' },
    option: ['digits', 'security code'],
  },
  bsb: {
    means: 'The bank and branch of a direct debit, as 032-051 or 032051.',
    carriers: withDebit,
    method: 'direct_debit',
    shape: { what: 'a BSB', ...digits, min: 6, max: 6 },
    normalise: (bsb) => bsb.replace('-', ''),
    isIndexed: true,
    trigger: { rank: 1, kind: 'bsb' },
    option: ['digits', 'bank and branch of a direct debit'],
  },
  account_number: {
    means: 'The bank account number of a direct debit.',
    carriers: withDebit,
    method: 'direct_debit',
    mask: maskAccountNumber,
    shape: { what: 'an account number', ...digits, min: 1, max: 9 },
    trigger: { rank: 2, kind: 'account' },
    option: ['digits', 'account of a direct debit'],
  },
  reference: {
    means: "The transaction's reference.",
    carriers: withTransaction,
    shape: { what: 'a reference', ...restrictedShape, min: 1, max: 10_000 },
    isIndexed: true,
    trigger: { rank: 6, kind: 'reference' },
    option: ['text', "the transaction's reference"],
  },
  customer_reference: {
    means: "The vault customer's reference.",
    carriers: withCustomer,
    shape: { what: "a customer's reference", ...restrictedShape, min: 1, max: 50 },
    isIndexed: true,
    trigger: { rank: 7, kind: 'customer' },
  },
  virtual_pan: {
    means: 'The virtual PAN that replaces the details.',
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
  },
  token_name: {
    means: "The token's preferred name.",
    carriers: withDetails,
    shape: { what: "a token's name", ...restrictedShape, min: 1, max: 50 },
    isIndexed: true,
    trigger: { rank: 8, kind: 'token' },
  },
  correlation_id: {
    means: 'The correlation id of the call; of a lookup or search, that of the transaction.',
    carriers: operations,
    shape: {
      what: 'a correlation id',
      characters: /^[A-Za-z0-9+\-_:.,]*$/,
      made: 'only letters, digits and + - _ : . ,',
      min: 1,
      max: 128,
    },
    isIndexed: true,
    trigger: { rank: 8.5, kind: 'correlation id' },
    option: ['id', 'correlation id; of a search, the one to look for'],
  },
  audit: {
    means: 'The number of the transaction: the one asked for, or the one that a new one gets.',
    carriers: withTransaction,
    isNumbered: true,
    shape: { what: 'an audit number', ...digits, min: 1, max: 10 },
    isIndexed: true,
    option: ['number', 'transaction that a lookup asks for'],
  },
  target_audit: {
    means: 'The number of the transaction that is completed, refunded or voided.',
    carriers: withTarget,
    isNumbered: true,
    shape: { what: 'an audit number', ...digits, min: 1, max: 10 },
    isIndexed: true,
    option: ['number', 'transaction that it acts on'],
  },
} satisfies Readonly<Record<string, TextParts>>

export type TextName = keyof typeof textParts

/** Texts that authors may write as numbers. */
export type NumberedName = {
  [Name in TextName]: (typeof textParts)[Name] extends { isNumbered: true } ? Name : never
}[TextName]

function hidden(text: string): string {
  return 'x'.repeat(text.length)
}

function cardTypeFault(glob: string): string | undefined {
  if (cardTypes.some(compileGlob(glob))) return undefined
  const proposal = isGlob(glob) ? '' : didYouMean(glob, cardTypes)
  const known = cardTypes.map((type) => type || '""').join(', ')
  return `unknown card type '${glob}'${proposal || `; known: ${known}`}`
}

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

function panFault(glob: string): string | undefined {
  if (glob.startsWith('9')) return 'a number that begins with 9 is a virtual PAN; use virtual_pan'
  if (isGlob(glob) || isLuhnValid(glob)) return undefined
  return 'this card number fails the Luhn check, so every request with it is refused'
}

// The first digit of a virtual PAN is a setting, but never one that cards use.
const notVirtual = 'a virtual PAN does not begin like a card number'

function beginsLikeCard(glob: string): boolean {
  return /^[0-9]/.test(glob) && startsLikeCard(Number(glob.charAt(0)))
}
