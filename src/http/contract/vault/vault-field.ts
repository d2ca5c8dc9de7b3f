import * as z from 'zod'
import { MAX_ID } from '../../../domain/identifier.ts'
import { integerText, MAX_OFFSET } from '../field.ts'
import { noted } from '../note.ts'

/** The largest page, and the default. */
const MAX_LIMIT = 100

/** Every vault call may name the merchant. */
export const vaultQuery = z.object({
  merchant_id: noted(integerText(1, MAX_ID), {
    description: 'The merchant whose vault to use. Default: the one that you are assigned to.',
    example: 1,
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
