import type { Instant } from '../../domain/time/instant.ts'
import { ConsideredRules } from '../../scenario/describe/considered-rules.ts'
import { countedRule, turnOf, unseen, windowEnd } from '../../scenario/matching/counting.ts'
import { type Match, matchRules, noMatch } from '../../scenario/matching/match.ts'
import {
  type RuleBook,
  scenarioBook,
  withTemporaryRules,
} from '../../scenario/matching/rule-book.ts'
import type { Facts, RuleCount, Scenario, ScenarioRule } from '../../scenario/rule.ts'
import type { Environment } from './environment.ts'
import type { RowChange } from './records/medium.ts'
import { readMeta } from './records/meta.ts'
import type { Records } from './records/records.ts'
import type { RunCountChange, RunCounts } from './run-counts.ts'

/** A row to change, or a request to count for the whole run. */
export type Change = RowChange | RunCountChange

/** How rules match a request, and the changes to commit with it. */
export interface RuleMatch extends Match {
  readonly changes: readonly Change[]
  /** What to keep of the rules that were asked; undefined if none was. */
  readonly considered: ConsideredRules | undefined
}

/** The rules in force, and how often each was seen and hit. */
export class RuleState {
  #records: Records
  #scenarios: readonly Scenario[] = []
  #temporaryRules: readonly ScenarioRule[] = []
  /** Compiled scenario rules only: temporary rules change often and are added separately. */
  #scenarioBook: RuleBook | undefined
  #book: RuleBook | undefined
  /** The ids of rules whose counts span the run. */
  #ofRun: ReadonlySet<string> = new Set()
  readonly #fingerprint: Environment['fingerprint']
  readonly #runCounts: RunCounts

  constructor(
    records: Records,
    initial: readonly Scenario[],
    { fingerprint, runCounts }: Pick<Environment, 'fingerprint' | 'runCounts'>,
  ) {
    this.#records = records
    this.#fingerprint = fingerprint
    this.#runCounts = runCounts
    this.adopt(records, initial)
  }

  /** Highest priority first. */
  get scenarios(): readonly Scenario[] {
    return this.#scenarios
  }

  /** They come before all scenarios, in this order. */
  get temporaryRules(): readonly ScenarioRule[] {
    return this.#temporaryRules
  }

  /** Built on first use, so that a start or a reset does not wait for it. */
  get book(): RuleBook {
    this.#scenarioBook ??= scenarioBook(this.#scenarios)
    this.#book ??= withTemporaryRules(this.#scenarioBook, this.#temporaryRules)
    return this.#book
  }

  /** Reads rules and counts from the records; the start options apply where the records have none. */
  adopt(records: Records, initial: readonly Scenario[]): void {
    this.#records = records
    this.#temporaryRules = readMeta(records, 'one_shots')?.rules ?? []
    this.adoptScenarios(readMeta(records, 'scenarios')?.loaded ?? initial)
  }

  /** Replaces the scenarios. */
  adoptScenarios(scenarios: readonly Scenario[]): void {
    this.#scenarios = scenarios
    const rules = scenarios.flatMap((scenario) => scenario.rules)
    this.#ofRun = new Set(rules.filter(({ rule }) => rule.counts === 'run').map(({ id }) => id))
    this.#scenarioBook = undefined
    this.#book = undefined
  }

  /** Replaces the temporary rules; the scenarios need not be compiled again. */
  adoptTemporaryRules(rules: readonly ScenarioRule[]): void {
    this.#temporaryRules = rules
    this.#book = undefined
  }

  /**
   * `open`: the layers of this request that rules may decide. `first`: a rule that comes before all
   * others and decides its delivery.
   */
  match(facts: Facts, seed: number, open?: number, first?: ScenarioRule): RuleMatch {
    const fingerprint = this.#fingerprint
    const { countOf } = this
    const match = matchRules(this.book, facts, { countOf, seed, fingerprint, open })
    const considered = new ConsideredRules(match.considered, facts)
    const changes = match.counts.map((counted) => this.#changeOf(counted))
    const { bank, extras, delivery, delayMs, rules, counts } = match
    const all = { bank, extras, delivery, delayMs, rules, counts, changes, considered }
    return first === undefined ? all : ledBy(first, all)
  }

  /** Whether it can shape no further request. */
  isUsedUp({ id, rule }: ScenarioRule, now: Instant): boolean {
    const count = this.countOf(id) ?? unseen
    const end = rule.per === undefined ? windowEnd(rule, count, count) : undefined
    const turn = turnOf(rule, count, () => 0, end !== undefined && now >= end)
    return turn === 'used up' || turn === 'over'
  }

  /** The counts that begin the windows of newly loaded rules. */
  newWindows(now: Instant): readonly RowChange[] {
    const rules = [
      ...this.#temporaryRules,
      ...this.#scenarios.flatMap((scenario) => scenario.rules),
    ]
    return rules
      .filter(
        ({ id, rule }) =>
          rule.for && rule.since !== 'first-match' && this.countOf(id) === undefined,
      )
      .map(({ id }) => countChange(id, { ...unseen, from: now }))
  }

  readonly countOf = (key: string): RuleCount | undefined => {
    if (this.isOfRun(key)) return this.#runCounts.get(key)
    const line = this.#records.line('rules', key)
    return line === undefined ? undefined : (JSON.parse(line) as RuleCount)
  }

  /** The change by which a rule counts one more request that it applied to. */
  hitOnce(key: string): RowChange {
    const { seen, hits } = this.countOf(key) ?? unseen
    return countChange(key, { seen: seen + 1, hits: hits + 1 })
  }

  #changeOf({ key, count }: Match['counts'][number]): Change {
    if (!this.isOfRun(key)) return countChange(key, count)
    const isHit = count.hits > (this.#runCounts.get(key)?.hits ?? 0)
    return { table: 'run_counts', key, hits: isHit ? 1 : 0 }
  }

  /** Whether a count spans all worlds and resets of the run. */
  isOfRun(key: string): boolean {
    return this.#ofRun.has(countedRule(key))
  }
}

/** A rule that comes before all others decides alone how the response is delivered. */
export function ledBy(first: ScenarioRule, match: RuleMatch = noRuleMatch): RuleMatch {
  const { outcome } = first.rule
  const others = match.rules.filter(
    (rule) => rule === match.bank?.rule || rule === match.extras?.rule,
  )
  return { ...match, delivery: { rule: first, outcome }, delayMs: 0, rules: [first, ...others] }
}

export const noRuleMatch: RuleMatch = { ...noMatch, changes: [], considered: undefined }

/** The changes that delete the counts of all rules except those that keep theirs. */
export function forgottenCounts(
  records: Records,
  isKept: (rule: string) => boolean,
): readonly RowChange[] {
  return records
    .keys('rules')
    .filter((key) => !isKept(countedRule(String(key))))
    .map((key): RowChange => ({ table: 'rules', key, line: undefined }))
}

function countChange(key: string, { seen, hits, from, recent }: RuleCount): RowChange {
  return { table: 'rules', key, line: JSON.stringify({ id: key, seen, hits, from, recent }) }
}
