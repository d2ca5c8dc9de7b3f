import * as z from 'zod'
import { isRestrictedText } from '../../domain/restricted-text.ts'
import type { RuleDocument, ScenarioDocument } from '../scenario-document.ts'
import { outcomeSchema } from './outcome-schema.ts'
import { scenarioName as namePattern } from './outline.ts'
import { whenSchema } from './when-schema.ts'

const scenarioName = z
  .string()
  .regex(namePattern, {
    error: 'expected up to 60 letters, digits, dots, dashes and underscores',
  })
  .refine((name) => name !== 'rules', { error: "'rules' is what one-shot rules are filed under" })

// The name travels in the X-Sandbox-Rule header, which loses spaces at its ends.
const ruleName = z
  .string()
  .min(1)
  .max(80)
  .refine((name) => isRestrictedText(name) && name.trim() === name, {
    error: 'expected ASCII text without quotes, backslash and spaces at its ends',
  })

const rule = {
  name: ruleName
    .describe('Unique in its scenario; the X-Sandbox-Rule header of an answer says it.')
    .exactOptional(),
  when: whenSchema.describe('All of these must hold; none: every request.').exactOptional(),
  times: z
    .int()
    .min(1, { error: 'expected at least 1; a rule that matches 0 times can never match' })
    .describe('How often it may match; left out, always.')
    .exactOptional(),
  skip: z.int().min(0).describe('How many matching requests it lets pass first.').exactOptional(),
  outcome: outcomeSchema.describe('What happens instead; {} leaves the request to its own course.'),
}

/** One rule by itself, as POST /_sandbox/rules takes it. */
export const ruleSchema: z.ZodType<RuleDocument> = z.strictObject({
  ...rule,
  times: rule.times.describe('How often it may match; left out, once.'),
})

export const scenarioSchema: z.ZodType<ScenarioDocument> = z.strictObject({
  name: scenarioName.describe('What it is loaded, shown and extended by.'),
  description: z.string().max(1000).describe('What a tester sees happen.').exactOptional(),
  extends: z
    .array(scenarioName)
    .describe('Scenarios whose rules come after these, in this order.')
    .exactOptional(),
  rules: z
    .array(z.strictObject(rule))
    .describe('The first rule that matches a request decides it.')
    .exactOptional(),
})
