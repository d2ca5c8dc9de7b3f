import * as z from 'zod'
import type { ValueOf } from '../../../base/value-of.ts'
import { paymentSchema } from '../../../judge/payments/payment-document.ts'
import { requestSchema } from '../../../record/exchange-schema.ts'
import { customerSchema } from './customers.ts'
import { transactionSchema } from './transactions.ts'

const foundIn = { world: z.string() }

const foundRequestSchema = requestSchema
  .extend({
    ...foundIn,
    payment: z
      .string()
      .nullable()
      .describe(
        'The payment that keeps it, if its test has ended; null if it is in the list of requests.',
      ),
  })
  .meta({ id: 'FoundRequest' })

export type FoundRequest = ValueOf<typeof foundRequestSchema>

export const foundSchema = z
  .object({
    payments: z.array(paymentSchema),
    requests: z.array(foundRequestSchema),
    transactions: z.array(transactionSchema.extend(foundIn)),
    customers: z.array(customerSchema.extend(foundIn)),
    next: z.int().nullable().describe('What `after` takes for more; null if no group has more.'),
  })
  .meta({
    id: 'FoundResponse',
    description: 'Newest first in each group, ended tests and all worlds included.',
  })

export type FoundResponse = ValueOf<typeof foundSchema>
