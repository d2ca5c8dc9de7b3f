import * as z from 'zod'
import type { ValueOf } from '../../../../domain/value-of.ts'
import { methods } from '../../../../scenario/operations.ts'

export const customerSchema = z
  .object({
    id: z.int(),
    merchant: z.int(),
    name: z.string(),
    reference: z.string(),
    created_at: z.iso.datetime().describe('Sandbox time.'),
    tokens: z.int().describe('How many tokens it has.'),
  })
  .meta({ id: 'CustomerResponse' })

export type CustomerResponse = ValueOf<typeof customerSchema>

export const customersSchema = z
  .object({
    customers: z.array(customerSchema).describe('Sorted by id.'),
    next: z
      .int()
      .nullable()
      .describe('What `after` takes for the next page; null on the last one.'),
  })
  .meta({ id: 'CustomersResponse' })

export type CustomersResponse = ValueOf<typeof customersSchema>

export const customerDetailSchema = customerSchema
  .extend({
    tokens: z.array(
      z.object({
        id: z.int(),
        preferred_name: z.string(),
        virtual_pan: z.string(),
        active: z.boolean(),
        method: z.enum(methods),
        account: z
          .string()
          .describe('The masked card number, or the BSB and the masked account number.'),
        card_type: z.string().nullable(),
        created_at: z.iso.datetime().describe('Sandbox time.'),
      }),
    ),
  })
  .meta({ id: 'CustomerDetailResponse' })

export type CustomerDetailResponse = ValueOf<typeof customerDetailSchema>
