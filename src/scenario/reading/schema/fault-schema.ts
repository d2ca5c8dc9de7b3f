import * as z from 'zod'
import { parseInstant } from '../../../domain/time/instant.ts'
import type { FaultDocument } from '../../faults/table.ts'
import { type FaultForm, faultKinds, faultTable } from '../../faults/table.ts'
import { elapsedForms, parseElapsed } from '../../written-values.ts'

const elapsedError = `expected a duration such as ${elapsedForms}`

export const elapsed = z
  // A key that is missing has its own words.
  .string({ error: ({ input }) => (input === undefined ? undefined : elapsedError) })
  .refine((text) => parseElapsed(text) !== undefined, { error: elapsedError })

const retryForms = 'expected seconds from 0 to 86400, or an instant such as 2026-03-10T01:00:00Z'

const statusError = { error: 'expected a status from 400 to 599' }

const forms = {
  status: z.int().min(400, statusError).max(599, statusError),
  true: z.literal(true),
  duration: elapsed,
  'true or duration': z.union([z.literal(true), elapsed], {
    error: `expected true or a duration such as ${elapsedForms}`,
  }),
} satisfies Readonly<Record<FaultForm, z.ZodType>>

const kinds = Object.fromEntries(
  faultKinds.map((kind) => {
    const { form, means } = faultTable[kind]
    return [kind, forms[form].describe(means).exactOptional()]
  }),
)

export const faultExample = '{ at: after, reset: true }'

export const faultShape = {
  at: z
    .enum(['before', 'after'])
    .describe(
      'before: nothing is processed. after: everything is processed, and only the response breaks.',
    ),
  ...kinds,
  retry_after: z
    .union(
      [
        z.int().min(0).max(86_400),
        z.string().refine((text) => parseInstant(text) !== undefined, { error: retryForms }),
      ],
      { error: retryForms },
    )
    .describe('With http: its Retry-After header, in seconds or as an instant.')
    .exactOptional(),
  error_code: z
    .string()
    .regex(/^[a-z0-9_]{1,64}$/, { error: 'expected lower case letters, digits and _' })
    .describe('With http: the error_code in its body.')
    .exactOptional(),
  body: z
    .string()
    .min(1)
    .max(10_000)
    .describe(
      "With http: json (the gateway's list of errors), html (the page of a proxy), or your own text. Without it, a 4xx has the page, unless there is an error_code, and a 5xx the list.",
    )
    .exactOptional(),
}

/** Combinations of kinds are checked elsewhere, so that all errors are reported at once. */
export const faultSchema = z
  .strictObject(faultShape, {
    error: ({ code }) =>
      code === 'invalid_type' ? `expected a map of keys, such as ${faultExample}` : undefined,
  })
  .meta({
    description: 'What goes wrong on the wire: when, and exactly one way how.',
    oneOf: faultKinds.map((kind) => ({ required: [kind] })),
  }) as unknown as z.ZodType<FaultDocument>

/** A fault in a record of a call, where nothing else checks that it is of one kind. */
export const recordedFaultSchema = faultSchema.refine(isOneFault, 'Must be a fault')

export function isOneFault(fault: FaultDocument): boolean {
  return faultKinds.filter((kind) => fault[kind] !== undefined).length === 1
}
