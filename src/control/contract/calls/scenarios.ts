import * as z from 'zod'
import type { ValueOf } from '../../../base/value-of.ts'
import { errorItemSchema } from '../../../gateway/wire/contract/transaction-answer.ts'
import { magicValueSchema } from '../../../scenario/describe/magic-values.ts'
import { allLayerNames } from '../../../scenario/matching/layers.ts'
import { whenSchema } from '../../../scenario/reading/schema/when-schema.ts'
import { perNames, type WhenDocument, windowStarts } from '../../../scenario/scenario-document.ts'

const ruleSchema = z
  .object({
    id: z.string().describe('`<scenario>/<rule>`, as in the `X-Sandbox-Rule` header.'),
    name: z.string(),
    hits: z.int().describe('How many requests it was applied to.'),
    seen: z
      .int()
      .describe('How many requests matched its conditions, including those that it let pass.'),
    times: z.int().nullable(),
    skip: z.int(),
    every: z.int().nullable(),
    chance: z.string().nullable().describe('`10%`'),
    per: z.enum(perNames).nullable().describe('What it counts separately by, such as each card.'),
    for: z.string().nullable().describe('How long it holds, in sandbox time.'),
    since: z.enum(windowStarts).nullable().describe('What `for` is counted from.'),
    counts: z
      .enum(['world', 'run'])
      .describe(
        'Whether its counts belong to the world, or to the run with all its worlds and resets.',
      ),
    when: (whenSchema as unknown as z.ZodType<WhenDocument>)
      .meta({ id: 'WhenDocument' })
      .describe('Its conditions, as in a scenario file.'),
    effect: z.string().describe('A description of what it does and how often.'),
  })
  .meta({ id: 'RuleResponse', description: 'An active rule.' })

export type RuleResponse = ValueOf<typeof ruleSchema>

const scenarioSchema = z
  .object({ name: z.string(), description: z.string(), rules: z.array(ruleSchema) })
  .meta({ id: 'ScenarioResponse' })

export type ScenarioResponse = ValueOf<typeof scenarioSchema>

export const scenariosSchema = z
  .object({
    rules: z.array(ruleSchema).describe('Temporary rules, which come before all scenarios.'),
    scenarios: z.array(scenarioSchema),
  })
  .meta({
    id: 'ScenariosResponse',
    description: 'The active scenarios and rules, highest priority first.',
  })

export type ScenariosResponse = ValueOf<typeof scenariosSchema>

const warningSchema = z
  .object({
    message: z.string(),
    location: z
      .array(z.union([z.string(), z.int()]))
      .exactOptional()
      .describe(
        'Where in the body it is; omitted if it also depends on the scenarios loaded before, or on the sandbox clock.',
      ),
  })
  .meta({ id: 'WarningResponse', description: 'Something valid that is probably a mistake.' })

export type WarningResponse = ValueOf<typeof warningSchema>

const warnings = z.array(warningSchema)

export const loadedSchema = scenariosSchema.extend({ warnings }).meta({ id: 'LoadedResponse' })

export type LoadedResponse = ValueOf<typeof loadedSchema>

const addedRule = ruleSchema.extend({ warnings }).meta({ id: 'AddedRuleResponse' })

/** Only clients that send a list get a list, so the type of the response hides it. */
export const addedRuleSchema = z.union([
  addedRule,
  z.object({ rules: z.array(addedRule) }),
]) as unknown as typeof addedRule

export type AddedRuleResponse = ValueOf<typeof addedRuleSchema>

export const rulesSchema = z
  .object({ rules: z.array(ruleSchema).describe('Temporary rules, highest priority first.') })
  .meta({ id: 'RulesResponse' })

export type RulesResponse = ValueOf<typeof rulesSchema>

export const removedCountSchema = z
  .object({ removed: z.int().describe('How many were removed.') })
  .meta({ id: 'RemovedCount' })

export const magicSchema = z
  .object({ magic: z.array(magicValueSchema) })
  .meta({ id: 'MagicResponse' })

export type MagicResponse = ValueOf<typeof magicSchema>

export const explainSchema = z
  .object({
    rule: ruleSchema
      .nullable()
      .describe('The first of `rules`. Null if no rule applies to the request.'),
    rules: z
      .array(
        ruleSchema.extend({
          layers: z.array(z.enum(allLayerNames)),
          next: z
            .string()
            .exactOptional()
            .describe(
              'For a rule with a `sequence` or `one_of`: the outcome that the request gets.',
            ),
        }),
      )
      .describe('The rules that shape the response, with the layers that each decides.'),
    tried: z
      .array(
        z.object({
          id: z.string(),
          reason: z.string(),
          failed: z.int().describe('How many of its conditions fail.'),
          held: z.int().describe('How many of its conditions hold.'),
        }),
      )
      .describe('The other rules that were tried, and the first reason why each does not apply.'),
    gone: z
      .array(z.string())
      .describe('For a recorded request: rules that applied to it and are no longer active.'),
    assumed: z
      .record(z.string(), z.string())
      .describe('Values that the request needs and that were left out. Card numbers are masked.'),
    refused: z
      .object({ status: z.int(), errors: z.array(errorItemSchema) })
      .exactOptional()
      .describe('How the gateway refuses the request: no rule applies to it then.'),
    note: z
      .string()
      .exactOptional()
      .describe('Set if the holidays of the year of the request are not known.'),
  })
  .meta({ id: 'ExplainResponse' })

export type ExplainResponse = ValueOf<typeof explainSchema>
