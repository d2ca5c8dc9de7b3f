import type * as z from 'zod'
import { beneath, type Fault, type Path } from '../../base/documents/complaint.ts'
import { parseWith } from '../../base/documents/schema-complaints.ts'
import { inBatches } from '../../base/in-batches.ts'
import { memberOf } from '../../base/plain-object.ts'
import { type Instant, parseInstant } from '../../domain/time/instant.ts'
import { builtInNames, MOST_RULES } from '../library.ts'
import { isCounted } from '../matching/counting.ts'
import { layersOf } from '../matching/layers.ts'
import { outcomesOf, type Rule } from '../rule.ts'
import type { RuleDocument, ScenarioDocument } from '../scenario-document.ts'
import { compileRule, ruleName } from './compile.ts'
import { idleParts, neverMatches, otherCardTypes, outcomeFaults } from './outcome-complaints.ts'
import { faultExample, faultShape } from './schema/fault-schema.ts'
import { outcomeSchema } from './schema/outcome-schema.ts'
import { outlineSchema, ruleSchema, ruleShape, scenarioRuleSchema } from './schema/schema.ts'
import { whenSchema } from './schema/when-schema.ts'

/** The errors and warnings of a scenario; it can be loaded only without errors. */
export interface DocumentJudgement<T> {
  readonly document?: T
  readonly errors: readonly Fault[]
  readonly warnings: readonly Fault[]
}

/** Checks any value as a scenario, and reports all errors at once. Other requests run in between. */
export async function judgeScenario(value: unknown): Promise<DocumentJudgement<ScenarioDocument>> {
  const parsed = parseWith(outlineSchema, value)
  const given = memberOf(value, 'rules')
  const isJudged = Array.isArray(given) && given.length <= MOST_RULES
  const entries: readonly unknown[] = isJudged ? given : []
  const judged = await inBatches(entries, (rule) => judgeBy(scenarioRuleSchema, rule))
  const isEmpty = 'data' in parsed && !parsed.data.rules?.length && !parsed.data.extends?.length
  const errors = [
    ...('faults' in parsed ? parsed.faults : []),
    ...duplicateNames(entries),
    ...judged.flatMap((one, i) => beneath(['rules', i], one.errors)),
    ...('data' in parsed && parsed.data.counts === 'run' ? windowsOfRun(entries) : []),
    ...(isEmpty ? [noRules] : []),
  ]
  const warnings = judged.flatMap((one, i) => beneath(['rules', i], one.warnings))
  if ('faults' in parsed || errors.length > 0) return { errors, warnings }
  const written = judged.flatMap((one) => one.document ?? [])
  const document = (
    parsed.data.rules === undefined ? parsed.data : { ...parsed.data, rules: written }
  ) as ScenarioDocument
  const rules = await inBatches(written, compileRule)
  const pairs = [...repeatedConditions(rules), ...togetherWarnings(rules)]
  return { document, errors, warnings: [...builtInName(document), ...warnings, ...pairs] }
}

/** The same for a single rule. */
export function judgeRule(value: unknown): DocumentJudgement<RuleDocument> {
  return judgeBy(ruleSchema, value)
}

function judgeBy(schema: z.ZodType<RuleDocument>, value: unknown): DocumentJudgement<RuleDocument> {
  const parsed = parseWith(schema, value)
  // An error in one member does not hide errors in others.
  const { when = {}, outcome } = 'data' in parsed ? parsed.data : soundParts(value)
  const errors = [
    ...('faults' in parsed ? withKeyAdvice(parsed.faults) : []),
    ...beneath(['when'], neverMatches(when)),
    ...beneath(['outcome'], outcomeFaults(outcome)),
  ]
  const warnings = [...idleParts({ when, outcome }), ...beneath(['when'], otherCardTypes(when))]
  if ('faults' in parsed || errors.length > 0) return { errors, warnings }
  return { document: parsed.data, errors, warnings }
}

/** Says of keys that are known elsewhere in a rule where they go. */
function withKeyAdvice(faults: readonly Fault[]): readonly Fault[] {
  const explained = faults.map((fault) => {
    const message = fault.atKey === true ? keyAdvice(fault.path) : undefined
    return message === undefined ? fault : { ...fault, message }
  })
  const isNested = explained.some(({ path }) => path.length === 2 && path[1] === 'outcome')
  const isTheSame = ({ path }: Fault) => path.length === 1 && path[0] === 'outcome'
  return isNested ? explained.filter((fault) => !isTheSame(fault)) : explained
}

function keyAdvice([first, ...inside]: Path): string | undefined {
  const [key, inner] = inside
  if (key === undefined) {
    if (first === undefined) return undefined
    if (Object.hasOwn(whenSchema.shape, first)) return `${first} goes under when`
    return Object.hasOwn(outcomeSchema.shape, first) ? `${first} goes under outcome` : undefined
  }
  if (first === 'outcome') {
    const isOfFault = inner === undefined && Object.hasOwn(faultShape, key)
    return isOfFault ? `${key} goes under fault, as in fault: ${faultExample}` : undefined
  }
  if (first !== 'when') return undefined
  if (inner === undefined && Object.hasOwn(ruleShape, key)) {
    return `${key} goes beside when, not under it; indent it as far as when`
  }
  if (inner === undefined) return otherName(String(key))
  return key === 'not' && inner === 'rate' ? rateInNot : undefined
}

/** What others call a condition. */
const otherNames: readonly (readonly [RegExp, string])[] = [
  [/^card$/, 'pan for its number, card_type for its brand'],
  [/^(?:date|time|hours?|between)$/, 'from and until, as in from: "22:00"'],
  [/^(?:headers|user[-_]?agent)$/i, 'header, as in header: { user-agent: "curl*" }'],
]

