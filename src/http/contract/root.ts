import * as z from 'zod'
import { optionalCorrelationHeader } from './correlation-field.ts'
import { noPath, noQuery } from './field.ts'
import { noted } from './note.ts'

/** The request for the base address itself. */
export const rootContracts = {
  index: z.object({
    header: optionalCorrelationHeader,
    path: noPath,
    query: noQuery,
    body: z.undefined(),
  }),
}

const templatedLink = noted(
  z.object({
    href: noted(z.string(), { description: 'An address, or a URI template of one.' }),
    templated: noted(z.literal(true), {
      description: 'Whether names in braces are to be replaced first.',
    }).optional(),
  }),
  { component: 'TemplatedLink' },
)

/** What is at the base address. */
export const rootAnswer = noted(
  z.object({
    _links: noted(z.record(z.string(), templatedLink), {
      description: 'Where everything is, by what it is for.',
    }),
  }),
  { description: 'Where everything is.', component: 'Root' },
)

export type RootAnswer = z.output<typeof rootAnswer>
