import * as z from 'zod'
import { redactText } from '../../../domain/redaction/redacted.ts'
import { isRestrictedText } from '../../../domain/restricted-text.ts'
import { gatewayFailures } from '../../../domain/transaction/outcome.ts'
import type { After } from '../../../domain/transaction/verdict.ts'
import { allConditions, type NamedCondition } from '../../../scenario/conditions/table.ts'
import { isMoment } from '../../../scenario/conditions/window-condition.ts'
import { wireFaultSchema } from '../../../scenario/reading/schema/fault-schema.ts'
import {
  type Conditions,
  perNames,
  type Resolve,
  type RuleOutcome,
  type Scenario,
  type ScenarioRule,
  windowStarts,
} from '../../../scenario/rule.ts'

const count = z.int().min(0)
const freeText = z.string().transform((text) => redactText(text))
const globs = z.array(z.string())

// Names are sent in the X-Sandbox-Rule header.
const name = freeText.refine(isRestrictedText, 'Must be plain ASCII text')

/** The schema of a stored condition. */
function keptSchema({ form }: NamedCondition): z.ZodType {
  switch (form.kind) {
    case 'texts':
      return globs
    case 'words':
      return z.array(z.enum(form.words))
    case 'word':
      return z.enum(form.words)
    case 'ids':
      return z.array(z.int())
    case 'amount':
      return z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('globs'), globs }),
        z.strictObject({
          kind: z.literal('range'),
          min: z.int().exactOptional(),
          max: z.int().exactOptional(),
        }),
      ])
    case 'texts by key':
      return z.record(freeText, globs)
    case 'moment':
      return z.string().refine(isMoment, 'Must be an instant or a time of day')
  }
}

const shape = Object.fromEntries(
  allConditions.map((condition) => [condition.name, keptSchema(condition).exactOptional()]),
)

const conditions: z.ZodType<Conditions> = z.strictObject({
  ...shape,
  not: z.strictObject(shape).exactOptional() as z.ZodType<Conditions['not'] & object>,
}) as z.ZodType<Conditions>

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

const outcome: z.ZodType<RuleOutcome> = z.strictObject({
  status: z.enum(['approved', 'declined', 'pending', 'error', 'unknown']).exactOptional(),
  responseCode: freeText.exactOptional(),
  responseMessage: freeText.exactOptional(),
  gatewayStatusCode: z.union([z.int(), z.enum(gatewayFailures)]).exactOptional(),
  kvps: z.record(freeText, freeText).exactOptional(),
  resolves: z.array(resolve).exactOptional(),
  expires: z.literal('at-once').exactOptional(),
  drift: z.boolean().exactOptional(),
  delayMs: count.exactOptional(),
  delayMaxMs: count.exactOptional(),
  fault: wireFaultSchema.exactOptional(),
  headers: z.record(z.string().regex(/^[\w-]+$/), z.string().regex(/^[ -~]*$/)).exactOptional(),
})

/** A compiled rule, as stored. */
export const storedRule: z.ZodType<ScenarioRule> = z.strictObject({
  id: name,
  rule: z.strictObject({
    name,
    when: conditions,
    times: count.exactOptional(),
    skip: count.exactOptional(),
    every: z.int().min(1).exactOptional(),
    chance: z.number().min(0).max(1).exactOptional(),
    per: z.enum(perNames).exactOptional(),
    window: z
      .strictObject({ ms: z.number().positive(), since: z.enum(windowStarts) })
      .exactOptional(),
    counts: z.literal('run').exactOptional(),
    outcome,
    oneOf: z
      .array(z.strictObject({ weight: z.number().positive(), outcome }))
      .min(1)
      .exactOptional(),
  }),
})

export const storedScenario: z.ZodType<Scenario> = z.strictObject({
  name,
  description: freeText,
  rules: z.array(storedRule),
  lineage: z.array(z.strictObject({ name, extends: z.array(name) })).exactOptional(),
})
