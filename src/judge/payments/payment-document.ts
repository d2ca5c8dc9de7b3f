import * as z from 'zod'
import { inCents } from '../../base/cents.ts'
import type { ValueOf } from '../../base/value-of.ts'
import { testRefSchema } from '../../record/test-ref-schema.ts'
import { paymentVerdicts } from './payment-verdict.ts'
import { doubledWords } from './taken.ts'

export const stepSchema = z
  .object({
    at: z.iso.datetime().describe('Sandbox time.'),
    request: z.int().exactOptional().describe('The id of the request, in the list of its test.'),
    audit: z.int().exactOptional().describe('The audit number of the transaction.'),
    status: z.string().exactOptional().describe("The transaction's status now."),
    kind: z.string().describe('The operation of the request, or `move` and similar for an event.'),
    correlation_id: z
      .string()
      .exactOptional()
      .describe('The correlation id that was sent or searched for.'),
    order: z
      .string()
      .exactOptional()
      .describe('The reference of its order, if it is not that of the finding or payment.'),
    result: z
      .enum([
        'waiting',
        'approved',
        'declined',
        'pending',
        'voided',
        'expired',
        'failed',
        'undecided',
        'returned',
        'refused',
        'replayed',
        'lost',
        'found',
        'nothing',
      ])
      .describe(
        'The result in one word, for programs. `lost`: no readable response. `replayed`: the stored response of an earlier request with the same id.',
      ),
    left: z
      .object({
        after_ms: z.number().describe('After how many milliseconds it stopped waiting.'),
        if_killed: z.string().describe('The text for a client that was killed, as in a sweep.'),
      })
      .exactOptional()
      .describe('Set if the client stopped waiting.'),
    change: z
      .string()
      .exactOptional()
      .describe('What the transaction has become, if its status changed: `approved`.'),
    text: z.string().describe('The result for people.'),
    paid: z
      .int()
      .exactOptional()
      .describe('What the customer has paid after it, in cents; only in the steps of a payment.'),
  })
  .meta({ id: 'StepDocument', description: 'One step of a payment.' })

export type StepDocument = ValueOf<typeof stepSchema>
export type StepResult = StepDocument['result']

const doubled = z
  .object({
    what: z.enum(doubledWords).describe('What was done too often.'),
    count: z.int().describe('How often it was done.'),
  })
  .meta({ id: 'Doubled', description: 'What was done too often, and how often.' })

export type Doubled = ValueOf<typeof doubled>

const decline = z
  .object({
    bank: z.string().describe("The bank's code and its words: `14 Invalid card number`."),
    rule: z.string().exactOptional().describe('The rule that decided so: `<scenario>/<rule>`.'),
    reason: z
      .string()
      .exactOptional()
      .describe("What in the request decided so: `the amount's cents are 14`."),
  })
  .meta({ id: 'Decline', description: 'Why the bank declined a payment.' })

export type Decline = ValueOf<typeof decline>

export const paymentSchema = z
  .object({
    id: z.string().describe('The world, the number of the test, and the number of the payment.'),
    test: testRefSchema.describe('Its test.'),
    merchant: z.int().nullable().describe('Null if no request named a merchant.'),
    reference: z.string().describe("The merchant's reference."),
    at: z.iso.datetime().nullable().describe('When it began, in sandbox time.'),
    own: z
      .literal(true)
      .exactOptional()
      .describe('Set if the dashboard itself sent it: then it is shown, and never judged.'),
    verdict: z.enum(paymentVerdicts).describe('The result of the payment, worst first.'),
    method: z
      .enum(['card', 'direct_debit'])
      .nullable()
      .describe('The payment method; null if nothing shows how it was to be paid.'),
    returned: z.boolean().describe('Whether it was declined because the bank returned the debit.'),
    charged: inCents(
      z.int().describe('Cents charged for good, whether your client knows it or not.'),
    ),
    refunded: inCents(z.int().describe('Cents refunded.')),
    doubled: doubled
      .nullable()
      .describe('For a double charge or refund: what was done too often, and how often.'),
    also_doubled: doubled
      .exactOptional()
      .describe('For a double charge whose refund was doubled too: how often it was refunded.'),
    amount: inCents(z.int().describe('Cents, as submitted.')),
    currency: z.string().describe('As submitted.'),
    decline: decline.nullable().describe('Why the bank declined it; null if it did not.'),
    steps: z.array(stepSchema).describe('What happened, in order.'),
    dropped_steps: z.int().describe('How many steps were not kept.'),
  })
  .meta({ id: 'PaymentDocument', description: 'The requests that belong to one intended payment.' })

export type PaymentDocument = ValueOf<typeof paymentSchema>

export const totalsSchema = z
  .object({
    payments: z.int(),
    charged: z.record(z.string(), z.int()).describe('Cents by currency.'),
    verdicts: z.record(z.enum(paymentVerdicts), z.int()),
    returned: z.int().describe('Of the declined payments, debits that a bank returned.'),
    double_refunds: z
      .int()
      .describe('Payments that were refunded more than once, double charges included.'),
  })
  .meta({
    id: 'TotalsResponse',
    description: "The totals of all payments, independent of the list's limit and filters.",
  })

export type PaymentTotals = ValueOf<typeof totalsSchema>

/** The result of a payment. */
export type PaymentSum = Pick<
  PaymentDocument,
  | 'verdict'
  | 'method'
  | 'returned'
  | 'charged'
  | 'refunded'
  | 'doubled'
  | 'also_doubled'
  | 'amount'
  | 'currency'
>

/** How a payment was made: with a card, or as a direct debit of a bank account. */
export type MethodName = NonNullable<PaymentDocument['method']>
