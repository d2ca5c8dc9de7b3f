import { asking } from '../conditions/carriers.ts'
import type { ConditionCheck } from '../conditions/condition.ts'
import { isGlob } from '../conditions/glob.ts'
import { type ConditionName, conditionsIn, type NamedCondition } from '../conditions/table.ts'
import type { TextName } from '../conditions/texts.ts'
import type { Conditions, Facts, Operation, Scenario, ScenarioRule } from '../rule.ts'
import type { PerName } from '../scenario-document.ts'
import { callsNamed } from './carrying.ts'
import { ruleOrder } from './rule-order.ts'

/** A rule with its position in the book. Its checks are built on first use. */
export class BookEntry {
  readonly order: number
  readonly rule: ScenarioRule
  #checks: readonly ConditionCheck[] | undefined

  constructor(rule: ScenarioRule, order: number) {
    this.order = order
    this.rule = rule
  }

  /** The conditions, in the order of the table. */
  get checks(): readonly ConditionCheck[] {
    this.#checks ??= checksOf(this.rule.rule.when)
    return this.#checks
  }

  /** A rule that names no operation does not see the transaction that a lookup or search asks for. */
  seen({ all, own }: VisibleFacts): Facts {
    return this.rule.rule.when.operation === undefined ? own : all
  }

  matches(visible: VisibleFacts): boolean {
    const facts = this.seen(visible)
    const { checks } = this
    // Rules are found by operation, so the last ones, on numbers and texts, fail most often.
    for (let i = checks.length - 1; i >= 0; i -= 1) if (!checks[i]?.holds(facts)) return false
    return true
  }
}

/** A request as rules see it. */
export interface VisibleFacts {
  readonly all: Facts
  /** Without the transaction that a lookup or search asks for. */
  readonly own: Facts
}

export function visibleFacts(all: Facts): VisibleFacts {
  if (!asking.includes(all.operation)) return { all, own: all }
  const { operation, merchant, user, correlation_id, audit, header, now, calendar } = all
  return { all, own: { operation, merchant, user, correlation_id, audit, header, now, calendar } }
}

/** All active rules, highest priority first. */
export interface RuleBook {
  readonly entries: readonly BookEntry[]
  /** Whether any rule looks at the transaction that a lookup or search asks for. */
  readonly seesLookedUp: boolean
  /** What any rule looks at or counts by. */
  readonly sees: ReadonlySet<SeenName>
  /** Every rule that may match a request, in order. */
  readonly candidates: (facts: Facts) => readonly BookEntry[]
}

export function scenarioBook(scenarios: readonly Scenario[]): RuleBook {
  return bookOf(ruleOrder(scenarios).map((rule, order) => new BookEntry(rule, order)))
}

/** A copy of the book with temporary rules in front. */
export function withTemporaryRules(
  book: RuleBook,
  temporaryRules: readonly ScenarioRule[],
): RuleBook {
  if (temporaryRules.length === 0) return book
  const front = bookOf(
    temporaryRules.map((rule, i) => new BookEntry(rule, i - temporaryRules.length)),
  )
  return {
    entries: [...front.entries, ...book.entries],
    seesLookedUp: front.seesLookedUp || book.seesLookedUp,
    sees: new Set([...front.sees, ...book.sees]),
    candidates: (facts) => [...front.candidates(facts), ...book.candidates(facts)],
  }
}

type SeenName = ConditionName | PerName

function seenBy({ when, per }: ScenarioRule['rule']): readonly SeenName[] {
  const conditions = [...conditionsIn(when), ...conditionsIn(when.not ?? {})]
  const counted = [per, when.rate?.per].filter((name) => name !== undefined)
  return [...conditions.map(({ condition }) => condition.name), ...counted]
}

type TextOf = (facts: Facts) => string | undefined

/**
 * Files each rule under the texts of one condition, or under how they begin, or else under its
 * operations, so that a request is compared with only a few of many rules.
 */
