import { type Check, type Sight, sightOf } from '../conditions/check.ts'
import { type Fingerprint, withoutKey } from '../conditions/sealed-number.ts'
import { conditionsIn } from '../conditions/table.ts'
import {
  type Conditions,
  type Facts,
  type Operation,
  operations,
  type RuleCount,
  type Scenario,
  type ScenarioRule,
} from '../rule.ts'
import { callsNamed } from './carrying.ts'
import { reachChecks, reachOf } from './reach.ts'
import { indexRules, type RuleIndex } from './rule-index.ts'

/** A rule in its place in the book, with its conditions ready to be asked. */
interface Entry {
  readonly order: number
  readonly rule: ScenarioRule
  readonly when: Conditions
  /** One bit for each operation that it asks for and can do something to. */
  readonly operations: number
  readonly checks: readonly Check[]
  /** Whether all checks hold, leaving out the operation, which `operations` answers faster. */
  readonly holds: (sight: Sight) => boolean
  /** Whether it may stop matching, or has to be waited for. */
  readonly isCounted: boolean
}

/** All rules in force, highest priority first. */
export interface RuleBook {
  readonly entries: readonly Entry[]
  readonly index: RuleIndex<Entry>
}

export type CountOf = (id: string) => RuleCount | undefined

export interface Match {
  readonly rule?: ScenarioRule
  /** The counts that this request changes, as they are after it. */
  readonly counts: readonly { readonly id: string; readonly count: RuleCount }[]
}

/**
 * One-shot rules come first. Of several rules with one id the first keeps its place; what it does is
 * what the scenario says that wrote it, where that is in force beside those that have copies.
 */
export function ruleBook(
  scenarios: readonly Scenario[],
  oneShots: readonly ScenarioRule[],
  fingerprint: Fingerprint = withoutKey,
): RuleBook {
  const byId = new Map<string, ScenarioRule>()
  const written = ownRules(scenarios)
  for (const rule of oneShots) if (!byId.has(rule.id)) byId.set(rule.id, rule)
  for (const rule of scenarios.flatMap((scenario) => scenario.rules)) {
    if (!byId.has(rule.id)) byId.set(rule.id, written.get(rule.id) ?? rule)
  }
  const entries = [...byId.values()].map((rule, order) => entryOf(rule, order, fingerprint))
  return { entries, index: indexRules(entries) }
}

function ownRules(scenarios: readonly Scenario[]): ReadonlyMap<string, ScenarioRule> {
  const own = new Map<string, ScenarioRule>()
  for (const { name, rules } of scenarios) {
    for (const rule of rules) {
      if (rule.id.startsWith(`${name}/`) && !own.has(rule.id)) own.set(rule.id, rule)
    }
  }
  return own
}

/** The first rule that matches and is neither waiting nor used up. */
export function matchRule(book: RuleBook, facts: Facts, countOf: CountOf): Match {
  const counts: { id: string; count: RuleCount }[] = []
  for (const { rule } of metBy(book, facts)) {
    const { id } = rule
    const count = countOf(id) ?? unseen
    const turn = turnOf(rule, count)
    if (turn === 'used up') continue
    const hits = count.hits + (turn === 'hit' ? 1 : 0)
    counts.push({ id, count: { seen: count.seen + 1, hits } })
    if (turn === 'hit') return { rule, counts }
  }
  return { counts }
}

export type Turn = 'hit' | 'skipped' | 'used up'

export const unseen: RuleCount = { seen: 0, hits: 0 }

/** What a rule whose conditions hold does with the next request. */
export function turnOf({ rule }: ScenarioRule, { seen, hits }: RuleCount): Turn {
  if (rule.times !== undefined && hits >= rule.times) return 'used up'
  return rule.skip !== undefined && seen < rule.skip ? 'skipped' : 'hit'
}

/** The rules whose conditions hold, in order, up to the first that is sure to be the one. */
function metBy(book: RuleBook, facts: Facts): readonly Entry[] {
  const sight = sightOf(facts)
  const operation = bitOf(facts.operation)
  const met: Entry[] = []
  let bound = Number.POSITIVE_INFINITY
  for (const list of book.index.candidates(facts, sight.cents)) {
    for (const entry of list) {
      if (entry.order >= bound) break
      if ((entry.operations & operation) === 0 || !entry.holds(sight)) continue
      met.push(entry)
      if (!entry.isCounted) bound = entry.order
    }
  }
  if (met.length < 2) return met
  // A rule with several alternatives may stand in several lists.
  return [...new Set(met)].sort((one, other) => one.order - other.order)
}

function entryOf(rule: ScenarioRule, order: number, fingerprint: Fingerprint): Entry {
  const { when, times, skip, outcome } = rule.rule
  const checks = [...checksOf(when, fingerprint), ...reachChecks(outcome)]
  const reach = reachOf(outcome)
  const calls = callsNamed(when).filter((name) => reach.includes(name))
  return {
    order,
    rule,
    when,
    operations: calls.reduce((all, name) => all | bitOf(name), 0),
    checks,
    holds: allOf(checks.filter((check) => check.field !== 'operation')),
    isCounted: times !== undefined || skip !== undefined,
  }
}

/** The conditions as checks, cheap ones first. */
function checksOf(when: Conditions, fingerprint: Fingerprint): readonly Check[] {
  return conditionsIn(when).flatMap(({ condition, value }) => condition.checks(value, fingerprint))
}

function allOf([first, second, ...others]: readonly Check[]): Entry['holds'] {
  if (first === undefined) return () => true
  if (second === undefined) return first.holds
  const rest = allOf([second, ...others])
  return (sight) => first.holds(sight) && rest(sight)
}

const bits: ReadonlyMap<Operation, number> = new Map(operations.map((name, i) => [name, 1 << i]))

function bitOf(operation: Operation): number {
  return bits.get(operation) ?? 0
}
