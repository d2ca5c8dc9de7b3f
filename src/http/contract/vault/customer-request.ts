import * as z from 'zod'
import { MAX_ID } from '../../../domain/identifier.ts'
import { orderings } from '../../../world/records/indexes/customer-index.ts'
import { changing, reading } from '../correlation-field.ts'
import { integerText, MAX_OFFSET, noPath, object, restrictedText } from '../field.ts'
import { noted } from '../note.ts'
import { coded } from '../objection.ts'

/** The largest page, and the default. */
const MAX_LIMIT = 100

/** Every vault call may name the merchant. */
export const vaultQuery = z.object({
  merchant_id: noted(integerText(1, MAX_ID), {
    description: 'The merchant whose vault to use. Default: the one that you are assigned to.',
    example: 1,
    asks: 'merchant',
  }).optional(),
})

/** The query of a list. */
export const pagedQuery = vaultQuery.extend({
  limit: noted(integerText(1, MAX_LIMIT), {
    description: 'How many results a page has at most.',
    example: 25,
  }).default(MAX_LIMIT),
  offset: noted(integerText(0, MAX_OFFSET), {
    description: 'How many results to skip. Follow `_links.next` instead of computing it.',
    example: 0,
  }).default(0),
})

export const customerPath = z.object({
  customer_id: noted(integerText(1, MAX_ID), {
    description: 'The number of the customer.',
    example: 1,
  }),
})

export const tokenPath = customerPath.extend({
  token_id: noted(integerText(1, MAX_ID), { description: 'The number of the token.', example: 1 }),
})

const name = noted(restrictedText(1, 60), {
  description: 'The customer’s name.',
  example: 'Ann Example',
  asks: 'name',
})
const reference = noted(restrictedText(1, 50), {
  description: 'Your own reference of the customer. It is unique for the merchant.',
  example: 'CUST-1001',
  asks: 'reference',
})
const partOfName = noted(restrictedText(1, 60), {
  description: 'Only customers whose name contains this text, ignoring case.',
  example: 'ann',
})
const partOfReference = noted(restrictedText(1, 50), {
  description: 'Only customers whose reference contains this text, ignoring case.',
  example: 'CUST',
})
const ordering = noted(
  z.enum(orderings, coded('invalid_format', `Must be one of ${orderings.join(', ')}`)),
  { description: 'What the list is sorted by.', example: 'name', errors: ['invalid_format'] },
)

/** The requests about customers, by operation. */
export const customerContracts = {
  customer_search: reading(
    noPath,
    pagedQuery.extend({
      ordering: ordering.default('name'),
      name: partOfName.optional(),
      reference: partOfReference.optional(),
    }),
  ),
  customer_create: changing(
    noPath,
    vaultQuery,
    noted(object({ reference, name }), { component: 'NewCustomer' }),
  ),
  customer_lookup: reading(customerPath, vaultQuery),
  customer_update: changing(
    customerPath,
    vaultQuery,
    noted(object({ reference: reference.exactOptional(), name: name.exactOptional() }), {
      component: 'CustomerChanges',
    }),
  ),
  customer_delete: changing(customerPath, vaultQuery),
}

type CustomerContracts = typeof customerContracts

export type CustomerSearchCall = z.output<CustomerContracts['customer_search']>
export type CustomerCreateCall = z.output<CustomerContracts['customer_create']>
export type CustomerLookupCall = z.output<CustomerContracts['customer_lookup']>
export type CustomerUpdateCall = z.output<CustomerContracts['customer_update']>
export type CustomerDeleteCall = z.output<CustomerContracts['customer_delete']>
