import * as z from 'zod'
import { inCents } from '../../base/cents.ts'
import type { ValueOf } from '../../base/value-of.ts'
import { testRefSchema } from '../../record/test-ref-schema.ts'
import { severities } from '../findings/finding.ts'
import { stepSchema } from '../payments/payment-document.ts'
import { booksFindings } from './books-findings.ts'

const bookTotalsSchema = z
  .object({
    paid: inCents(z.int().describe('Cents paid; refunds are not deducted.')),
    refunded: inCents(z.int().describe('Cents refunded.')),
    held: inCents(z.int().describe('Cents of open holds.')),
    pending: inCents(
      z.int().describe('Cents of payments, holds and refunds that wait for the bank.'),
    ),
  })
  .meta({ id: 'BookTotals', description: 'Cents of one order, by what happened to them.' })

export type BookTotals = ValueOf<typeof bookTotalsSchema>

export const booksFindingSchema = z
  .object({
    code: z.enum(booksFindings.map(({ code }) => code)).describe('The kind of difference.'),
    severity: z.enum(severities).describe('How bad it is.'),
    reference: z.string().describe('The reference of the order.'),
    order: z
      .string()
      .describe(
        'The order for people: its reference, with the merchant if there are payments of several.',
      ),
    merchant: z.int().nullable().describe('The merchant, if it is known.'),
    currency: z.string().describe('The currency of the amounts.'),
    books: bookTotalsSchema
      .extend({ state: z.string().optional().describe('The state that your books give it.') })
      .nullable()
      .describe('What your books have; null for money that no order has.'),
    gateway: bookTotalsSchema.describe('What the gateway has.'),
    audits: z.array(z.int()).describe('The audit numbers of its transactions.'),
    about: z
      .int()
      .nullable()
      .describe(
        'The transaction that the advice is about: the payment, not the newest one; null if there is none.',
      ),
    message: z.string().describe('What differs, in a sentence.'),
    advice: z.string().describe('What to do instead, in a sentence.'),
    cause: z
      .string()
      .describe(
        'The mistake in a word: differences of one kind with the same cause need the same fix.',
      ),
  })
  .meta({ id: 'BooksFinding', description: 'A difference between your books and the gateway.' })

export type BooksFinding = ValueOf<typeof booksFindingSchema>

export const reconciliationSchema = z
  .object({
    orders: z.int().describe('How many orders your books have.'),
    agreeing: z.int().describe('Orders without an error or a warning.'),
    findings: z.array(booksFindingSchema).describe('The differences, errors first.'),
    dropped_findings: z.int().describe('How many more findings there are.'),
    undecided: z
      .array(z.string())
      .describe('References of orders whose payments the gateway has not decided yet.'),
  })
  .meta({ id: 'Reconciliation', description: 'A comparison of your books with the gateway.' })

export type Reconciliation = ValueOf<typeof reconciliationSchema>

const explainedDifferenceSchema = booksFindingSchema
  .extend({ steps: z.array(stepSchema).describe('The steps of its payments, oldest first.') })
  .meta({ id: 'ExplainedDifference', description: 'A difference with the steps of its payments.' })

export type ExplainedDifference = ValueOf<typeof explainedDifferenceSchema>

export const reconciledSchema = reconciliationSchema
  .extend({
    findings: z.array(explainedDifferenceSchema).describe('The differences, errors first.'),
    next: z
      .int()
      .nullable()
      .describe('What `after` takes for the next differences; null if there are none.'),
  })
  .meta({ id: 'ReconciledResponse', description: 'A comparison of your books with the gateway.' })

export type ReconciledResponse = ValueOf<typeof reconciledSchema>

export const booksSchema = reconciliationSchema
  .extend({
    test: testRefSchema
      .nullable()
      .describe('The test that was compared; null for several, added up.'),
  })
  .meta({ id: 'BooksDocument', description: 'A comparison in a report.' })

export type BooksDocument = ValueOf<typeof booksSchema>
