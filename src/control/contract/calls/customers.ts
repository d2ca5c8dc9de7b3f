import * as z from 'zod'
import type { ValueOf } from '../../../base/value-of.ts'
import { isoUtc } from '../../../domain/time/instant.ts'
import type { Customer } from '../../../domain/vault-records.ts'
import type { World } from '../../../gateway/world/world.ts'
import { methods } from '../../../scenario/operations.ts'
import { answerField, answerMaker, schemasOf } from '../control-field.ts'

const instant = z.iso.datetime().describe('Sandbox time.')

const field = answerField<[Customer, World]>()

/** The fields of a customer in a list, each with its value. */
const listed = {
  id: field(z.int(), ({ id }) => id),
  merchant: field(z.int(), ({ merchant }) => merchant),
  name: field(z.string(), ({ name }) => name),
  reference: field(z.string(), ({ reference }) => reference),
  created_at: field(instant, ({ createdAt }) => isoUtc(createdAt)),
  tokens: field(
    z.int().describe('How many tokens it has.'),
    ({ id }, { records }) => records.tokenIndex.ofCustomer(id).length,
  ),
}

export const customerSchema = z.object(schemasOf(listed)).meta({ id: 'CustomerResponse' })

export type CustomerResponse = ValueOf<typeof customerSchema>

export const customerAnswer: (customer: Customer, world: World) => CustomerResponse =
  answerMaker(listed)

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
        created_at: instant,
      }),
    ),
  })
  .meta({ id: 'CustomerDetailResponse' })

export type CustomerDetailResponse = ValueOf<typeof customerDetailSchema>
