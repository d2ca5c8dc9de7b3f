import * as z from 'zod'
import { MAX_ID } from '../../../domain/identifier.ts'
import type { Meta } from '../meta.ts'
import { storedRule, storedScenario } from './rule-schema.ts'
import { count, instant } from './value-schema.ts'

type MetaRow<K extends keyof Meta> = { readonly id: K } & Meta[K]

export const metaRows: { readonly [K in keyof Meta]: z.ZodType<MetaRow<K>> } = {
  clock: z.discriminatedUnion('mode', [
    z.strictObject({ id: z.literal('clock'), mode: z.literal('running'), offset: z.int() }),
    z.strictObject({ id: z.literal('clock'), mode: z.literal('frozen'), at: instant }),
  ]),
  seed: z.strictObject({ id: z.literal('seed'), value: count.max(MAX_ID) }),
  scenarios: z.strictObject({
    id: z.literal('scenarios'),
    loaded: z.array(storedScenario),
    oneShots: z.array(storedRule),
  }),
  one_shots: z.strictObject({
    id: z.literal('one_shots'),
    rules: z.array(storedRule),
    last: count,
  }),
  correlations: z.strictObject({ id: z.literal('correlations'), forgottenTo: count }),
  ids: z.strictObject({
    id: z.literal('ids'),
    customer: count.max(MAX_ID),
    token: count.max(MAX_ID),
  }),
}
