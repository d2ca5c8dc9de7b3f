import { didYouMean } from '../../document/nearest-word.ts'
import { defaultAssumptions } from '../../domain/assumptions.ts'
import { cardTypes, isLuhnValid } from '../../domain/card/card.ts'
import { hasCardNumber } from '../../domain/card/card-number-in-text.ts'
import { bareKvpKey } from '../../domain/kvp-key.ts'
import { currencies } from '../../domain/money/currency.ts'
import { isKvpKey } from '../../domain/restricted-text.ts'
import { compileGlob, isGlob } from '../matching/glob.ts'
import type { TextFieldName } from '../matching/text-field.ts'

/** What a field of a request can hold at all. */
interface Shape {
  readonly what: string
  readonly characters: RegExp
  readonly made: string
  readonly min: number
  readonly max: number
  readonly fault?: (glob: string) => string | undefined
}

const digits = { characters: /^[0-9]$/, made: 'only digits' }
const restricted = {
  characters: /^[ !#-&(-[\]^-~]$/,
  made: 'only ASCII letters, digits, spaces and punctuation, no quotes or backslash',
}

const shapes: Readonly<Record<TextFieldName | 'amount' | 'kvp', Shape>> = {
  amount: { what: 'an amount', ...digits, min: 1, max: 10, fault: amountFault },
  pan: { what: 'a card number', ...digits, min: 13, max: 19, fault: panFault },
  cvv: { what: 'a CVV', ...digits, min: 3, max: 4 },
  bsb: { what: 'a BSB', ...digits, min: 6, max: 6 },
  account_number: { what: 'an account number', ...digits, min: 1, max: 9 },
  virtual_pan: { what: 'a virtual PAN', ...digits, min: 13, max: 19, fault: virtualPanFault },
  reference: { what: 'a reference', ...restricted, min: 1, max: Number.POSITIVE_INFINITY },
  customer_reference: { what: "a customer's reference", ...restricted, min: 1, max: 50 },
  token_name: { what: "a token's name", ...restricted, min: 1, max: 50 },
  kvp: { what: 'a KVP', ...restricted, min: 0, max: 255 },
  card_type: {
    what: 'a card type',
    characters: /^[a-z]$/,
    made: 'only lower case letters',
    min: 0,
    max: 10,
    fault: cardTypeFault,
  },
  currency: {
    what: 'a currency',
    characters: /^[A-Z]$/,
    made: 'only capital letters',
    min: 3,
    max: 3,
    fault: currencyFault,
  },
}

/** Why no request can ever hold a text that matches the glob; nothing where one can. */
export function shapeFault(field: keyof typeof shapes, glob: string): string | undefined {
  const shape = shapes[field]
  if (field === 'bsb' && !hasDashInPlace(glob)) return 'a BSB is written 032-051 or 032051'
  const fixed = [...(field === 'bsb' ? glob.replace('-', '') : glob)].filter((c) => c !== '*')
  const odd = fixed.find((c) => c !== '?' && !shape.characters.test(c))
  if (odd !== undefined) return `${shape.what} has ${shape.made}${maskHint(field, odd)}`
  if (fixed.length > shape.max) return `${shape.what} has at most ${shape.max} characters`
  if (fixed.length < shape.min && !glob.includes('*')) {
    return `${shape.what} has at least ${count(shape.min)}`
  }
  return shape.fault?.(glob)
}

/** Why no request can ever have a KVP of this key, as rules see it. */
export function kvpKeyFault(key: string): string | undefined {
  const bare = bareKvpKey(key, defaultAssumptions.kvp_namespace).replace(answeredPrefix, '')
  if (hasCardNumber(key)) return 'a card number in a key is not kept'
  if (bare !== key) return `rules see a KVP's key without its prefix; write '${bare}'`
  return isKvpKey(key) ? undefined : 'a KVP key has up to 64 letters, digits, underscores and dots'
}

// The namespace is a setting, but what comes behind it is not.
const answeredPrefix = /^(?:\w+\.)?REQUEST\.KVP\./

function count(characters: number): string {
  return characters === 1 ? 'one character' : `${characters} characters`
}

function maskHint(field: string, odd: string): string {
  const isMasked = field === 'pan' || field === 'account_number'
  return isMasked && odd.toLowerCase() === 'x' ? '; write ? for a masked one' : ''
}

function hasDashInPlace(glob: string): boolean {
  const dash = glob.indexOf('-')
  if (dash === -1) return true
  return (dash === 3 || glob.slice(0, dash).includes('*')) && dash === glob.lastIndexOf('-')
}

function amountFault(glob: string): string | undefined {
  return glob.startsWith('0') ? 'an amount does not begin with 0' : undefined
}

function panFault(glob: string): string | undefined {
  if (glob.startsWith('9')) return 'a number that begins with 9 is a virtual PAN; use virtual_pan'
  if (isGlob(glob) || isLuhnValid(glob)) return undefined
  return 'this card number fails the Luhn check, so every request with it is refused'
}

function virtualPanFault(glob: string): string | undefined {
  return /^[0-8]/.test(glob) ? 'a virtual PAN begins with 9' : undefined
}

function cardTypeFault(glob: string): string | undefined {
  if (cardTypes.some(compileGlob(glob))) return undefined
  const proposal = isGlob(glob) ? '' : didYouMean(glob, cardTypes)
  const known = cardTypes.map((type) => type || '""').join(', ')
  return `unknown card type '${glob}'${proposal || `; known: ${known}`}`
}

function currencyFault(glob: string): string | undefined {
  const isOne = [...currencies].some(compileGlob(glob))
  return isOne ? undefined : `unknown ISO 4217 currency '${glob}'`
}
