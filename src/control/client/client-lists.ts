import type * as z from 'zod'
import type { PaymentResponse } from '../contract/calls/report.ts'
import { LONGEST_LIST } from '../contract/control-call.ts'
import type { InputOf } from '../control-calls.ts'
import type { ControlClient } from './control-client.ts'

/** The schema of a row of each list, by the list's name in the responses of the control API. */
export const rowSchemas = {
  transactions: async () => (await import('../contract/calls/transactions.ts')).transactionSchema,
  customers: async () => (await import('../contract/calls/customers.ts')).customerSchema,
  requests: async () => (await import('../../record/exchange-schema.ts')).requestSchema,
  payments: async () => (await import('../../judge/payments/payment-document.ts')).paymentSchema,
  findings: async () => (await import('../../judge/books/books-document.ts')).booksFindingSchema,
} satisfies Readonly<Record<string, () => Promise<z.ZodObject>>>

export type ListName = keyof typeof rowSchemas

const MOST_PAYMENTS = 1000

/** The latest payments, newest first, read page by page. */
export async function latestPayments(
  client: ControlClient,
  query: InputOf<'payments'> = {},
): Promise<readonly PaymentResponse[]> {
  const payments: PaymentResponse[] = []
  let after: string | undefined
  do {
    const page = await client.payments({ ...query, limit: LONGEST_LIST, after })
    payments.push(...page.payments)
    after = page.next ?? undefined
  } while (after !== undefined && payments.length < MOST_PAYMENTS)
  return payments
}
