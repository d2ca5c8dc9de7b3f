import * as z from 'zod'
import { isPan } from '../../../base/redaction/card-number.ts'
import type { Assumptions } from '../../../domain/assumptions/assumptions.ts'
import {
  accountNumberForm,
  bsbForm,
  isAccountNumber,
  normaliseBsb,
} from '../../../domain/bank-account.ts'
import { isVirtualPan, parseExpiry } from '../../../domain/card.ts'
import type { AccountNames } from '../account-members.ts'
import { ifFormed, object, restrictedText } from './field.ts'
import { noted } from './note.ts'
import { coded, complaint } from './objection.ts'

export const panDigits = /^[0-9]{13,19}$/

const panForm = 'Must be a card number of 13 to 19 digits'

/** A card number, or the virtual one of a token, whose check digit only the vault verifies. */
export function payingPan(assumptions: Assumptions) {
  const { first_digit } = assumptions.virtual_pan
  return noted(panText(assumptions), {
    description: `The card number: 13 to 19 digits that pass the Luhn check. Or the virtual PAN of a token, which starts with ${first_digit}.`,
    example: '4111111111111111',
    errors: ['invalid_pan'],
    secret: 'pan',
    asks: 'account',
  })
}

function panText(assumptions: Assumptions) {
  return z
    .string(complaint('invalid_pan', panForm))
    .regex(panDigits, coded('invalid_pan', panForm))
    .refine(
      ifFormed(panDigits, (pan) => isVirtualPan(pan, assumptions) || isPan(pan)),
      coded('invalid_pan', 'Fails the Luhn check'),
    )
}

/** A card number that can be stored; a virtual one refers to a card that is already stored. */
export function storablePan(assumptions: Assumptions) {
  const { first_digit } = assumptions.virtual_pan
  const text = panText(assumptions).refine(
    ifFormed(panDigits, (pan) => !isVirtualPan(pan, assumptions)),
    coded('invalid_pan', 'A virtual PAN cannot be stored'),
  )
  return noted(text, {
    description:
      'The card number: 13 to 19 digits that pass the Luhn check. A virtual PAN cannot be stored.',
    example: '4111111111111111',
    errors: ['invalid_pan'],
    secret: 'pan',
    asks: 'account',
    rules: { pattern: `^(?!${first_digit})[0-9]{13,19}$` },
  })
}

export function expiryDate({ expiry_format }: Assumptions) {
  const order = expiry_format === 'auto' ? 'MMYY or YYMM' : expiry_format
  const example = expiry_format === 'YYMM' ? '3012' : '1230'
  const form = coded('invalid_expiry', `Must be a month as ${order}, such as ${example}`)
  const text = z
    .string(complaint('invalid_expiry', 'Must be a string of four digits'))
    .refine((text) => parseExpiry(text, expiry_format) !== undefined, form)
  return noted(text, {
    description: `The month in which the card expires, as ${order}. It is good to the end of that month in Sydney.`,
    example,
    errors: ['invalid_expiry'],
    secret: 'expiry',
    rules: { pattern: '^[0-9]{4}$' },
  })
}

export const cvv = noted(
  z
    .string(complaint('invalid_type', 'Must be a string'))
    .regex(/^[0-9]{3,4}$/, coded('invalid_format', 'Must be three digits, or four for amex')),
  {
    description: 'The card verification value: three digits, four for American Express.',
    example: '123',
    secret: 'cvv',
    errors: ['invalid_type', 'invalid_format'],
  },
)

const bsb = noted(
  z
    .string(complaint('invalid_type', 'Must be a string'))
    .refine(
      (text) => normaliseBsb(text) !== undefined,
      coded('invalid_format', 'Must be NNN-NNN or NNNNNN'),
    ),
  {
    description: 'The BSB: six digits that name an Australian bank branch, with or without a dash.',
    example: '062-000',
    secret: 'bsb',
    errors: ['invalid_type', 'invalid_format'],
    rules: { pattern: bsbForm.source },
  },
)

const accountNumber = noted(
  z
    .string(complaint('invalid_type', 'Must be a string'))
    .refine(isAccountNumber, coded('invalid_format', 'Must be 1 to 9 digits')),
  {
    description: 'The account number: 1 to 9 digits. Leading zeros count.',
    example: '12345678',
    secret: 'account',
    asks: 'account',
    errors: ['invalid_type', 'invalid_format'],
    rules: { pattern: accountNumberForm.source },
  },
)

const accountName = noted(restrictedText(1, 32), {
  description: 'The name of the account.',
  example: 'Ann Example',
})

export function accountFields(names: AccountNames) {
  const members = { [names.bsb]: bsb, [names.account_number]: accountNumber }
  return object({ ...members, [names.account_name]: accountName })
}

/** The account in an answer. */
export function maskedAccount(names: AccountNames) {
  const number = noted(z.string(), 'Masked.')
  const members = { [names.bsb]: z.string(), [names.account_number]: number }
  return z.object({ ...members, [names.account_name]: z.string() })
}
