import * as z from 'zod'
import { cardTypes, startsLikeCard } from '../../../domain/card/card.ts'
import { hasCardNumber } from '../../../domain/redaction/redacted.ts'
import type {
  PaymentMethod,
  StoredAccount,
  StoredCard,
} from '../../../domain/transaction/transaction.ts'
import { count, id, text } from './value-schema.ts'

const fingerprint = z
  .string()
  .regex(/^[\w-]{22}$/, 'Must be a fingerprint of 22 characters')
  .refine((given) => !hasCardNumber(given), 'Must not be a card number')

export const card: z.ZodType<StoredCard> = z.strictObject({
  pan: z.string().regex(/^[0-9]{0,6}x{3,}[0-9]{0,4}$/, 'Must be masked'),
  type: z.enum(cardTypes),
  fingerprint,
  expiry: z.strictObject({ year: count.max(9999), month: z.int().min(1).max(12) }).exactOptional(),
})

export const account: z.ZodType<StoredAccount> = z.strictObject({
  bsb: z.string().regex(/^[0-9]{3}-[0-9]{3}$/),
  accountNumber: z.string().regex(/^x{1,9}[0-9]{0,3}$/, 'Must be masked'),
  accountName: text(1, 32),
  fingerprint,
})

// Which digit it begins with is a setting; a card's is none of them.
export const virtualPan = z
  .string()
  .regex(/^[0-9]{13,19}$/)
  .refine((text) => !startsLikeCard(Number(text.charAt(0))), 'Must not begin like a card number')
const payingToken = z.strictObject({ id, virtualPan }).exactOptional()

export const method: z.ZodType<PaymentMethod> = z.discriminatedUnion('rail', [
  z.strictObject({ rail: z.literal('card'), card, token: payingToken }),
  z.strictObject({ rail: z.literal('direct_debit'), account, token: payingToken }),
])
