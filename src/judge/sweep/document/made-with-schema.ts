import * as z from 'zod'
import type { ValueOf } from '../../../base/value-of.ts'
import { moments, namedFaults, type SweepFault } from '../cells/fault.ts'

/** The options of a sweep by their names, as `--faults` is `faults`. */
export const madeWithSchema = z
  .object({
    at: z.array(z.enum(moments)).min(1).describe('When calls fail.'),
    faults: z
      .array(z.enum(namedFaults as [SweepFault, ...SweepFault[]]))
      .min(1)
      .describe('How they fail.'),
    depth: z.enum(['1', '2']).describe('Whether the recovery fails too.'),
  })
  .catchall(z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))

/** Files of a sweep are no answers, so the library does not ship their types. */
type Schemas = { readonly madeWith: typeof madeWithSchema }

export type MadeWith = ValueOf<Schemas['madeWith']>
