import { creating } from '../../scenario/conditions/carriers.ts'
import type { World } from '../../world/world.ts'
import { watchRequests } from '../process/journal-watch.ts'
import type { Output } from '../terminal/output.ts'
import { counted } from './counted.ts'

/** What a run did to its sandbox, counted as it happened: the journal forgets. */
export class RunSummary {
  #requests = 0
  readonly #answers = new Map<string, number>()
  readonly #outcomes = new Map<string, number>()
  readonly #rules = new Map<string, number>()

  readonly watch = (world: World): void => {
    watchRequests(world, ({ operation, status, outcome, rules }) => {
      this.#requests += 1
      count(this.#answers, status === undefined ? 'none' : String(status))
      // A lookup tells of an outcome that has been counted already.
      if (outcome !== undefined && isCreating(operation)) count(this.#outcomes, outcome)
      for (const rule of rules) count(this.#rules, rule)
    })
  }

  document() {
    return {
      requests: this.#requests,
      answers: Object.fromEntries(sorted(this.#answers)),
      outcomes: Object.fromEntries(sorted(this.#outcomes)),
      rules: Object.fromEntries(sorted(this.#rules)),
    }
  }

  text({ style }: Output): string {
    const facts = [
      counted(this.#requests, 'request'),
      ...sorted(this.#outcomes).map(([outcome, times]) => `${times} ${outcome}`),
      ...sorted(this.#answers).flatMap(([status, times]) => failureText(status, times)),
    ]
    const heading = `${style('strong', 'sandgate')}: ${facts.join(', ')}`
    if (this.#rules.size === 0) return heading
    const rules = sorted(this.#rules).map(
      ([rule, times]) => `${String(times).padStart(6)}  ${style('link', rule)}`,
    )
    return [`${heading}; rules met:`, ...rules].join('\n')
  }
}

function failureText(status: string, times: number): readonly string[] {
  if (status === 'none') return [`${times} without an answer`]
  return Number(status) < 400 ? [] : [`${times} answered ${status}`]
}

function isCreating(operation: string | undefined): boolean {
  return creating.some((name) => name === operation)
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** The most frequent first. */
function sorted(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].sort(([one, more], [other, less]) => less - more || (one < other ? -1 : 1))
}
