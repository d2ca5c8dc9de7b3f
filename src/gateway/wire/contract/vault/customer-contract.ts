import * as z from 'zod'
import type { Assumptions } from '../../../../domain/assumptions/assumptions.ts'
import { MAX_ID } from '../../../../domain/identifier.ts'
import { orderings } from '../../../world/records/indexes/customer-index.ts'
import { changing, reading } from '../correlation-field.ts'
import { integerText, MAX_OFFSET, noPath, object, restrictedText } from '../field.ts'
import { linksUnder, noted } from '../note.ts'
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
  description: "The customer's name.",
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

/** The next link is absent on the last page. */
export function listLinksSchema({ rels }: Assumptions) {
  return noted(linksUnder([rels.self, rels.first], [rels.next]), {
    description:
      'This page, the first one, and the next one if there is more. They keep your filters.',
    component: 'ListLinks',
  })
}

/** The answers about customers, as the assumptions shape them. */
export function customerAnswers(assumptions: Assumptions) {
  const { rels } = assumptions
  const members = z.object({
    id: noted(z.int().min(1).max(MAX_ID), 'The number of the customer.'),
    name: z.string().min(1).max(60),
    reference: noted(z.string().min(1).max(50), 'Your own reference of the customer.'),
    _links: linksUnder([rels.self, rels.tokens]),
  })
  const customer = noted(members, {
    description: 'A customer of the vault.',
    component: 'Customer',
  })
  const page = z.object({
    _links: listLinksSchema(assumptions),
    results: z.array(customer).max(100),
  })
  const list = noted(page, { description: 'A page of customers.', component: 'CustomerList' })
  return { customer, list }
}

export type VaultCustomerResponse = z.output<ReturnType<typeof customerAnswers>['customer']>
export type CustomerListResponse = z.output<ReturnType<typeof customerAnswers>['list']>
