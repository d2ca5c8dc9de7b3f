import * as z from 'zod'
import { MAX_ID } from '../../../domain/identifier.ts'
import { hyperlink, listLinks } from './vault-answer.ts'

export const customerAnswer = z.object({
  id: z.int().min(1).max(MAX_ID),
  name: z.string().min(1).max(60),
  reference: z.string().min(1).max(50),
  _links: z.object({ self: hyperlink, tokens: hyperlink }),
})

export const customerListAnswer = z.object({
  _links: listLinks,
  results: z.array(customerAnswer).max(100),
})

export type CustomerAnswer = z.output<typeof customerAnswer>
export type CustomerListAnswer = z.output<typeof customerListAnswer>
