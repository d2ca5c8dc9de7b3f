import * as z from 'zod'
import { excerpt } from '../../base/documents/complaint.ts'
import { hasCardNumber } from '../../base/redaction/redacted.ts'
import { MAX_ID } from '../../domain/identifier.ts'
import type { OrderInput } from './order-input.ts'

const reference = z
  .string()
  .min(1, 'expected a reference, found an empty string')
  .max(1000)
  .regex(
    /^\P{Cc}*$/u,
    'expected a reference without control characters, such as NUL or a line break',
  )
const id = z.int().min(1).max(MAX_ID)

/** Less than any card number, which somebody may have put into the wrong column. */
const MOST_CENTS = 999_999_999_999

const LONGEST_PAN = 19

const cents = z
  .int({ error: ({ input }) => wrongCents(input) })
  .min(0, {
    error: ({ input }) =>
      `expected cents, 0 or more${foundText(input)}: write refunds as \`refunded\``,
  })
  .max(MOST_CENTS, { error: ({ input }) => tooManyCents(String(input)) })

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
  const text = typeof input === 'object' ? '' : String(input).trim()
  if (/^-?\d{1,12}$/.test(text)) return `expected cents as a number: write ${text}, without quotes`
  if (/^\d{13,}$/.test(text)) return tooManyCents(text)
  const [, whole, part = ''] = /^(-?\d{1,10})[.,](\d{1,2})$/.exec(text) ?? []
  const isDecimal = typeof input === 'number' || whole !== undefined
  const wanted = `expected cents as a ${isDecimal ? 'whole ' : ''}number${foundText(input)}`
  return whole === undefined ? wanted : `${wanted}: write ${Number(whole + part.padEnd(2, '0'))}`
}

function tooManyCents(digits: string): string {
  const isShown = digits.length > LONGEST_PAN && !hasCardNumber(digits)
  const found = isShown ? excerpt(digits) : 'a longer number'
  return `expected cents, at most ${MOST_CENTS}, found ${found}`
}

/** `, found "free"`: not a number that may be that of a card. */
function foundText(input: unknown): string {
  // A list inside of lists may be too deep to be written.
  if (typeof input === 'object' && input !== null)
    return `, found ${Array.isArray(input) ? 'a list' : 'an object'}`
  const text = JSON.stringify(input) ?? ''
  return /\d{13}/.test(text.replaceAll(/[ .-]/g, '')) ? '' : `, found ${text.slice(0, 40)}`
}
