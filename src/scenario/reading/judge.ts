import type * as z from 'zod'
import { boundsFaults, type Limits } from '../../document/bounds.ts'
import { beneath, type Fault } from '../../document/complaint.ts'
import { inBatches } from '../../document/in-batches.ts'
import { parseWith } from '../../document/schema-complaints.ts'
import { isPlainObject, memberOf } from '../../domain/plain-object.ts'
import { isCounted } from '../matching/counting.ts'
import type { Rule } from '../rule.ts'
import type {
  OutcomeDocument,
  RuleDocument,
  ScenarioDocument,
  WhenDocument,
} from '../scenario-document.ts'
import { compileRule, ruleName } from './compile.ts'
import { hidingRules } from './hidden-rule.ts'
import { neverCounts, neverMatches, neverShapes } from './never-matches.ts'
import { idleParts, outcomeFaults } from './outcome-complaints.ts'
import { outcomeSchema } from './schema/outcome-schema.ts'
import { outlineSchema, ruleSchema, scenarioRuleSchema } from './schema/schema.ts'
import { whenSchema } from './schema/when-schema.ts'

/** The errors and warnings of a scenario; it can be loaded only without errors. */
export interface DocumentJudgement<T> {
  readonly document?: T
  readonly errors: readonly Fault[]
  readonly warnings: readonly Fault[]
}

/** The most complaints about oversized parts to list. */
const MOST_LISTED = 10

const limits: Limits = {
  depth: 8,
  keys: 100,
  text: 10_000,
  entries: 1000,
  longer: { rules: 10_000 },
}

/** A checked scenario, with its own rules compiled for matching. */
export interface ScenarioJudgement extends DocumentJudgement<ScenarioDocument> {
  readonly rules?: readonly Rule[]
}

/** Checks any value as a scenario, and reports all errors at once. */
export async function judgeScenario(value: unknown): Promise<ScenarioJudgement> {
  const tooLarge = await sizeFaults(value)
  if (tooLarge.length > 0) return { errors: tooLarge, warnings: [] }
  const parsed = parseWith(outlineSchema, value)
  const judged = await inBatches(listOf(value), judgeEntry)
  const errors = [
    ...('faults' in parsed ? parsed.faults : []),
    ...duplicateNames(listOf(value)),
    ...judged.flatMap((one, i) => beneath(['rules', i], one.errors)),
    ...('data' in parsed && parsed.data.counts === 'run' ? windowsOfRun(listOf(value)) : []),
  ]
  const warnings = judged.flatMap((one, i) => beneath(['rules', i], one.warnings))
  if ('faults' in parsed || errors.length > 0) return { errors, warnings }
  const written = judged.flatMap(({ document }) => document ?? [])
  const document =
    parsed.data.rules === undefined ? parsed.data : { ...parsed.data, rules: written }
  const rules = await inBatches(written, compileRule)
  return {
    document: document as ScenarioDocument,
    rules,
    errors,
    warnings: [
      ...uncounted(document as ScenarioDocument, rules),
      ...warnings,
      ...(await hiddenRules(rules)),
    ],
  }
}

/** The parts of a scenario that are too large: first around its rules, then in each rule. */
async function sizeFaults(value: unknown): Promise<readonly Fault[]> {
  const rules = listOf(value)
  const around = isPlainObject(value) ? { ...value, rules: rules.map(() => null) } : value
  const faults = boundsFaults(rules.length === 0 ? value : around, limits)
  if (faults.length > 0) return faults
  const inside = await inBatches(rules, (rule, i) => boundsFaults(rule, limits, ['rules', i]), 500)
  return inside.flat().slice(0, MOST_LISTED)
}

/** The same for a single rule. */
export function judgeRule(value: unknown): DocumentJudgement<RuleDocument> {
  const tooLarge = boundsFaults(value, limits)
  return tooLarge.length > 0 ? { errors: tooLarge, warnings: [] } : judgeBy(ruleSchema, value)
}

