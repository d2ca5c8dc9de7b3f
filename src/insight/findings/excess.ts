import * as z from 'zod'
import type { ValueOf } from '../../domain/value-of.ts'

export const excessSchema = z
  .object({
    cents: z.int().describe('How much, in cents.'),
    currency: z.string().describe('The currency, such as `AUD`.'),
  })
  .meta({ id: 'Excess', description: 'Money that moved too often.' })

export type Excess = ValueOf<typeof excessSchema>
