import type * as z from 'zod'

/** The schema of a row of each list, by the list's name in the responses of the control API. */
export const rowSchemas = {
  transactions: async () => (await import('../contract/calls/transactions.ts')).transactionSchema,
  customers: async () => (await import('../contract/calls/customers.ts')).customerSchema,
  requests: async () => (await import('../../record/shown-request.ts')).requestSchema,
  payments: async () => (await import('../../judge/payments/payment-document.ts')).paymentSchema,
  findings: async () => (await import('../../judge/books/books-document.ts')).booksFindingSchema,
} satisfies Readonly<Record<string, () => Promise<z.ZodObject>>>

export type ListName = keyof typeof rowSchemas
