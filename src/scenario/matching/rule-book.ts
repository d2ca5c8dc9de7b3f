import { asking } from '../conditions/carriers.ts'
import { type ConditionCheck, type RequestView, requestView } from '../conditions/condition.ts'
import { type Fingerprint, withoutKey } from '../conditions/sealed-number.ts'
import { conditionsIn } from '../conditions/table.ts'
import type { Conditions, Facts, Scenario, ScenarioRule } from '../rule.ts'
import { indexRules } from './rule-index.ts'
import { ruleOrder } from './rule-order.ts'

/** A rule with its position in the book. Its checks are built on first use. */
export class BookEntry {
  readonly order: number
  readonly rule: ScenarioRule
  readonly when: Conditions
  readonly #fingerprint: Fingerprint
  #checks: readonly ConditionCheck[] | undefined

  constructor(rule: ScenarioRule, order: number, fingerprint: Fingerprint) {
    this.order = order
    this.rule = rule
    this.when = rule.rule.when
    this.#fingerprint = fingerprint
  }

  /** The conditions, in the order of the table. */
  get checks(): readonly ConditionCheck[] {
    this.#checks ??= checksOf(this.when, this.#fingerprint)
    return this.#checks
  }

  matches(views: RequestViews): boolean {
    const view = viewFor(this, views)
    const { checks } = this
    // Rules are found by operation, so the last ones, on numbers and texts, fail most often.
    for (let i = checks.length - 1; i >= 0; i -= 1) if (!checks[i]?.holds(view)) return false
    return true
  }
}

/** A request as rules see it. */
export interface RequestViews {
  readonly all: RequestView
  /** Without the transaction that a lookup or search asks for. */
  readonly own: RequestView
}

/** A rule that names no operation does not see the transaction that a lookup or search asks for. */
export function viewFor({ when }: BookEntry, { all, own }: RequestViews): RequestView {
  return when.operation === undefined ? own : all
}

export function viewsOf(facts: Facts): RequestViews {
  const all = requestView(facts)
  if (!asking.includes(facts.operation)) return { all, own: all }
  const { operation, merchant, user, correlation_id, audit, now } = facts
  return { all, own: requestView({ operation, merchant, user, correlation_id, audit, now }) }
}

/** All rules in force, highest priority first. */
export interface RuleBook {
  readonly entries: readonly BookEntry[]
  readonly fingerprint: Fingerprint
  /** Whether any rule looks at the transaction that a lookup or search asks for. */
  readonly seesLookedUp: boolean
  /** Every rule that may match a request, in order. */
  readonly candidates: (facts: Facts) => readonly BookEntry[]
}

export function scenarioBook(
  scenarios: readonly Scenario[],
  fingerprint: Fingerprint = withoutKey,
): RuleBook {
  const rules = ruleOrder(scenarios)
  return bookOf(
    rules.map((rule, order) => new BookEntry(rule, order, fingerprint)),
    fingerprint,
  )
}

/** A copy of the book with one-shot rules in front. */
export function withOneShots(book: RuleBook, oneShots: readonly ScenarioRule[]): RuleBook {
  if (oneShots.length === 0) return book
  const { fingerprint } = book
  const entries = oneShots.map((rule, i) => new BookEntry(rule, i - oneShots.length, fingerprint))
  const front = bookOf(entries, fingerprint)
  return {
    entries: [...front.entries, ...book.entries],
    fingerprint,
    seesLookedUp: front.seesLookedUp || book.seesLookedUp,
    candidates: (facts) => [...front.candidates(facts), ...book.candidates(facts)],
  }
}

function bookOf(entries: readonly BookEntry[], fingerprint: Fingerprint): RuleBook {
  const find = indexRules(entries)
  return {
    entries,
    fingerprint,
    seesLookedUp: entries.some(({ when }) => when.operation?.some((one) => asking.includes(one))),
    candidates: (facts) => inOrder(find(facts)),
  }
}

function inOrder(lists: readonly (readonly BookEntry[])[]): readonly BookEntry[] {
  const [first = [], second] = lists
  if (second === undefined) return first
  return lists.flat().sort((one, other) => one.order - other.order)
}

function checksOf(when: Conditions, fingerprint: Fingerprint): readonly ConditionCheck[] {
  const asked = conditionsIn(when).flatMap(({ condition, value }) =>
    condition.checks(value, fingerprint, when),
  )
  return when.not === undefined ? asked : [...asked, ...excluded(when.not, fingerprint)]
}

/** The conditions under `not`. */
function excluded(not: Conditions, fingerprint: Fingerprint): readonly ConditionCheck[] {
  return checksOf(not, fingerprint).map((check) => ({
    field: `not ${check.field}`,
    wanted: `not ${check.wanted}`,
    holds: (request) => !check.holds(request),
    found: check.found,
    unmet: () => `${check.field} is ${check.wanted}, which it excludes`,
  }))
}
