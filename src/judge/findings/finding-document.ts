import * as z from 'zod'
import type { ValueOf } from '../../base/value-of.ts'
import type { Exchange } from '../../record/exchange.ts'
import { requestSchema } from '../../record/exchange-schema.ts'
import { testRefSchema } from '../../record/test-ref-schema.ts'
import { stepSchema } from '../payments/payment-document.ts'
import { allFindings } from './all-findings.ts'
import { severities } from './finding.ts'
import { moneyAmountSchema, paidTwiceSchema, unnoticedSchema } from './money-amount.ts'

/** Scripts depend on these names. */
const code = z.enum(allFindings.map((kind) => kind.code))

export const findingSchema = z
  .object({
    id: z.string().describe('Unique in the run, and stable across reports.'),
    key: z
      .string()
      .describe(
        'The same in every run of the same tests, to compare reports: code, test, operation and number, such as `double-charge/checkout survives a timeout/purchase-1`.',
      ),
    code: code.describe('The [kind](findings.md) of finding.'),
    severity: z.enum(severities).describe('How bad it is.'),
    subject: z.string().describe('What it is about: `order A-1001, AUD 49.95`.'),
    message: z.string().describe('What happened, in a sentence.'),
    advice: z.string().describe('What to do instead, in a sentence.'),
    cause: z
      .string()
      .describe(
        'The mistake in a word: findings of one kind with the same cause need the same fix.',
      ),
    test: testRefSchema.nullable().describe('Its test; null if it is about the whole run.'),
    payment: z.string().nullable().describe('The id of its payment, if it is about one.'),
    overcharged: moneyAmountSchema
      .exactOptional()
      .describe('The money that moved too often, if it is about that.'),
    missed: moneyAmountSchema
      .exactOptional()
      .describe('The money that a lost sale did not bring in, if it is about that.'),
    paid_twice: paidTwiceSchema
      .exactOptional()
      .describe('The sum of both payments, if it is about a reference that was paid twice.'),
    unnoticed: unnoticedSchema
      .exactOptional()
      .describe(
        'The money that was charged, held or refunded without the client knowing it, if it is about that.',
      ),
    at: z.iso.datetime().nullable().describe('Sandbox time.'),
    count: z.int().describe('How often it was seen in its test.'),
    steps: z.array(stepSchema).describe('The steps that show it.'),
    requests: z
      .array(z.int())
      .describe('The ids of its requests; a reset empties the list of requests.'),
    evidence: z.array(requestSchema).describe('The same requests, kept with the finding.'),
  })
  .meta({ id: 'FindingDocument', description: 'One finding, with the requests that show it.' })

export type FindingDocument = ValueOf<typeof findingSchema>

/** A finding whose evidence is not put into words yet. */
export interface Finding extends Omit<FindingDocument, 'evidence'> {
  readonly evidence: readonly Exchange[]
}
