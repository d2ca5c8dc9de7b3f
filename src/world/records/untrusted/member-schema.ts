import * as z from 'zod'
import { cardTypes, startsLikeCard } from '../../../domain/card/card.ts'
import { MAX_ID } from '../../../domain/identifier.ts'
import { hasCardNumber, redactText } from '../../../domain/redaction/redacted.ts'
import { isRestrictedText, refusedCharacter } from '../../../domain/restricted-text.ts'
import { DAY, END_OF_TIME, isoUtc } from '../../../domain/time/instant.ts'
import type {
  PaymentMethod,
  StoredAccount,
  StoredCard,
} from '../../../domain/transaction/transaction.ts'

export const naturalNumber = z.int().min(0)
export const id = z.int().min(1).max(MAX_ID)
// Planned events may lie up to a year later, which still has a year of four digits.
export const instant = before(END_OF_TIME)
export const planned = before(END_OF_TIME + 364 * DAY)

function before(end: number) {
  return naturalNumber.max(end - 1, `Must be before ${isoUtc(end)}`)
}

/** A text by the API's rules, with card numbers masked. */
export function plainText(min: number, max: number, isAccepted = isRestrictedText) {
  const length = `Must have ${min} to ${max} characters`
  return z
    .string()
    .min(min, length)
    .max(max, length)
    .refine(isAccepted, { error: ({ input }) => refusedCharacter(String(input)) })
    .transform((given) => redactText(given))
}

/** Identifies a text: the text itself, or the masked text followed by a fingerprint. */
export const identifyingText = plainText(1, 200)

/** A schema for every member of a stored row, so that none is forgotten. */
export type MembersOf<Row> = { readonly [Member in keyof Required<Row>]: z.ZodType }

const fingerprint = z
  .string()
  .regex(/^[\w-]{22}$/, 'Must be a fingerprint of 22 characters')
  .refine((given) => !hasCardNumber(given), 'Must not be a card number')

export const card: z.ZodType<StoredCard> = z.strictObject({
  pan: z.string().regex(/^[0-9]{0,6}x{3,}[0-9]{0,4}$/, 'Must be masked'),
  type: z.enum(cardTypes),
  fingerprint,
  expiry: z
    .strictObject({ year: naturalNumber.max(9999), month: z.int().min(1).max(12) })
    .exactOptional(),
})

export const account: z.ZodType<StoredAccount> = z.strictObject({
  bsb: z.string().regex(/^[0-9]{3}-[0-9]{3}$/),
  accountNumber: z.string().regex(/^x{1,9}[0-9]{0,3}$/, 'Must be masked'),
  accountName: plainText(1, 32),
  fingerprint,
})

// The first digit is configurable, but is never one that cards begin with.
export const virtualPanText = z
  .string()
  .regex(/^[0-9]{13,19}$/)
  .refine((text) => !startsLikeCard(Number(text.charAt(0))), 'Must not begin like a card number')
const payingToken = z.strictObject({ id, virtualPan: virtualPanText }).exactOptional()

export const method: z.ZodType<PaymentMethod> = z.discriminatedUnion('rail', [
  z.strictObject({ rail: z.literal('card'), card, token: payingToken }),
  z.strictObject({ rail: z.literal('direct_debit'), account, token: payingToken }),
])
