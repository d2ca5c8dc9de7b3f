import * as z from 'zod'
import { MAX_ID } from '../../domain/identifier.ts'
import { isCorrelationId } from '../../domain/restricted-text.ts'
import { auditPath, integerText, noPath, noQuery, optionalCorrelationHeader } from './field.ts'
import { coded, complaint } from './objection.ts'

const correlationForm = 'Must be a correlation id: 1 to 128 letters, digits or + - _ : . ,'

/** The requests that look for transactions. */
export const queryContracts = {
  lookup: z.object({
    header: optionalCorrelationHeader,
    path: auditPath,
    query: noQuery,
    body: z.undefined(),
  }),
  search: z.object({
    header: optionalCorrelationHeader,
    path: noPath,
    query: z.object({
      merchant_id: integerText(1, MAX_ID),
      correlation_id_lookup: z
        .string(complaint('invalid_type', correlationForm))
        .refine(isCorrelationId, coded('invalid_format', correlationForm)),
    }),
    body: z.undefined(),
  }),
}

export type LookupCall = z.output<(typeof queryContracts)['lookup']>
export type SearchCall = z.output<(typeof queryContracts)['search']>
