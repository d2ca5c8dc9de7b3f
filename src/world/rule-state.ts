import type { Fingerprint } from '../scenario/conditions/sealed-number.ts'
import { matchRule, type RuleBook, ruleBook } from '../scenario/matching/rule-book.ts'
import type { Facts, RuleCount, Scenario, ScenarioRule } from '../scenario/rule.ts'
import type { Change } from './records/medium.ts'
import { readMeta } from './records/meta.ts'
import type { Records } from './records/records.ts'

/** The rule that a request met, and what committing it changes. */
export interface RuleMatch {
  readonly rule: ScenarioRule | undefined
  readonly changes: readonly Change[]
}

/** Which rules are in force, and how often each has been met. */
export class RuleState {
  #records: Records
  #scenarios: readonly Scenario[] = []
  #oneShots: readonly ScenarioRule[] = []
  #book: RuleBook | undefined
  readonly #fingerprint: Fingerprint

  constructor(records: Records, initial: readonly Scenario[], fingerprint: Fingerprint) {
    this.#records = records
    this.#fingerprint = fingerprint
    this.adopt(records, initial)
  }

  /** Asked in this order. */
  get scenarios(): readonly Scenario[] {
    return this.#scenarios
  }

  /** Asked before all scenarios. */
  get oneShots(): readonly ScenarioRule[] {
    return this.#oneShots
  }

  /** Made when it is first asked: neither a start nor a reset has to wait for it. */
  get book(): RuleBook {
    this.#book ??= ruleBook(this.#scenarios, this.#oneShots, this.#fingerprint)
    return this.#book
  }

  /** Takes up what the records say; where they say nothing, the start options hold. */
  adopt(records: Records, initial: readonly Scenario[]): void {
    this.#records = records
    const stored = readMeta(records, 'scenarios')
    this.#scenarios = stored?.loaded ?? initial
    this.#oneShots = stored?.oneShots ?? []
    this.#book = undefined
  }

  match(facts: Facts): RuleMatch {
    const { rule, counts } = matchRule(this.book, facts, this.countOf)
    return { rule, changes: counts.map(({ id, count }) => countChange(id, count)) }
  }

  readonly countOf = (id: string): RuleCount | undefined => {
    const line = this.#records.line('rules', id)
    return line === undefined ? undefined : (JSON.parse(line) as RuleCount)
  }
}

function countChange(id: string, { seen, hits }: RuleCount): Change {
  return { table: 'rules', key: id, line: JSON.stringify({ id, seen, hits }) }
}
