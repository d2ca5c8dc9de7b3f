import * as z from 'zod'
import { operations } from '../rule.ts'
import type { WhenDocument } from '../scenario-document.ts'

/** One value or a list of them; an empty list would match nothing. */
function oneOrMore<T extends z.ZodType>(item: T, error: string) {
  const list = z.array(item).min(1, { error: 'an empty list can never match; leave the key out' })
  return z.union([item, list], { error })
}

function text(description: string) {
  const glob = z.string()
  return oneOrMore(glob, 'expected a text or a list of texts').describe(
    `${description} A text, a glob (* any run of characters, ? any single one) or a list.`,
  )
}

const cents = z.int().min(0).max(9_999_999_999)

const amountRange = z.strictObject({
  min: cents.describe('The least amount in cents that matches.').exactOptional(),
  max: cents.describe('The greatest amount in cents that matches.').exactOptional(),
})

const amountValue = z.union([z.string(), z.int().min(0)])

const amount = z.union(
  [
    z.string(),
    z.int().min(0),
    z.array(amountValue).min(1, { error: 'an empty list can never match; leave the key out' }),
    amountRange,
  ],
  { error: 'expected an amount in cents such as "50000", a glob, a list or { min, max }' },
)

const merchantId = z.int().min(1).max(2_147_483_647)

/** All that are given must hold. */
export const whenSchema = z.strictObject({
  operation: oneOrMore(z.enum(operations), 'expected an operation or a list of them')
    .describe('The call, or a list of calls.')
    .exactOptional(),
  merchant: oneOrMore(merchantId, 'expected a merchant id or a list of them')
    .describe('The merchant id, or a list of them.')
    .exactOptional(),
  method: z
    .enum(['card', 'direct_debit'])
    .describe('How it is paid; an operation on an earlier transaction has the method of that one.')
    .exactOptional(),
  amount: amount
    .describe('Cents as submitted, before any surcharge: a text, a glob, a list or { min, max }.')
    .exactOptional(),
  currency: text('The currency, such as AUD.').exactOptional(),
  pan: text(
    'The card number. Of a stored card only the first six and last four digits are known.',
  ).exactOptional(),
  card_type: text('visa, mastercard, amex, diners, jcb, unionpay, discover or "".').exactOptional(),
  cvv: text('The card verification value.').exactOptional(),
  bsb: text('The bank and branch of a direct debit, as 032-051 or 032051.').exactOptional(),
  account_number: text('The bank account number of a direct debit.').exactOptional(),
  reference: text("The transaction's reference.").exactOptional(),
  kvp: z
    .record(z.string(), text('The value under this key.'))
    .describe('Keys that were submitted as KVPs, each with the values that match.')
    .exactOptional(),
  customer_reference: text("The vault customer's reference.").exactOptional(),
  virtual_pan: text('The virtual PAN that stands in for the details.').exactOptional(),
  token_name: text("The token's preferred name.").exactOptional(),
}) satisfies z.ZodType<WhenDocument>
