import * as z from 'zod'
import { isRestrictedText } from '../../../domain/restricted-text.ts'
import { MOST_RULES } from '../../library.ts'
import {
  perNames,
  type RuleDocument,
  type ScenarioDocument,
  windowStarts,
} from '../../scenario-document.ts'
import { chanceForms, parseChance, parseWindow, windowForms } from '../../written-values.ts'
import { scenarioName as namePattern, pathFault } from '../outline.ts'
import { outcomeSchema } from './outcome-schema.ts'
import { whenSchema } from './when-schema.ts'

const expected = 'expected up to 60 letters, digits, dots, dashes and underscores'

const scenarioName = z
  .string()
  .regex(namePattern, { error: expected })
  .refine((name) => name !== 'rules', { error: "'rules' is reserved for temporary rules" })

const baseName = z
  .string()
  .regex(namePattern, { error: ({ input }) => pathFault(input) ?? expected })

// The name is sent in the X-Sandbox-Rule header, which loses spaces at both ends.
const ruleName = z
  .string()
  .min(1)
  .max(80)
  .refine((name) => isRestrictedText(name) && name.trim() === name, {
    error: 'expected ASCII text without quotes, backslash and spaces at its ends',
  })

/** The keys of a rule. */
export const ruleShape = {
  name: ruleName
    .describe('Unique in its scenario. Responses show it in the header X-Sandbox-Rule.')
    .exactOptional(),
  when: whenSchema.describe('All must match; without any, every request matches.').exactOptional(),
  times: z
    .int()
    .min(1, { error: 'expected at least 1; a rule that matches 0 times can never match' })
    .describe('How often it can match. Default: no limit.')
    .exactOptional(),
  skip: z.int().min(0).describe('How many matching requests it lets pass first.').exactOptional(),
  every: z
    .int()
    .min(1)
    .describe('Applies to every nth matching request: 3 means the 3rd, 6th and so on.')
    .exactOptional(),
  chance: z
    .string({ error: `expected ${chanceForms}` })
    .refine((text) => parseChance(text) !== undefined, { error: `expected ${chanceForms}` })
    .describe('The probability that it applies to a matching request: "10%". The seed decides.')
    .exactOptional(),
  for: z
    .string({ error: `expected ${windowForms}` })
    .refine((text) => parseWindow(text) !== undefined, { error: `expected ${windowForms}` })
    .describe('How long it holds, in sandbox time: 30s. Default: always.')
    .exactOptional(),
  since: z
    .enum(windowStarts)
    .describe(
      'What `for` is counted from: the load of the scenario, or the first request that the rule shaped. Default: load.',
    )
    .exactOptional(),
  per: z.enum(perNames).describe('Counts separately for each value of this.').exactOptional(),
  outcome: outcomeSchema.describe(
    'What happens; {} approves it, with a normal response, whatever later rules say.',
  ),
}

/** A single rule, as POST /_sandbox/rules accepts it. */
export const ruleSchema: z.ZodType<RuleDocument> = z.strictObject({
  ...ruleShape,
  times: ruleShape.times.describe('How often it can match. Default: once.'),
})

/** One rule of a file. */
export const scenarioRuleSchema: z.ZodType<RuleDocument> = z.strictObject(ruleShape)

/** A rule of a loaded scenario, as it is stored. */
export const namedRuleSchema = z.strictObject({
  ...ruleShape,
  name: ruleName,
  counts: z.literal('run').exactOptional(),
})

const outline = {
  name: scenarioName.describe('The name to load, show and extend it by.'),
  description: z.string().max(1000).describe('What a tester sees happen.').exactOptional(),
  extends: z
    .array(baseName, { error: 'expected a list of scenarios, such as [default]' })
    .max(50)
    .describe('Scenarios whose rules come after these, in this order.')
    .exactOptional(),
  counts: z
    .enum(['world', 'run'])
    .describe(
      'How its own rules count: separately in each world and from 0 after a reset, or together for the whole run. Default: world.',
    )
    .exactOptional(),
}

/** Everything in a file except its rules, which are checked one by one. */
export const outlineSchema = z.strictObject({
  ...outline,
  rules: z.array(z.unknown()).max(MOST_RULES).exactOptional(),
})

const scenarioSchema: z.ZodType<ScenarioDocument> = z.strictObject({
  ...outline,
  rules: z
    .array(z.strictObject(ruleShape))
    .describe('For each layer, the first rule that matches and says something about it decides.')
    .exactOptional(),
})

/** The JSON schema of scenario files for editors, in the draft that they support best. */
export function scenarioJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...schema } = z.toJSONSchema(scenarioSchema, { target: 'draft-7' })
  return { $schema, title: 'Sandgate scenario', ...schema }
}
