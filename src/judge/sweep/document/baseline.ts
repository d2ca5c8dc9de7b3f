import * as z from 'zod'
import type { ValueOf } from '../../../base/value-of.ts'
import { knownCallSchema, sweptCallSchema } from '../cells/call-schema.ts'
import { baselineFindingSchema } from './sweep-schema.ts'

const text = z.string()
const number = z.number()
const isTrue = z.boolean()

/** What one call did with its payer's money, in cents. */
const callEffect = z.object({
  /** `card 411111…1111`. */
  payer: text,
  currency: text,
  charged: number,
  held: number,
  refunded: number,
  /** What a payment or hold moved, even if it was undone later. */
  ever_charged: number,
  /** What it is of a payment that has two: both have moved its money. */
  part: z.enum(['preauthorisation', 'completion']).exactOptional(),
  /** The reference of the payment that a refund by audit number gave back. */
  refund_of: text.exactOptional(),
})

/** A call that a run made, and what it did with money. */
const callMoney = z.object({
  /** The same in every run. */
  name: text,
  reference: text,
  /** Whether it met the fault, or looks like a further attempt at the same thing. */
  attacked: isTrue,
  /** Whether it followed a lost response under a new reference before anything asked. */
  blind: isTrue.optional(),
  /** What it asked for, in cents. */
  amount: text.optional(),
  effect: callEffect.optional(),
})

/** What the calls of a run did with money, and what is in the vault at its end. */
const runMoney = z.object({ calls: z.array(callMoney), customers: number, tokens: number })

/** What the baseline runs of a command did, as far as cells are compared with it. */
const baselinePart = z.object({
  /** What they did with money. */
  money: z.array(runMoney).min(1),
  /** What their reports found, by `findingKey`. */
  findings: z.array(text),
  /** The longest baseline run. */
  duration_ms: number,
})

/** A test of `--each`: what it does alone, or why it cannot run alone. */
const suiteTest = z.object({
  label: text,
  alone: z.union([baselinePart, z.object({ why: text })]),
})

/** The baseline runs of a command, and the calls that they made. */
const baseline = baselinePart.extend({
  calls: z.array(sweptCallSchema),
  known: z.array(knownCallSchema),
  /** Its errors and warnings. */
  wrong: z.array(baselineFindingSchema.omit({ accepted: true })),
  /** How many references it paid more than once, if that is no error. */
  paid_more: number.optional(),
  /** Whether the first two runs made different calls, so that there was a third. */
  unsteady: isTrue,
  /** Whether books were compared in each of them. */
  books_compared: isTrue,
})

/** As a list of cells keeps it: with the tests that were run alone. */
export const baselineSchema = baseline.extend({ tests: z.array(suiteTest) })

type Schemas = {
  readonly effect: typeof callEffect
  readonly call: typeof callMoney
  readonly run: typeof runMoney
  readonly test: typeof suiteTest
  readonly baseline: typeof baseline
}

export type CallEffect = ValueOf<Schemas['effect']>
export type CallMoney = ValueOf<Schemas['call']>
export type RunMoney = ValueOf<Schemas['run']>
export type SuiteTest = ValueOf<Schemas['test']>
export type Baseline = ValueOf<Schemas['baseline']>
