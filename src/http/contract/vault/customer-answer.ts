import * as z from 'zod'
import type { Assumptions } from '../../../domain/assumptions/assumptions.ts'
import { MAX_ID } from '../../../domain/identifier.ts'
import { linksUnder } from '../hyperlink.ts'
import { noted } from '../note.ts'
import { listLinks } from './vault-answer.ts'

/** The answers about customers, as the assumptions shape them. */
export function customerAnswers(assumptions: Assumptions) {
  const { rels } = assumptions
  const members = z.object({
    id: noted(z.int().min(1).max(MAX_ID), { description: 'The number of the customer.' }),
    name: z.string().min(1).max(60),
    reference: noted(z.string().min(1).max(50), {
      description: 'Your own reference of the customer.',
    }),
    _links: linksUnder([rels.self, rels.tokens]),
  })
  const customer = noted(members, {
    description: 'A customer of the vault.',
    component: 'Customer',
  })
  const page = z.object({ _links: listLinks(assumptions), results: z.array(customer).max(100) })
  const list = noted(page, { description: 'A page of customers.', component: 'CustomerList' })
  return { customer, list }
}

export type CustomerAnswer = z.output<ReturnType<typeof customerAnswers>['customer']>
export type CustomerListAnswer = z.output<ReturnType<typeof customerAnswers>['list']>
