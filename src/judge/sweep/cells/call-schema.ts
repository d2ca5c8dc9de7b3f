import * as z from 'zod'
import type { ValueOf } from '../../../base/value-of.ts'
import { faults, moments } from './fault.ts'
import { sweptOperations } from './swept-operation.ts'

const text = z.string()

/** A call of the baseline runs that made a transaction, a customer or a token. */
export const sweptCallSchema = z.object({
  /** `purchase-3`, after its test's label, or after its world unless that is the default one. */
  name: text,
  operation: z.enum(sweptOperations),
  /** The label of its test, usually its name. */
  label: text.optional(),
  world: text.optional(),
  /** The one call that stands for all of its operation. */
  representative: z.boolean().optional(),
  /** Whether it is the first of its operation in its test, or after another kind of call there. */
  first: z.boolean().optional(),
  /** Whether it is approved on a card when nothing is broken; undefined: not known. */
  plain: z.boolean().optional(),
  /** What it paid, if that is the same in every run. */
  reference: text.exactOptional(),
  /** Cents. */
  amount: z.number().exactOptional(),
  currency: text.exactOptional(),
  /** Which call with its reference it is; the first unless given. */
  nth: z.number().exactOptional(),
})

/** A call of the baseline runs, by which the same call is recognised in every other run. */
export interface KnownCall extends Pick<SweptCall, 'name' | 'operation'> {
  readonly place: string
  /** Undefined if the reference differs from run to run: then the order counts. */
  readonly reference?: string | undefined
  /** Which call with its own reference it is. */
  readonly nth: number
}

/** What fails: a call of the baseline runs, or one by which the client recovers from that. */
export const brokenCallSchema = z.object({
  call: text.describe('The call that fails: `purchase-1`; in the recovery `search-1`.'),
  at: z.enum(moments).describe('Whether it fails before or after it is processed.'),
  fault: z.enum(faults).describe('How it fails.'),
})

type Schemas = {
  readonly swept: typeof sweptCallSchema
  readonly broken: typeof brokenCallSchema
}
export type SweptCall = ValueOf<Schemas['swept']>
export type BrokenCall = ValueOf<Schemas['broken']>
