import * as z from 'zod'
import { inBatches } from '../../../../base/in-batches.ts'
import { redactText } from '../../../../base/redaction/redacted.ts'
import { MAX_ID } from '../../../../domain/identifier.ts'
import { isRestrictedText } from '../../../../domain/restricted-text.ts'
import { instant, naturalNumber } from '../../../../domain/stored-values.ts'
import { compileRule } from '../../../../scenario/reading/compile.ts'
import { outcomeFaults } from '../../../../scenario/reading/outcome-complaints.ts'
import { namedRuleSchema } from '../../../../scenario/reading/schema/schema.ts'
import type { ScenarioRule } from '../../../../scenario/rule.ts'
import type { Meta } from '../meta.ts'
import { checkedValue } from './row-schema.ts'

const freeText = z.string().transform((text) => redactText(text))

// Names are sent in the X-Sandbox-Rule header.
const name = freeText.refine(isRestrictedText, 'Must be plain ASCII text')

/** A rule as it is stored: it is read like that of a file. */
const storedRule: z.ZodType<ScenarioRule> = z.strictObject({
  id: name,
  rule: namedRuleSchema
    .refine(({ outcome }) => outcomeFaults(outcome).length === 0, {
      path: ['outcome'],
      message: 'Must be an outcome',
    })
    .transform((rule) => compileRule(rule, 0)),
})

/** A scenario whose rules have still to be checked, each against `storedRule`. */
const scenarioOutline = z.strictObject({
  name,
  description: freeText,
  rules: z.array(z.unknown()),
  lineage: z.array(z.strictObject({ name, extends: z.array(name) })).exactOptional(),
})

const clock = z.discriminatedUnion('mode', [
  z.strictObject({ id: z.literal('clock'), mode: z.literal('running'), offset: z.int() }),
  z.strictObject({ id: z.literal('clock'), mode: z.literal('frozen'), at: instant }),
])
const seed = z.strictObject({ id: z.literal('seed'), value: naturalNumber.max(MAX_ID) })
const scenarios = z.strictObject({
  id: z.literal('scenarios'),
  loaded: z.array(z.unknown()),
})
const temporaryRules = z.strictObject({
  id: z.literal('one_shots'),
  rules: z.array(z.unknown()),
  last: naturalNumber,
})
const correlations = z.strictObject({
  id: z.literal('correlations'),
  forgottenTo: naturalNumber,
})
const ids = z.strictObject({
  id: z.literal('ids'),
  customer: naturalNumber.max(MAX_ID),
  token: naturalNumber.max(MAX_ID),
})

type MetaRow<K extends keyof Meta> = { readonly id: K } & Meta[K]

/** Checks a row by its kind, so that errors refer to that kind. All rules of a world are in one row. */
const checks: { readonly [K in keyof Meta]: (row: unknown) => Checked<MetaRow<K>> } = {
  clock: (row) => checkedValue(clock, row),
  seed: (row) => checkedValue(seed, row),
  async scenarios(row) {
    const { id, loaded } = checkedValue(scenarios, row)
    const whole: Meta['scenarios']['loaded'][number][] = []
    for (const [i, outline] of loaded.entries()) {
      const scenario = checkedValue(scenarioOutline, outline, ['loaded', i])
      const rules = await checkedRules(scenario.rules, ['loaded', i])
      whole.push({ ...scenario, rules })
    }
    return { id, loaded: whole }
  },
  async one_shots(row) {
    const outline = checkedValue(temporaryRules, row)
    return { ...outline, rules: await checkedRules(outline.rules, []) }
  },
  correlations: (row) => checkedValue(correlations, row),
  ids: (row) => checkedValue(ids, row),
}

type Checked<T> = T | Promise<T>

/** Checks a row of the table `meta` and returns its line. Other requests run in between. */
export async function checkedMetaLine(line: string): Promise<string> {
  const value: unknown = JSON.parse(line)
  const kind = z.object({ id: z.string() }).safeParse(value).data?.id ?? ''
  if (!Object.hasOwn(checks, kind)) {
    throw new Error(`id: Must be one of ${Object.keys(checks).join(', ')}`)
  }
  return JSON.stringify(await checks[kind as keyof Meta](value))
}

function checkedRules(
  rules: readonly unknown[],
  at: readonly (string | number)[],
): Promise<readonly ScenarioRule[]> {
  return inBatches(rules, (rule, i) => checkedValue(storedRule, rule, [...at, 'rules', i]))
}
