import { atOnce, type Steps } from '../../document/steps.ts'
import { asking } from '../conditions/carriers.ts'
import type { Check, Sight } from '../conditions/check.ts'
import { type Fingerprint, withoutKey } from '../conditions/sealed-number.ts'
import { conditionsIn } from '../conditions/table.ts'
import {
  type Conditions,
  type Facts,
  type Operation,
  operations,
  outcomesOf,
  type RuleOutcome,
  type Scenario,
  type ScenarioRule,
} from '../rule.ts'
import { callsNamed } from './carrying.ts'
import { type Reach, reachByCall, reachFor } from './reach.ts'
import { indexRules, type RuleIndex } from './rule-index.ts'
import { ruleOrder } from './rule-order.ts'
import { isCounted } from './turn.ts'

/** A rule in its place in the book. It is made ready when it is first asked: most never are. */
export class Entry {
  readonly order: number
  readonly rule: ScenarioRule
  readonly when: Conditions
  readonly #fingerprint: Fingerprint
  #ready: ReadyRule | undefined

  constructor(rule: ScenarioRule, order: number, fingerprint: Fingerprint) {
    this.order = order
    this.rule = rule
    this.when = rule.rule.when
    this.#fingerprint = fingerprint
  }

  get ready(): ReadyRule {
    this.#ready ??= readyRule(this.rule, this.#fingerprint)
    return this.#ready
  }
}

/** A rule with its conditions ready to be asked. */
interface ReadyRule {
  /** One bit for each operation that it asks for and can do something to. */
  readonly operations: number
  readonly checks: readonly Check[]
  /** Whether all checks hold, leaving out the operation, which `operations` answers faster. */
  readonly holds: (sight: Sight) => boolean
  /** The layers that it can shape of a request, whichever outcome it chooses. */
  readonly reach: Reach
  /** The same for each outcome that it may choose. */
  readonly reaches: ReadonlyMap<RuleOutcome, Reach>
  /** Whether it may let a request pass that meets its conditions. */
  readonly isCounted: boolean
  /** A lookup or search is seen with the transaction it asks for only by rules that name it. */
  readonly seesAsked: boolean
}

/** All rules in force, in the order in which they are asked. */
export interface RuleBook extends RuleIndex<Entry> {
  readonly entries: readonly Entry[]
  readonly fingerprint: Fingerprint
  /** Whether any rule looks at the transaction that a lookup or search asks for. */
  readonly seesAsked: boolean
}

/** The book of scenarios alone, which is made seldom and takes long where they have many rules. */
export function* scenarioBook(
  scenarios: readonly Scenario[],
  fingerprint: Fingerprint = withoutKey,
): Steps<RuleBook> {
  const rules = ruleOrder(scenarios)
  return yield* bookOf(
    rules.map((rule, order) => new Entry(rule, order, fingerprint)),
    fingerprint,
  )
}

/** The same with one-shot rules in front of it. */
export function withOneShots(book: RuleBook, oneShots: readonly ScenarioRule[]): RuleBook {
  if (oneShots.length === 0) return book
  const { fingerprint } = book
  const entries = oneShots.map((rule, i) => new Entry(rule, i - oneShots.length, fingerprint))
  const front = atOnce(bookOf(entries, fingerprint))
  return {
    entries: [...front.entries, ...book.entries],
    fingerprint,
    seesAsked: front.seesAsked || book.seesAsked,
    candidates: (facts, cents) => [
      ...front.candidates(facts, cents),
      ...book.candidates(facts, cents),
    ],
  }
}

function* bookOf(entries: readonly Entry[], fingerprint: Fingerprint): Steps<RuleBook> {
  const seesAsked = entries.some(({ when }) => when.operation?.some((one) => asking.includes(one)))
  return { entries, fingerprint, seesAsked, ...(yield* indexRules(entries)) }
}

/** What a rule sees of a lookup or search that it does not name. */
export function ownFacts(facts: Facts): Facts {
  if (!asking.includes(facts.operation)) return facts
  const { operation, merchant, user, correlation_id, audit, now } = facts
  return { operation, merchant, user, correlation_id, audit, now }
}

export function bitOf(operation: Operation): number {
  return bits.get(operation) ?? 0
}

const bits: ReadonlyMap<Operation, number> = new Map(operations.map((name, i) => [name, 1 << i]))

function readyRule({ rule }: ScenarioRule, fingerprint: Fingerprint): ReadyRule {
  const { when } = rule
  const outcomes = outcomesOf(rule).map(({ outcome }) => outcome)
  const byCall = outcomes.map(reachByCall)
  const checks = checksOf(when, fingerprint)
  const reaches = new Map(outcomes.map((outcome, i) => [outcome, reachFor(outcome, byCall[i])]))
  return {
    operations: callsNamed(when)
      .filter((name) => byCall.some((reach) => reach.get(name) !== 0))
      .reduce((all, name) => all | bitOf(name), 0),
    checks,
    holds: allOf(checks.filter((check) => check.field !== 'operation')),
    reach: anyReach([...reaches.values()]),
    reaches,
    isCounted: isCounted(rule) || rule.per !== undefined,
    seesAsked: when.operation !== undefined,
  }
}

function anyReach([first, ...others]: readonly Reach[]): Reach {
  if (first === undefined) return () => 0
  if (others.length === 0) return first
  const rest = anyReach(others)
  return (facts) => first(facts) | rest(facts)
}

/** The conditions as checks, cheap ones first. */
function checksOf(when: Conditions, fingerprint: Fingerprint): readonly Check[] {
  const asked = conditionsIn(when).flatMap(({ condition, value }) =>
    condition.checks(value, fingerprint, when),
  )
  return when.not === undefined ? asked : [...asked, ...excluded(when.not, fingerprint)]
}

/** Each condition that must not hold. */
function excluded(not: Conditions, fingerprint: Fingerprint): readonly Check[] {
  return checksOf(not, fingerprint).map((check) => ({
    field: `not ${check.field}`,
    wanted: `not ${check.wanted}`,
    holds: (sight) => !check.holds(sight),
    found: check.found,
    unmet: () => `${check.field} is ${check.wanted}, which it excludes`,
  }))
}

function allOf([first, second, ...others]: readonly Check[]): ReadyRule['holds'] {
  if (first === undefined) return () => true
  if (second === undefined) return first.holds
  const rest = allOf([second, ...others])
  return (sight) => first.holds(sight) && rest(sight)
}
