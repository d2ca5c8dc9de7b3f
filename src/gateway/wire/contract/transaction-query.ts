import * as z from 'zod'
import { MAX_ID } from '../../../domain/identifier.ts'
import { isCorrelationId } from '../../../domain/restricted-text.ts'
import { correlationComplaint, correlationRules, reading } from './correlation-field.ts'
import { auditField, integerText, noPath, noQuery } from './field.ts'
import { noted } from './note.ts'
import { complaint } from './objection.ts'

const correlationForm = 'Must be a correlation id: 1 to 128 letters, digits or + - _ : . ,'

/** The requests that look for transactions. */
export const queryContracts = {
  lookup: reading(z.object({ audit: auditField('audit') }), noQuery),
  search: reading(
    noPath,
    z.object({
      merchant_id: noted(integerText(1, MAX_ID), {
        description: 'The merchant of the transaction.',
        example: 1,
        asks: 'merchant',
      }),
      correlation_id_lookup: noted(
        z
          .string(complaint('invalid_type', correlationForm))
          .refine(isCorrelationId, correlationComplaint('invalid_format', correlationForm)),
        {
          description: 'The X-Correlation-Id of the request that you look for.',
          example: 'b6f1c2de-7a35-4f0c-9d3a-52f0c7f9e811',
          errors: ['invalid_format'],
          rules: correlationRules,
          asks: 'correlation_id',
        },
      ),
    }),
  ),
}

export type LookupCall = z.output<(typeof queryContracts)['lookup']>
export type SearchCall = z.output<(typeof queryContracts)['search']>

/** The request for the base address itself. */
export const rootContract = reading(noPath, noQuery)

const templatedLink = noted(
  z.object({
    href: noted(z.string(), 'An address, or a URI template of one.'),
    templated: noted(
      z.literal(true),
      'Whether names in braces are to be replaced first.',
    ).optional(),
  }),
  { component: 'TemplatedLink' },
)

/** What is at the base address. */
export const rootAnswer = noted(
  z.object({
    _links: noted(z.record(z.string(), templatedLink), 'Links to all operations, by name.'),
  }),
  { description: 'Links to all operations.', component: 'Root' },
)

export type RootResponse = z.output<typeof rootAnswer>
