import { inBatches } from '../../document/in-batches.ts'
import { isGlob } from '../conditions/glob.ts'
import { conditionsIn, type GivenCondition } from '../conditions/table.ts'
import { callsCarrying, callsNamed, fieldsOf } from '../matching/carrying.ts'
import { isCounted } from '../matching/counting.ts'
import { DELIVERY, EXTRAS, layersForCall, neededFact, VERDICT } from '../matching/layers.ts'
import { indexRules } from '../matching/rule-index.ts'
import { ruleOrder } from '../matching/rule-order.ts'
import {
  type Conditions,
  type Facts,
  type Method,
  methods,
  type Operation,
  outcomesOf,
  type Rule,
  type Scenario,
  type ScenarioRule,
} from '../rule.ts'

/** The most earlier rules to compare with one rule, to limit the cost of a warning. */
const MOST_COMPARED = 200

/** The most pairs of globs to compare for one rule: each takes some 6 µs at worst. */
const MOST_PAIRS = 5000
/** As many exact texts are compared as fast as one glob. */
const EXACT_TEXTS = 200

/** A rule in its place, with values that many comparisons need. */
interface PlacedRule {
  readonly order: number
  readonly rule: Rule
  readonly when: Conditions
  /** Its conditions besides the operation. */
  readonly asked: readonly GivenCondition[]
  /** The texts of its conditions, and those among them that are globs. */
  readonly texts: number
  readonly globs: number
  readonly calls: readonly Operation[]
  /** The calls that it applies to, per layer that it can decide for them. */
  readonly waitsFor: ReadonlyMap<number, readonly Operation[]>
  readonly isStopping: boolean
}

/** For each rule, in checking order, the earlier rule that hides it. */
export async function hidingRules(rules: readonly Rule[]): Promise<readonly (Rule | undefined)[]> {
  const placed = await inBatches(rules, placedRule)
  const find = indexRules(placed.filter(({ rule }) => canHide(rule)))
  const hidden = new Set<PlacedRule>()
  const hiderOf = (later: PlacedRule) => {
    const found = hiderAmong(candidatesFor(find(likeness(later)), later, hidden), later)
    if (found !== undefined) hidden.add(later)
    return found
  }
  return await inBatches(placed, hiderOf, placed.some(({ globs }) => globs > FEW) ? 1 : undefined)
}

/** Rules with more globs are compared one at a turn. */
const FEW = 20

