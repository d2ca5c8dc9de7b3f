import { conditionsIn } from '../conditions/table.ts'
import { callsCarrying, callsNamed, fieldsOf } from '../matching/carrying.ts'
import { ALL_LAYERS, DELIVERY, EXTRAS, layersOf, VERDICT } from '../matching/layers.ts'
import { neededFact, reachOf } from '../matching/reach.ts'
import { indexRules } from '../matching/rule-index.ts'
import { isCounted } from '../matching/turn.ts'
import {
  type Conditions,
  type Facts,
  type Method,
  methods,
  outcomesOf,
  type Rule,
} from '../rule.ts'

/** How many earlier rules one is held against: a warning must not cost more than it is worth. */
const MOST_COMPARED = 200

interface Placed {
  readonly order: number
  readonly rule: Rule
  readonly when: Conditions
}

/** For each rule, in the order in which they are asked, the earlier one that leaves it nothing. */
export function hidingRules(rules: readonly Rule[]): (order: number) => Rule | undefined {
  const placed = rules.map((rule, order): Placed => ({ order, rule, when: rule.when }))
  const index = indexRules(placed.filter(({ rule }) => canHide(rule)))
  const hidden = new Set<Rule>()
  return (order) => {
    const later = rules[order]
    if (later === undefined) return undefined
    const { facts, cents } = likeness(later.when)
    const earlier = [...new Set(index.candidates(facts, cents).flat())]
      .filter((one) => one.order < order && !hidden.has(one.rule))
      .slice(0, MOST_COMPARED)
    const found = hiderAmong(earlier, later)
    if (found !== undefined) hidden.add(later)
    return found
  }
}

function canHide(rule: Rule): boolean {
  return !isCounted(rule) && rule.per === undefined
}

/** One rule may leave another nothing, or several may, each for a layer. */
function hiderAmong(earlier: readonly Placed[], later: Rule): Rule | undefined {
  const spoken = outcomesOf(later).reduce((all, { outcome }) => all | layersOf(outcome), 0)
  let first: Rule | undefined
  for (const layer of [VERDICT, EXTRAS, DELIVERY]) {
    if ((spoken & layer) === 0) continue
    const hider = earlier.find(({ rule }) => hides(rule, later, layer))
    if (hider === undefined) return undefined
    first ??= hider.rule
  }
  return first
}

/** Whether the earlier of two rules decides a layer of every request that the later waits for. */
function hides(earlier: Rule, later: Rule, layer: number): boolean {
  return reachesAll(earlier, later, layer) && isWider(earlier.when, later.when)
}

function reachesAll(earlier: Rule, later: Rule, layer: number): boolean {
  const { outcome } = earlier
  // Nothing is processed, so that there is no verdict and nothing to add to it.
  const isStopping = outcome.fault?.at === 'before'
  if (((isStopping ? ALL_LAYERS : layersOf(outcome)) & layer) === 0) return false
  const need = layer === VERDICT && !isStopping ? neededFact(outcome) : undefined
  if (need !== undefined && later.when[need.field] === undefined) return false
  const taken = callsNamed(earlier.when)
  const waitedFor = callsCarrying(later.when).filter((call) =>
    outcomesOf(later).some((one) => (reachOf(one.outcome, call) & layer) !== 0),
  )
  return waitedFor.every(
    (call) => taken.includes(call) && (isStopping || (reachOf(outcome, call) & layer) !== 0),
  )
}

function isWider(wide: Conditions, narrow: Conditions): boolean {
  if (wide.not !== undefined) return false
  return conditionsIn(wide).every(({ condition, value }) => {
    if (condition.name === 'operation') return true
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

/** A request made of a rule's own patterns: whatever covers them is found by it. */
function likeness(when: Conditions): { readonly facts: Facts; readonly cents: number } {
  const texts = conditionsIn(when).flatMap(({ condition, value }) => {
    const [glob] = condition.anchor?.globs(value) ?? []
    return glob === undefined || condition.name === 'kvp' ? [] : [[condition.name, glob] as const]
  })
  const kvp = Object.entries(when.kvp ?? {}).map(([key, [glob = '']]) => [key, glob] as const)
  const facts: Facts = {
    operation: 'purchase',
    ...Object.fromEntries(texts),
    merchant: when.merchant?.[0] ?? 0,
    ...(kvp.length > 0 && { kvp: Object.fromEntries(kvp) }),
  }
  return { facts, cents: centsOf(when) }
}

function centsOf({ amount }: Conditions): number {
  if (amount?.kind !== 'range') return Number(amount?.globs[0])
  return amount.min ?? amount.max ?? 0
}
