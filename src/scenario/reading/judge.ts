import type * as z from 'zod'
import type { Fault, Path } from '../../document/complaint.ts'
import { parseWith } from '../../document/schema-complaints.ts'
import type {
  OutcomeDocument,
  RuleDocument,
  ScenarioDocument,
  WhenDocument,
} from '../scenario-document.ts'
import { compileRule, ruleName } from './compile.ts'
import { hides } from './hidden-rule.ts'
import { neverMatches, neverShapes } from './never-matches.ts'
import { idleParts, outcomeFaults } from './outcome-complaints.ts'
import { outcomeSchema } from './outcome-schema.ts'
import { ruleSchema, scenarioSchema } from './schema.ts'
import { whenSchema } from './when-schema.ts'

/** What is wrong with a scenario; it is worth loading only where there are no errors. */
export interface Judgement<T> {
  readonly document?: T
  readonly errors: readonly Fault[]
  readonly warnings: readonly Fault[]
}

/** A scenario from a value that may be anything, with all its faults at once. */
export function judgeScenario(value: unknown): Judgement<ScenarioDocument> {
  const parsed = parseWith(scenarioSchema, value)
  const rules = rulesOf(value)
  const errors = [
    ...('faults' in parsed ? parsed.faults : []),
    ...duplicateNames(rules),
    ...rules.flatMap((rule, i) => beneath(['rules', i], ruleErrors(rule))),
  ]
  const warnings = rules.flatMap((rule, i) => beneath(['rules', i], idleParts(rule)))
  if ('faults' in parsed || errors.length > 0) return { errors, warnings }
  return { document: parsed.data, errors, warnings: [...warnings, ...hiddenRules(parsed.data)] }
}

/** The same for a rule by itself. */
export function judgeRule(value: unknown): Judgement<RuleDocument> {
  const parsed = parseWith(ruleSchema, value)
  const faults = 'faults' in parsed ? parsed.faults : []
  const errors = [...faults, ...ruleErrors(partsOf(value))]
  const warnings = idleParts(partsOf(value))
  if ('faults' in parsed || errors.length > 0) return { errors, warnings }
  return { document: parsed.data, errors, warnings }
}

/** The members of a rule that have the right form; a fault in one must not hide those of others. */
interface Parts {
  readonly name?: string
  readonly when: WhenDocument
  readonly outcome: OutcomeDocument
}

function rulesOf(value: unknown): readonly Parts[] {
  const rules = memberOf(value, 'rules')
  return Array.isArray(rules) ? rules.map(partsOf) : []
}

function partsOf(rule: unknown): Parts {
  const name = memberOf(rule, 'name')
  return {
    ...(typeof name === 'string' && { name }),
    when: soundMembers(whenSchema.shape, memberOf(rule, 'when')),
    outcome: soundMembers(outcomeSchema.shape, memberOf(rule, 'outcome')),
  }
}

function soundMembers(shape: Readonly<Record<string, z.ZodType>>, value: unknown): object {
  const members = Object.entries(shape).flatMap(([key, schema]) => {
    const parsed = schema.safeParse(memberOf(value, key))
    return parsed.success ? [[key, parsed.data] as const] : []
  })
  return Object.fromEntries(members)
}

function memberOf(value: unknown, key: string): unknown {
  const isMap = typeof value === 'object' && value !== null && Object.hasOwn(value, key)
  return isMap ? (value as Readonly<Record<string, unknown>>)[key] : undefined
}

function ruleErrors({ when, outcome }: Parts): readonly Fault[] {
  return [
    ...beneath(['when'], neverMatches(when)),
    ...beneath(['outcome'], outcomeFaults(outcome)),
    ...neverShapes(when, outcome),
  ]
}

function beneath(path: Path, faults: readonly Fault[]): readonly Fault[] {
  return faults.map((fault) => ({ ...fault, path: [...path, ...fault.path] }))
}

function duplicateNames(rules: readonly Parts[]): readonly Fault[] {
  const first = new Map<string, number>()
  return rules.flatMap((rule, i) => {
    const name = ruleName(rule, i)
    const earlier = first.get(name)
    if (earlier === undefined) {
      first.set(name, i)
      return []
    }
    const message = `'${name}' is already the name of rules[${earlier}]`
    return [{ path: ['rules', i, 'name'], message }]
  })
}

function hiddenRules({ rules = [] }: ScenarioDocument): readonly Fault[] {
  const compiled = rules.map(compileRule)
  return compiled.flatMap((later, i) => {
    const earlier = compiled.slice(0, i).find((rule) => hides(rule, later))
    if (earlier === undefined) return []
    const message = `'${later.name}' is never reached: '${earlier.name}' matches first, always`
    return [{ path: ['rules', i], message }]
  })
}
