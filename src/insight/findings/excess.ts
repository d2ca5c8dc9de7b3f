import * as z from 'zod'
import type { ValueOf } from '../../document/value-of.ts'

export const excessSchema = z
  .object({ cents: z.int(), currency: z.string() })
  .meta({ id: 'Excess', description: 'Money that moved too often.' })

export type Excess = ValueOf<typeof excessSchema>