function placedRule(rule: Rule, order: number): PlacedRule {
  const { when } = rule
  const outcomes = outcomesOf(rule).map(({ outcome }) => outcome)
  const affected = callsCarrying(when).map((call) => {
    const ofCall = outcomes.reduce((all, one) => all | layersForCall(one, call), 0)
    return { call, ofCall }
  })
  const waitsFor = layers.map((layer) => {
    const calls = affected.filter(({ ofCall }) => (ofCall & layer) !== 0).map(({ call }) => call)
    return [layer, calls] as const
  })
  const isStopping = rule.outcome.fault?.at === 'before'
  const asked = conditionsIn(when).filter(({ condition }) => condition.name !== 'operation')
  const calls = callsNamed(when)
  const texts = asked.flatMap(({ value }) => textsIn(value))
  const sizes = { texts: texts.length, globs: texts.filter(isGlob).length }
  return { order, rule, when, asked, ...sizes, calls, waitsFor: new Map(waitsFor), isStopping }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const layers = [VERDICT, EXTRAS, DELIVERY]

/**
 * Earlier rules that are not hidden themselves: whatever a hidden rule hides, its hider hides too.
 */
function candidatesFor(
  lists: readonly (readonly PlacedRule[])[],
  later: PlacedRule,
  hidden: ReadonlySet<PlacedRule>,
): readonly PlacedRule[] {
  const found = new Set<PlacedRule>()
  let pairs = 0
  for (const list of lists) {
    for (const one of list) {
      if (one.order >= later.order || found.size >= MOST_COMPARED) break
      const more = later.texts * (one.globs + one.texts / EXACT_TEXTS)
      if (hidden.has(one) || pairs + more > MOST_PAIRS) continue
      pairs += more
      found.add(one)
    }
  }
  return [...found]
}

function canHide(rule: Rule): boolean {
  return !isCounted(rule) && rule.per === undefined
}

/** A rule may be hidden by one earlier rule, or by several, one per layer. */
function hiderAmong(earlier: readonly PlacedRule[], later: PlacedRule): Rule | undefined {
  if (earlier.length === 0) return undefined
  const wider = earlier.filter((one) => isWider(one, later.when))
  let first: Rule | undefined
  for (const [layer, calls] of later.waitsFor) {
    if (calls.length === 0) continue
    const hider = wider.find((one) => takesAll(one, later, layer))
    if (hider === undefined) return undefined
    first ??= hider.rule
  }
  return first
}

/** Whether a rule decides a layer for every call for which the later rule could decide it. */
function takesAll(earlier: PlacedRule, later: PlacedRule, layer: number): boolean {
  const { isStopping, calls, waitsFor } = earlier
  // A stopped request is not processed, so that it has no verdict and no extras.
  const shaped = isStopping ? calls : (waitsFor.get(layer) ?? [])
  const need = layer === VERDICT && !isStopping ? neededFact(earlier.rule.outcome) : undefined
  if (need !== undefined && later.when[need.field] === undefined) return false
  const waited = later.waitsFor.get(layer) ?? []
  return waited.every((call) => calls.includes(call) && shaped.includes(call))
}

function isWider({ when, asked }: PlacedRule, narrow: Conditions): boolean {
  if (when.not !== undefined) return false
  return asked.every(({ condition, value }) => {
    const other = condition.name === 'method' ? methodOf(narrow) : narrow[condition.name]
    return condition.covers(value, other)
  })
}

/** The method that the conditions name or imply. */
function methodOf(when: Conditions): Method | undefined {
  const implied = methods.find((method) =>
    fieldsOf(method).some((name) => when[name] !== undefined),
  )
  return implied ?? when.method
}

/** A request with the exact values of a rule: the index finds the rules that cover them. */
function likeness({ when, asked, calls: [operation = 'purchase'] }: PlacedRule): Facts {
  const texts = asked.flatMap(({ condition, value }) => {
    const [text] = condition.index?.texts(value) ?? []
    return text === undefined ? [] : [[condition.name, text] as const]
  })
  return { operation, merchant: when.merchant?.[0] ?? 0, ...Object.fromEntries(texts) }
}

/** A rule that is never reached, because a rule of another scenario always matches first. */
export interface HiddenRule {
  readonly later: ScenarioRule
  /** The scenario that wrote it. */
  readonly scenario: string
  /** The id of the rule that hides it, and the scenario that wrote that one. */
  readonly hider: string
  readonly hiding: string
  readonly message: string
}

/** The rules that active scenarios hide from each other, highest priority first. */
export async function hiddenTogether(
  scenarios: readonly Scenario[],
): Promise<readonly HiddenRule[]> {
  const rules = ruleOrder(scenarios)
  const hiders = await hidingRules(rules.map(({ rule }) => rule))
  const idOf = new Map(rules.map(({ id, rule }) => [rule, id]))
  return rules.flatMap((later, i) => {
    const found = hiders[i]
    const hider = found && idOf.get(found)
    if (hider === undefined) return []
    const [scenario, hiding] = [scenarioOf(later.id), scenarioOf(hider)]
    // Rules hidden within one scenario are reported when it is read.
    if (scenario === hiding) return []
    const message = `'${later.rule.name}' is never reached: '${hider}' matches first, always`
    return [{ later, scenario, hider, hiding, message }]
  })
}

function scenarioOf(id: string): string {
  return id.slice(0, id.indexOf('/'))
}
