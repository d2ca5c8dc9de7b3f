import * as z from 'zod'
import { MAX_ID } from '../../../domain/identifier.ts'
import { hyperlink } from '../hyperlink.ts'
import { noted } from '../note.ts'
import { listLinks } from './vault-answer.ts'

export const customerAnswer = noted(
  z.object({
    id: noted(z.int().min(1).max(MAX_ID), { description: 'The number of the customer.' }),
    name: z.string().min(1).max(60),
    reference: noted(z.string().min(1).max(50), {
      description: 'Your own reference of the customer.',
    }),
    _links: z.object({ self: hyperlink, tokens: hyperlink }),
  }),
  { description: 'A customer of the vault.', component: 'Customer' },
)

export const customerListAnswer = noted(
  z.object({
    _links: listLinks,
    results: z.array(customerAnswer).max(100),
  }),
  { description: 'A page of customers.', component: 'CustomerList' },
)

export type CustomerAnswer = z.output<typeof customerAnswer>
export type CustomerListAnswer = z.output<typeof customerListAnswer>
