import { countedRule, unseen } from '../../scenario/matching/counting.ts'
import type { RuleCount } from '../../scenario/rule.ts'

/** One request that met a rule whose counts span the run. */
export interface RunCountChange {
  readonly table: 'run_counts'
  readonly key: string
  /** 1 if the rule shaped the request. */
  readonly hits: 0 | 1
}

/** The counts of rules with `counts: run`: shared by all worlds, and kept over their resets. */
export class RunCounts {
  readonly #counts = new Map<string, RuleCount>()

  get(key: string): RuleCount | undefined {
    return this.#counts.get(key)
  }

  /** Adds requests; returns how to take them back, whatever other worlds have counted since. */
  add(changes: readonly RunCountChange[]): () => void {
    this.#count(changes, 1)
    return () => this.#count(changes, -1)
  }

  /** Starts the counts of these rules again; of all rules if none are given. */
  restart(rules?: ReadonlySet<string>): void {
    if (rules === undefined) this.#counts.clear()
    for (const key of this.#counts.keys()) {
      if (rules?.has(countedRule(key))) this.#counts.delete(key)
    }
  }

  #count(changes: readonly RunCountChange[], sign: 1 | -1): void {
    for (const { key, hits } of changes) {
      const before = this.#counts.get(key) ?? unseen
      this.#counts.set(key, { seen: before.seen + sign, hits: before.hits + sign * hits })
    }
  }
}
