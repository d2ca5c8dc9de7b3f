import * as z from 'zod'
import type { Assumptions } from '../../domain/assumptions.ts'
import { isAccountNumber, normaliseBsb } from '../../domain/bank/bank-account.ts'
import { isPan, isVirtualPan } from '../../domain/card/card.ts'
import { parseExpiry } from '../../domain/card/expiry.ts'
import { ifFormed, restrictedText } from './field.ts'
import { coded, complaint } from './objection.ts'

export const panDigits = /^[0-9]{13,19}$/

const panForm = 'Must be a card number of 13 to 19 digits'

/** A card number, or the virtual one of a token, whose check digit is the vault's own affair. */
export const payingPan = z
  .string(complaint('invalid_pan', panForm))
  .regex(panDigits, coded('invalid_pan', panForm))
  .refine(
    ifFormed(panDigits, (pan) => isVirtualPan(pan) || isPan(pan)),
    coded('invalid_pan', 'Fails the Luhn check'),
  )

/** A card number that can be stored: a virtual one stands for something that is stored already. */
export const storablePan = payingPan.refine(
  ifFormed(panDigits, (pan) => !isVirtualPan(pan)),
  coded('invalid_pan', 'A virtual PAN cannot be stored'),
)

export function expiryDate({ expiry_format }: Assumptions) {
  const form = coded('invalid_expiry', `Must be four digits that name a month (${expiry_format})`)
  return z
    .string(complaint('invalid_expiry', 'Must be a string of four digits'))
    .refine((text) => parseExpiry(text, expiry_format) !== undefined, form)
}

export const cvv = z
  .string(complaint('invalid_type', 'Must be a string'))
  .regex(/^[0-9]{3,4}$/, coded('invalid_format', 'Must be three digits, or four for amex'))

export const bsb = z
  .string(complaint('invalid_type', 'Must be a string'))
  .refine((text) => normaliseBsb(text) !== undefined, coded('invalid_format', 'Must be NNN-NNN'))

export const accountNumber = z
  .string(complaint('invalid_type', 'Must be a string'))
  .refine(isAccountNumber, coded('invalid_format', 'Must be 1 to 9 digits'))

export const accountName = restrictedText(1, 32)
