import * as z from 'zod'
import { MAX_ID } from '../../../domain/identifier.ts'
import { redactText } from '../../../domain/redaction/redacted.ts'
import { isRestrictedText, refusedCharacter } from '../../../domain/restricted-text.ts'
import { DAY, END_OF_TIME, isoUtc } from '../../../domain/time/instant.ts'

export const count = z.int().min(0)
export const id = z.int().min(1).max(MAX_ID)
// A row may tell of what lies ahead, which the last dates of four digits still hold.
export const instant = before(END_OF_TIME)
export const planned = before(END_OF_TIME + 364 * DAY)

function before(end: number) {
  return count.max(end - 1, `Must be before ${isoUtc(end)}`)
}

/** A text as the API takes it, with every card number in it masked. */
export function text(min: number, max: number) {
  const length = `Must have ${min} to ${max} characters`
  return z
    .string()
    .min(min, length)
    .max(max, length)
    .refine(isRestrictedText, { error: ({ input }) => refusedCharacter(String(input)) })
    .transform((given) => redactText(given))
}

/** What tells a text from others: itself, or masked with a fingerprint behind it. */
export const textKey = text(1, 200)
