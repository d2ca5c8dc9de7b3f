import * as z from 'zod'
import { cardTypes, startsLikeCard } from '../base/redaction/card-number.ts'
import { hasCardNumber, redactText } from '../base/redaction/redacted.ts'
import { MAX_ID } from './identifier.ts'
import { isRestrictedText, refusedCharacter } from './restricted-text.ts'
import { DAY, END_OF_TIME, isoUtc } from './time/instant.ts'

/**
 * What records consist of, as it is stored. Only rows that a person or another program may have
 * written are checked against it; nothing of it runs in a request.
 */

export const naturalNumber = z.int().min(0)
export const id = z.int().min(1).max(MAX_ID)
export const instant = before(END_OF_TIME)
/** Planned events may lie up to a year later, which still has a year of four digits. */
export const planned = before(END_OF_TIME + 364 * DAY)

function before(end: number) {
  return naturalNumber.max(end - 1, `Must be before ${isoUtc(end)}`)
}

/** A text by the API's rules, with card numbers masked. */
export function maskedText(min: number, max: number, isAccepted = isRestrictedText) {
  const length = `Must have ${min} to ${max} characters`
  return z
    .string()
    .min(min, length)
    .max(max, length)
    .refine(isAccepted, { error: ({ input }) => refusedCharacter(String(input)) })
    .transform((given) => redactText(given))
}

/** Identifies a text: the text itself, or the masked text followed by a fingerprint. */
export const identifyingText = maskedText(1, 200)

const fingerprint = z
  .string()
  .regex(/^[\w-]{22}$/, 'Must be a fingerprint of 22 characters')
  .refine((given) => !hasCardNumber(given), 'Must not be a card number')

/** A card: masked, with a keyed fingerprint that is equal for equal cards. */
export const cardRecord = z.strictObject({
  pan: z.string().regex(/^[0-9]{0,6}x{3,}[0-9]{0,4}$/, 'Must be masked'),
  type: z.enum(cardTypes),
  fingerprint,
  expiry: z
    .strictObject({ year: naturalNumber.max(9999), month: z.int().min(1).max(12) })
    .exactOptional(),
})

export const accountRecord = z.strictObject({
  bsb: z.string().regex(/^[0-9]{3}-[0-9]{3}$/),
  accountNumber: z.string().regex(/^x{1,9}[0-9]{0,3}$/, 'Must be masked'),
  accountName: maskedText(1, 32),
  fingerprint,
})

/** The first digit is configurable, but is never one that cards begin with. */
export const virtualPanText = z
  .string()
  .regex(/^[0-9]{13,19}$/)
  .refine((text) => !startsLikeCard(Number(text.charAt(0))), 'Must not begin like a card number')
