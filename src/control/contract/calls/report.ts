import * as z from 'zod'
import type { ValueOf } from '../../../base/value-of.ts'
import { caseSchema, coverageSchema } from '../../../judge/coverage/coverage-document.ts'
import { type FindingDocument, findingSchema } from '../../../judge/findings/finding-document.ts'
import {
  type PaymentDocument,
  type PaymentTotals,
  paymentSchema,
  totalsSchema,
} from '../../../judge/payments/payment-document.ts'
import type { ReportDocument } from '../../../judge/report/report-document.ts'
import { requestSchema } from '../../../record/exchange-schema.ts'

export type ReportResponse = ReportDocument
export type FindingResponse = FindingDocument
export type PaymentResponse = PaymentDocument

export const coverageAnswerSchema = coverageSchema
  .extend({ extra_cases: z.array(caseSchema).describe('Cases that only test plans use.') })
  .meta({ id: 'CoverageResponse' })

export type CoverageResponse = ValueOf<typeof coverageAnswerSchema>

export const wholePaymentSchema = paymentSchema
  .extend({
    ended: z
      .boolean()
      .describe(
        'Whether its test has ended: its audit numbers may now belong to other transactions.',
      ),
    newer: z.string().nullable().describe('The payment of the same test that is listed before it.'),
    older: z.string().nullable().describe('The payment of the same test that is listed after it.'),
    findings: z.array(findingSchema).describe('The findings that it shows.'),
    requests: z.array(requestSchema).describe('The recorded requests of its steps.'),
  })
  .meta({ id: 'WholePaymentResponse' })

export type WholePaymentResponse = ValueOf<typeof wholePaymentSchema>

export type TotalsResponse = PaymentTotals

export const paymentsSchema = z
  .object({
    payments: z.array(paymentSchema).describe('Newest first.'),
    totals: totalsSchema,
    next: z
      .string()
      .nullable()
      .describe('What `after` takes for older payments; null if none are kept.'),
  })
  .meta({ id: 'PaymentsResponse' })

export type PaymentsResponse = ValueOf<typeof paymentsSchema>

export const reportClearedSchema = z
  .object({ requests: z.int(), findings: z.int() })
  .meta({ id: 'ReportClearedResponse', description: 'What was deleted.' })

export type ReportClearedResponse = ValueOf<typeof reportClearedSchema>
