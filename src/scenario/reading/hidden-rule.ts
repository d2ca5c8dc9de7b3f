import { inBatches } from '../../document/in-batches.ts'
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

/** How many earlier rules one is held against: a warning must not cost more than it is worth. */
const MOST_COMPARED = 200

/** A rule in its place, with what comparing it with many others needs worked out once. */
interface PlacedRule {
  readonly order: number
  readonly rule: Rule
  readonly when: Conditions
  /** What it asks for besides the operation. */
  readonly asked: readonly GivenCondition[]
  readonly calls: readonly Operation[]
  /** The calls that it is for, by the layer that it can shape of them. */
  readonly waitsFor: ReadonlyMap<number, readonly Operation[]>
  readonly isStopping: boolean
}

/** For each rule, in the order in which they are asked, the earlier one that leaves it nothing. */
export async function hidingRules(rules: readonly Rule[]): Promise<readonly (Rule | undefined)[]> {
  const placed = await inBatches(rules, placedRule)
  const find = indexRules(placed.filter(({ rule }) => canHide(rule)))
  const hidden = new Set<PlacedRule>()
  return await inBatches(placed, (later) => {
    const found = hiderAmong(candidatesFor(find(likeness(later)), later, hidden), later)
    if (found !== undefined) hidden.add(later)
    return found
  })
}

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
  return { order, rule, when, asked, calls, waitsFor: new Map(waitsFor), isStopping }
}

const layers = [VERDICT, EXTRAS, DELIVERY]

/** Those before it that are not hidden themselves: what these would hide, their own hiders do. */
function candidatesFor(
  lists: readonly (readonly PlacedRule[])[],
  later: PlacedRule,
  hidden: ReadonlySet<PlacedRule>,
): readonly PlacedRule[] {
  const found = new Set<PlacedRule>()
  for (const list of lists) {
    for (const one of list) {
      if (one.order >= later.order || found.size >= MOST_COMPARED) break
      if (!hidden.has(one)) found.add(one)
    }
  }
  return [...found]
}

function canHide(rule: Rule): boolean {
  return !isCounted(rule) && rule.per === undefined
}

/** One rule may leave another nothing, or several may, each for a layer. */
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

/** Whether a rule decides a layer of every call that the later one could shape it of. */
function takesAll(earlier: PlacedRule, later: PlacedRule, layer: number): boolean {
  const { isStopping, calls, waitsFor } = earlier
  // Nothing is processed, so that there is no verdict and nothing to add to it.
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

/** The method that is asked for, or that the other conditions imply. */
function methodOf(when: Conditions): Method | undefined {
  const implied = methods.find((method) =>
    fieldsOf(method).some((name) => when[name] !== undefined),
  )
  return implied ?? when.method
}

/** A request with the exact values that a rule wants: the index finds what covers them by it. */
function likeness({ when, asked, calls: [operation = 'purchase'] }: PlacedRule): Facts {
  const texts = asked.flatMap(({ condition, value }) => {
    const [text] = condition.index?.texts(value) ?? []
    return text === undefined ? [] : [[condition.name, text] as const]
  })
  return { operation, merchant: when.merchant?.[0] ?? 0, ...Object.fromEntries(texts) }
}

/** A rule that is never reached, since one of another scenario always matches first. */
export interface HiddenRule {
  readonly later: ScenarioRule
  /** The scenario that wrote it. */
  readonly scenario: string
  /** The id of the rule that leaves it nothing, and the scenario that wrote that. */
  readonly hider: string
  readonly hiding: string
  readonly message: string
}

/** What scenarios hide of each other if they are in force together, highest priority first. */
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
    // What a scenario hides of itself is told when it is read.
    if (scenario === hiding) return []
    const message = `'${later.rule.name}' is never reached: '${hider}' matches first, always`
    return [{ later, scenario, hider, hiding, message }]
  })
}

function scenarioOf(id: string): string {
  return id.slice(0, id.indexOf('/'))
}
