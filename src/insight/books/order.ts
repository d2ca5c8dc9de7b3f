import * as z from 'zod'
import { MAX_ID } from '../../domain/identifier.ts'

/** The most orders that one comparison takes. */
export const MOST_ORDERS = 10_000

const reference = z.string().min(1, 'expected a reference, found an empty text').max(1000)
const audit = z.int().min(1).max(MAX_ID)
const cents = z.int({ error: ({ input }) => wrongCents(input) }).min(0, {
  error: 'expected cents, 0 or more: book refunds under `refunded`, not as a negative amount',
})

/** An order as the shop has booked it. Amounts are in cents, refunds are not deducted from `paid`. */
export const orderSchema = z.strictObject({
  reference: reference.optional(),
  /** If each attempt has its own reference. */
  references: z.array(reference).max(100).optional(),
  audit: audit.optional(),
  audits: z.array(audit).max(100).optional(),
  merchant: z.int().min(1).max(MAX_ID).optional(),
  paid: cents,
  refunded: cents.default(0),
  held: cents.default(0),
  pending: cents.default(0),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'expected a currency such as AUD')
    .optional(),
  /** Any text, shown in findings: `cancelled`. */
  state: z.string().max(200).optional(),
})

export type Order = z.infer<typeof orderSchema>

/** Why a value is not an amount in cents. */
function wrongCents(input: unknown): string | undefined {
  if (input === undefined) return undefined
  const shown = JSON.stringify(input)?.slice(0, 40)
  if (typeof input === 'string' && /^-?\d+[.,]\d+$/.test(input)) {
    return `expected cents as a whole number, found ${shown}: write 4995 for 49.95`
  }
  if (typeof input === 'number') {
    return `expected cents as a whole number, found ${shown}: write 4995 for 49.95`
  }
  return `expected cents as a number, found ${shown}`
}

/** Every name by which an order can be found at the gateway. */
export function namesOf({ reference, references = [], audit, audits = [] }: Order) {
  return {
    references: [...(reference === undefined ? [] : [reference]), ...references],
    audits: [...(audit === undefined ? [] : [audit]), ...audits],
  }
}
