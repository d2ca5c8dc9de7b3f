import * as z from 'zod'
import { maskCardNumbers } from '../../../domain/card/card-number-in-text.ts'
import { isRestrictedText } from '../../../domain/restricted-text.ts'
import type { After } from '../../../domain/transaction/verdict.ts'
import { withoutCardNumber } from '../../../scenario/matching/sealed-number.ts'
import {
  type Conditions,
  operations,
  type Resolve,
  type RuleOutcome,
  type Scenario,
  type ScenarioRule,
  type WireFault,
} from '../../../scenario/rule.ts'

const count = z.int().min(0)
const freeText = z.string().transform((text) => maskCardNumbers(text))
const globs = z.array(z.string().transform((glob) => withoutCardNumber(glob)))

// Names travel in the X-Sandbox-Rule header.
const name = freeText.refine(isRestrictedText, 'Must be plain ASCII text')

/** As its author wrote it, or sealed; it is sealed before it is kept. */
const numbers = z.array(
  z.string().regex(/^(?:[0-9*?]+|[0-9]*x+[0-9]*#[\w-]+)$/, 'Must be a number or a glob'),
)

const conditions: z.ZodType<Conditions> = z.strictObject({
  operation: z.array(z.enum(operations)).exactOptional(),
  merchant: z.array(z.int()).exactOptional(),
  method: z.enum(['card', 'direct_debit']).exactOptional(),
  amount: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('globs'), globs }),
      z.strictObject({
        kind: z.literal('range'),
        min: z.int().exactOptional(),
        max: z.int().exactOptional(),
      }),
    ])
    .exactOptional(),
  currency: globs.exactOptional(),
  pan: numbers.exactOptional(),
  card_type: globs.exactOptional(),
  cvv: globs.exactOptional(),
  bsb: globs.exactOptional(),
  account_number: numbers.exactOptional(),
  reference: globs.exactOptional(),
  kvp: z.record(freeText, globs).exactOptional(),
  customer_reference: globs.exactOptional(),
  virtual_pan: globs.exactOptional(),
  token_name: globs.exactOptional(),
})

const after: z.ZodType<After> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('elapsed'), ms: count }),
  z.strictObject({ kind: z.literal('banking-days'), days: count }),
  z.strictObject({ kind: z.literal('after-lodging'), days: count }),
  z.strictObject({ kind: z.literal('clearance') }),
  z.strictObject({ kind: z.literal('return') }),
])

const resolve: z.ZodType<Resolve> = z.strictObject({
  after,
  status: z.enum(['approved', 'declined', 'error']),
  responseCode: freeText.exactOptional(),
})

const at = z.enum(['before', 'after'])

const fault: z.ZodType<WireFault> = z.discriminatedUnion('kind', [
  z.strictObject({
    at,
    kind: z.literal('http'),
    status: z.int().min(400).max(599),
    retryAfter: count.exactOptional(),
    errorCode: freeText.exactOptional(),
  }),
  z.strictObject({ at, kind: z.literal('hang'), ms: count.exactOptional() }),
  z.strictObject({ at, kind: z.literal('reset') }),
  z.strictObject({ at, kind: z.literal('truncate') }),
  z.strictObject({ at, kind: z.literal('garbage') }),
  z.strictObject({ at, kind: z.literal('dribble'), ms: count }),
])

const outcome: z.ZodType<RuleOutcome> = z.strictObject({
  status: z.enum(['approved', 'declined', 'pending', 'error', 'unknown']).exactOptional(),
  responseCode: freeText.exactOptional(),
  responseMessage: freeText.exactOptional(),
  gatewayStatusCode: z.int().exactOptional(),
  kvps: z.record(freeText, freeText).exactOptional(),
  resolves: z.array(resolve).exactOptional(),
  expires: z.literal('at-once').exactOptional(),
  drift: z.boolean().exactOptional(),
  delayMs: count.exactOptional(),
  fault: fault.exactOptional(),
})

/** A rule as it is kept: not what its author wrote, but what became of it. */
export const storedRule: z.ZodType<ScenarioRule> = z.strictObject({
  id: name,
  rule: z.strictObject({
    name,
    when: conditions,
    times: count.exactOptional(),
    skip: count.exactOptional(),
    outcome,
  }),
})

export const storedScenario: z.ZodType<Scenario> = z.strictObject({
  name,
  description: freeText,
  rules: z.array(storedRule),
})
