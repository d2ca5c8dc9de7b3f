import * as z from 'zod'
import { redactText } from '../../../base/redaction/redacted.ts'
import { isRestrictedText } from '../../../domain/restricted-text.ts'
import { compileRule } from '../../../scenario/reading/compile.ts'
import { outcomeFaults } from '../../../scenario/reading/outcome-complaints.ts'
import { namedRuleSchema } from '../../../scenario/reading/schema/schema.ts'
import type { ScenarioRule } from '../../../scenario/rule.ts'

const freeText = z.string().transform((text) => redactText(text))

// Names are sent in the X-Sandbox-Rule header.
const name = freeText.refine(isRestrictedText, 'Must be plain ASCII text')

/** A rule as it is stored: it is read like that of a file. */
export const storedRule: z.ZodType<ScenarioRule> = z.strictObject({
  id: name,
  rule: namedRuleSchema
    .refine(({ outcome }) => outcomeFaults(outcome).length === 0, {
      path: ['outcome'],
      message: 'Must be an outcome',
    })
    .transform((rule) => compileRule(rule, 0)),
})

/** A scenario whose rules have still to be checked, each against `storedRule`. */
export const scenarioOutline = z.strictObject({
  name,
  description: freeText,
  rules: z.array(z.unknown()),
  lineage: z.array(z.strictObject({ name, extends: z.array(name) })).exactOptional(),
})