function otherName(key: string): string | undefined {
  const [, name] = otherNames.find(([form]) => form.test(key)) ?? []
  return name === undefined ? undefined : `unknown key '${key}': write ${name}`
}

const rateInNot =
  'rate cannot be excluded; put a rule with this rate first, and let it decide the requests over it'

/** The well-formed members of a rule. */
function soundParts(rule: unknown): Pick<RuleDocument, 'when' | 'outcome'> {
  // What is wrong may be the sequence, and a `then` without one would be called wrong as well.
  const { then: _then, ...shape } = outcomeSchema.shape
  return {
    when: soundMembers(whenSchema.shape, memberOf(rule, 'when')),
    outcome: soundMembers(shape, memberOf(rule, 'outcome')),
  }
}

function soundMembers(shape: Readonly<Record<string, z.ZodType>>, value: unknown): object {
  const members = Object.entries(shape).flatMap(([key, schema]) => {
    const parsed = schema.safeParse(memberOf(value, key))
    return parsed.success && parsed.data !== undefined ? [[key, parsed.data] as const] : []
  })
  return Object.fromEntries(members)
}

const noRules: Fault = { path: [], message: 'it has no rules, and extends no scenario; add rules' }

function builtInName({ name }: ScenarioDocument): readonly Fault[] {
  if (!builtInNames.includes(name)) return []
  const message = `'${name}' is a built-in scenario, which this one replaces; choose another name`
  return [{ path: ['name'], message }]
}

/** Each world of a run has its own clock, so no window spans them. */
function windowsOfRun(rules: readonly unknown[]): readonly Fault[] {
  const message =
    "cannot be counted over the run: each world has its own clock; leave out 'counts: run', or use 'times'"
  return rules.flatMap((rule, i) => [
    ...(memberOf(rule, 'for') === undefined ? [] : [{ path: ['rules', i, 'for'], message }]),
    ...(memberOf(memberOf(rule, 'when'), 'rate') === undefined
      ? []
      : [{ path: ['rules', i, 'when', 'rate'], message }]),
  ])
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

function repeatedConditions(rules: readonly Rule[]): readonly Fault[] {
  const indices = new Map(rules.map((rule, i) => [rule, i]))
  return unreachedRules(rules).map((one) => ({
    path: ['rules', indices.get(one.later) ?? 0],
    message: unreachedText(one, ({ name }) => name),
  }))
}

/** Counted rules with the same conditions that both apply to a request, where an author may mean one after the other. */
function togetherWarnings(rules: readonly Rule[]): readonly Fault[] {
  const known = new Map<string, Rule[]>()
  return rules.flatMap((later, i) => {
    const conditions = JSON.stringify(later.when)
    const others = known.get(conditions) ?? []
    known.set(conditions, [...others, later])
    const earlier = others.find((one) => areTogether(one, later))
    if (earlier === undefined) return []
    const message = `'${later.name}' applies to a request that '${earlier.name}' applies to as well: they have the same conditions and decide different layers; use skip, or a sequence for one after the other`
    return [{ path: ['rules', i], message }]
  })
}

function areTogether(one: Rule, other: Rule): boolean {
  const isPlain = ({ every, chance, for: window }: Rule) =>
    (every ?? chance ?? window) === undefined
  const isLimited = ({ times, skip }: Rule) => (times ?? skip) !== undefined
  if (!isPlain(one) || !isPlain(other) || !(isLimited(one) || isLimited(other))) return false
  if ((layersIn(one) & layersIn(other)) !== 0) return false
  const [from, later] = [one.skip ?? 0, other.skip ?? 0]
  return from < later + (other.times ?? Infinity) && later < from + (one.times ?? Infinity)
}

/** Rules whose window is over at an instant. Paths start at `rules`; `clock` says whose time it is. */
export function endedWindows(
  rules: readonly Pick<RuleDocument, 'when'>[],
  now: Instant,
  clock: string,
): readonly Fault[] {
  return rules.flatMap(({ when: { until } = {} }, i) => {
    const end = until === undefined ? undefined : parseInstant(until)
    if (end === undefined || end > now) return []
    const message = `no longer matches: ${until} is before ${clock}`
    return [{ path: ['rules', i, 'when', 'until'], message }]
  })
}

/** A rule that others always come before; the earlier one decides what was left of it. */
interface UnreachedRule {
  readonly later: Rule
  readonly earlier: Rule
}

/** Rules that earlier rules with the same conditions always come before. */
export function unreachedRules(rules: readonly Rule[]): readonly UnreachedRule[] {
  const alike = new Map<string, readonly Rule[]>()
  return rules.flatMap((later) => {
    const key = JSON.stringify(later.when)
    const before = alike.get(key) ?? []
    let left = layersIn(later)
    for (const earlier of before) {
      left &= ~layersIn(earlier)
      if (left === 0) return [{ later, earlier }]
    }
    if (!isCounted(later)) alike.set(key, [...before, later])
    return []
  })
}

export function unreachedText(
  { later, earlier }: UnreachedRule,
  nameOf: (rule: Rule) => string,
): string {
  const why = 'has the same conditions and comes first'
  return `'${nameOf(later)}' is never reached: '${nameOf(earlier)}' ${why}`
}

/** The layers that a rule decides. */
function layersIn(rule: Rule): number {
  return outcomesOf(rule).reduce((all, outcome) => all | layersOf(outcome), 0)
}