function bookOf(entries: readonly BookEntry[]): RuleBook {
  const byText = new Map<TextOf, Map<string, BookEntry[]>>()
  const byOperation = new Map<Operation, BookEntry[]>()
  const readers = new Map<string, TextOf>()
  for (const entry of entries) {
    const { when } = entry.rule.rule
    const filing = filingOf(when, readers)
    if (filing === undefined) {
      for (const call of new Set(callsNamed(when))) file(byOperation, call, entry)
      continue
    }
    const filed = byText.get(filing.textOf) ?? new Map<string, BookEntry[]>()
    byText.set(filing.textOf, filed)
    for (const text of new Set(filing.texts)) file(filed, text, entry)
  }
  return {
    entries,
    seesLookedUp: entries.some(({ rule: { rule } }) =>
      rule.when.operation?.some((one) => asking.includes(one)),
    ),
    sees: new Set(entries.flatMap(({ rule: { rule } }) => seenBy(rule))),
    candidates: (facts) => {
      const others = byOperation.get(facts.operation) ?? []
      let found: BookEntry[] | undefined
      for (const [textOf, filed] of byText) {
        const text = textOf(facts)
        const list = text === undefined ? undefined : filed.get(text)
        if (list !== undefined) found = found === undefined ? list : [...found, ...list]
      }
      if (found === undefined) return others
      return [...found, ...others].sort((one, other) => one.order - other.order)
    },
  }
}

/** Where a rule is found: by exact texts if it has any, otherwise by how its texts begin. */
function filingOf(when: Conditions, readers: Map<string, TextOf>) {
  let start: { readonly textOf: TextOf; readonly texts: readonly string[] } | undefined
  for (const { condition, value } of conditionsIn(when)) {
    const { index, name } = condition
    const globs = index?.globs(value)
    if (index === undefined || globs === undefined) continue
    const { known } = index
    const isExact = known === undefined && !globs.some(isGlob)
    const length = isExact ? undefined : Math.min(known ?? WHOLE, ...globs.map(literalLength))
    if (length === 0) continue
    const key = `${name} ${length}`
    const textOf = readers.get(key) ?? reader(name, index, length)
    readers.set(key, textOf)
    const texts = globs.map((glob) => glob.slice(0, length))
    if (isExact) return { textOf, texts }
    start ??= { textOf, texts: [...texts, MASKED] }
  }
  return start
}

const WHOLE = Number.POSITIVE_INFINITY

/** How a text begins of which not even that is known: every rule may match. */
const MASKED = ''

/** Reads how a text of a request begins, or all of it. */
function reader(
  name: ConditionName,
  { normalise, known }: NonNullable<NamedCondition['index']>,
  length: number | undefined,
): TextOf {
  return (facts) => {
    const sent = facts[name as TextName | 'amount']
    if (sent === undefined) return undefined
    const text = normalise === undefined ? sent : normalise(sent)
    if (length === undefined) return text
    const start = text.slice(0, length)
    return known !== undefined && start.includes('x') ? MASKED : start
  }
}

/** How many characters come before the first wildcard. */
function literalLength(glob: string): number {
  const wildcard = glob.search(/[*?]/)
  return wildcard === -1 ? glob.length : wildcard
}

function file<Key>(lists: Map<Key, BookEntry[]>, key: Key, entry: BookEntry): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [entry])
  else list.push(entry)
}

function checksOf(when: Conditions): readonly ConditionCheck[] {
  const asked = conditionsIn(when).flatMap(({ condition, value }) => condition.checks(value, when))
  if (when.not === undefined) return asked
  const excluded = checksOf(when.not).map((check) => ({
    field: `not ${check.field}`,
    wanted: `not ${check.wanted}`,
    holds: (facts: Facts) => !check.holds(facts),
    found: check.found,
    unmatched: () => `${check.field} is ${check.wanted}, which it excludes`,
  }))
  return [...asked, ...excluded]
}
