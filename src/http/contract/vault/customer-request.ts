import * as z from 'zod'
import { orderings } from '../../../world/records/customer-list.ts'
import {
  noPath,
  object,
  optionalCorrelationHeader,
  requiredCorrelationHeader,
  restrictedText,
} from '../field.ts'
import { coded } from '../objection.ts'
import { customerPath, pagedQuery, vaultQuery } from './vault-field.ts'

const name = restrictedText(1, 60)
const reference = restrictedText(1, 50)
const ordering = z.enum(orderings, {
  error: () => coded('invalid_format', `Must be one of ${orderings.join(', ')}`),
})

export const customerContracts = {
  search: z.object({
    header: optionalCorrelationHeader,
    path: noPath,
    query: pagedQuery.extend({
      ordering: ordering.default('name'),
      name: name.optional(),
      reference: reference.optional(),
    }),
    body: z.undefined(),
  }),
  create: z.object({
    header: requiredCorrelationHeader,
    path: noPath,
    query: vaultQuery,
    body: object({ reference, name }),
  }),
  lookup: z.object({
    header: optionalCorrelationHeader,
    path: customerPath,
    query: vaultQuery,
    body: z.undefined(),
  }),
  update: z.object({
    header: requiredCorrelationHeader,
    path: customerPath,
    query: vaultQuery,
    body: object({ reference: reference.exactOptional(), name: name.exactOptional() }),
  }),
  remove: z.object({
    header: requiredCorrelationHeader,
    path: customerPath,
    query: vaultQuery,
    body: z.undefined(),
  }),
}

type Contracts = typeof customerContracts

export type CustomerSearchCall = z.output<Contracts['search']>
export type CustomerCreateCall = z.output<Contracts['create']>
export type CustomerLookupCall = z.output<Contracts['lookup']>
export type CustomerUpdateCall = z.output<Contracts['update']>
export type CustomerDeleteCall = z.output<Contracts['remove']>