function judgeEntry(value: unknown): DocumentJudgement<RuleDocument> {
  return judgeBy(scenarioRuleSchema, value)
}

function judgeBy(schema: z.ZodType<RuleDocument>, value: unknown): DocumentJudgement<RuleDocument> {
  const parsed = parseWith(schema, value)
  const parts = 'data' in parsed ? partsOfRule(parsed.data) : soundParts(value)
  const errors = [...('faults' in parsed ? parsed.faults : []), ...ruleErrors(parts)]
  const warnings = idleParts(parts)
  if ('faults' in parsed || errors.length > 0) return { errors, warnings }
  return { document: parsed.data, errors, warnings }
}

/** The well-formed members of a rule, so that an error in one does not hide errors in others. */
type RuleParts = Pick<RuleDocument, 'per' | 'for' | 'since'> & {
  readonly when: WhenDocument
  readonly outcome: OutcomeDocument
}

function partsOfRule({ when = {}, outcome, ...others }: RuleDocument): RuleParts {
  return { ...others, when, outcome }
}

function soundParts(rule: unknown): RuleParts {
  return {
    when: soundMembers(whenSchema.shape, memberOf(rule, 'when')),
    outcome: soundMembers(outcomeSchema.shape, memberOf(rule, 'outcome')),
  }
}

function soundMembers(shape: Readonly<Record<string, z.ZodType>>, value: unknown): object {
  const members = Object.entries(shape).flatMap(([key, schema]) => {
    const parsed = schema.safeParse(memberOf(value, key))
    return parsed.success && parsed.data !== undefined ? [[key, parsed.data] as const] : []
  })
  return Object.fromEntries(members)
}

function listOf(value: unknown): readonly unknown[] {
  const rules = memberOf(value, 'rules')
  return Array.isArray(rules) ? rules : []
}

function ruleErrors(parts: RuleParts): readonly Fault[] {
  const { when, outcome } = parts
  return [
    ...beneath(['when'], neverMatches(when)),
    ...beneath(['outcome'], outcomeFaults(outcome)),
    ...neverShapes(when, outcome),
    ...neverCounts(parts),
    ...(parts.since !== undefined && parts.for === undefined ? [sinceAlone] : []),
  ]
}

const sinceAlone: Fault = {
  path: ['since'],
  message: "no effect without 'for', which says how long the rule holds",
}

/** The worlds of a run have clocks of their own, so no window spans them. */
function windowsOfRun(rules: readonly unknown[]): readonly Fault[] {
  const message =
    "cannot be counted over the run: each world has its own clock; leave out 'counts: run', or use 'times'"
  return rules.flatMap((rule, i) =>
    memberOf(rule, 'for') === undefined ? [] : [{ path: ['rules', i, 'for'], message }],
  )
}

function duplicateNames(rules: readonly unknown[]): readonly Fault[] {
  const first = new Map<string, number>()
  return rules.flatMap((rule, i) => {
    const given = memberOf(rule, 'name')
    const name = ruleName(typeof given === 'string' ? { name: given } : {}, i)
    const earlier = first.get(name)
    if (earlier === undefined) {
      first.set(name, i)
      return []
    }
    const message = `'${name}' is already the name of rules[${earlier}]`
    return [{ path: ['rules', i, 'name'], message }]
  })
}

/** `counts: run` in a scenario that counts nothing. */
function uncounted({ counts }: ScenarioDocument, rules: readonly Rule[]): readonly Fault[] {
  if (counts !== 'run' || rules.some(isCounted)) return []
  const message = "no effect: none of its rules has 'skip', 'every', 'times', 'chance' or 'one_of'"
  return [{ path: ['counts'], message }]
}

async function hiddenRules(rules: readonly Rule[]): Promise<readonly Fault[]> {
  const hiders = await hidingRules(rules)
  return rules.flatMap((later, i) => {
    const earlier = hiders[i]
    if (earlier === undefined) return []
    const message = `'${later.name}' is never reached: '${earlier.name}' matches first, always`
    return [{ path: ['rules', i], message }]
  })
}
