import * as z from 'zod'
import { orderings } from '../../world/customer-list.ts'
import {
  noPath,
  object,
  optionalCorrelationHeader,
  requiredCorrelationHeader,
  restrictedText,
} from './field.ts'
import { coded } from './objection.ts'
import { customerPath, pagedQuery, vaultQuery } from './vault-field.ts'

const name = restrictedText(1, 60)
const reference = restrictedText(1, 50)
const ordering = z.enum(orderings, {
  error: () => coded('invalid_format', `Must be one of ${orderings.join(', ')}`),
})

export const customerSearchContract = z.object({
  header: optionalCorrelationHeader,
  path: noPath,
  query: pagedQuery.extend({
    ordering: ordering.default('name'),
    name: name.optional(),
    reference: reference.optional(),
  }),
  body: z.undefined(),
})

export const customerCreateContract = z.object({
  header: requiredCorrelationHeader,
  path: noPath,
  query: vaultQuery,
  body: object({ reference, name }),
})

export const customerLookupContract = z.object({
  header: optionalCorrelationHeader,
  path: customerPath,
  query: vaultQuery,
  body: z.undefined(),
})

export const customerUpdateContract = z.object({
  header: requiredCorrelationHeader,
  path: customerPath,
  query: vaultQuery,
  body: object({ reference: reference.exactOptional(), name: name.exactOptional() }),
})

export const customerDeleteContract = z.object({
  header: requiredCorrelationHeader,
  path: customerPath,
  query: vaultQuery,
  body: z.undefined(),
})

export type CustomerSearchCall = z.output<typeof customerSearchContract>
export type CustomerCreateCall = z.output<typeof customerCreateContract>
export type CustomerLookupCall = z.output<typeof customerLookupContract>
export type CustomerUpdateCall = z.output<typeof customerUpdateContract>
export type CustomerDeleteCall = z.output<typeof customerDeleteContract>
