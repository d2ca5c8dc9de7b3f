import * as z from 'zod'
import { MAX_ID } from '../../domain/identifier.ts'
import { redactText } from '../../domain/redaction/redacted.ts'
import type { OrderInput } from './books-document.ts'

const reference = z
  .string()
  .min(1, 'expected a reference, found an empty text')
  .max(1000)
  .regex(
    /^\P{Cc}*$/u,
    'expected a reference without control characters, such as NUL or a line break',
  )
const id = z.int().min(1).max(MAX_ID)
const cents = z.int({ error: ({ input }) => wrongCents(input) }).min(0, {
  error: ({ input }) =>
    `expected cents, 0 or more, found ${input}: write what was given back as \`refunded\``,
})

/** An order as the shop has booked it, with 0 for the amounts that it left out. */
export const orderSchema = z.strictObject({
  reference: reference.optional(),
  references: z.array(reference).max(100).optional(),
  audit: id.optional(),
  audits: z.array(id).max(100).optional(),
  merchant: id.optional(),
  paid: cents,
  refunded: cents.default(0),
  held: cents.default(0),
  pending: cents.default(0),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'expected a currency such as AUD')
    .optional(),
  state: z.string().max(200).optional(),
} satisfies Readonly<Record<keyof OrderInput, z.ZodType>>)

export type Order = z.infer<typeof orderSchema>

/** Why a value is not an amount in cents. */
function wrongCents(input: unknown): string | undefined {
  if (input === undefined) return undefined
  const found = `found ${redactText(JSON.stringify(input) ?? '').slice(0, 40)}`
  const isDecimal = typeof input === 'number' || /^-?\d+[.,]\d+$/.test(String(input))
  if (!isDecimal) return `expected cents as a number, ${found}: write 4995, without quotes`
  return `expected cents as a whole number, ${found}: write 4995 for 49.95`
}

/** The references of an order, as the gateway stores them. */
export function referencesOf({ reference, references = [] }: Order): readonly string[] {
  return (reference === undefined ? references : [reference, ...references]).map(redactText)
}

export function auditsOf({ audit, audits = [] }: Order): readonly number[] {
  return audit === undefined ? audits : [audit, ...audits]
}

export function nameOfOrder({ reference, references, audit, audits }: Order): string {
  return redactText(reference ?? references?.[0] ?? `audit ${audit ?? audits?.[0]}`)
}
