import { counted, numberText } from '../../base/text/counted.ts'
import type { World } from '../../gateway/world/world.ts'
import { isCreating, isLostResponse } from '../../record/exchange.ts'
import type { Output } from '../terminal/output.ts'

/** Counts what a run did as it happens, since the journal drops old entries. */
export class RunSummary {
  /** Requests to any world, on any path. */
  requests = 0
  /** Requests that addressed the API. */
  apiRequests = 0
  readonly #responses = new Map<string, number>()
  readonly #outcomes = new Map<string, number>()
  readonly #rules = new Map<string, number>()

  readonly watch = (world: World): void => {
    world.events.listen((event) => {
      if (event.type !== 'request' && event.type !== 'late_request') return
      const { request, operation, response, outcome, rules } = event.entry
      this.requests += 1
      if (underApi.test(request.path)) this.apiRequests += 1
      count(this.#responses, isLostResponse(event.entry) ? 'lost' : String(response.status))
      // A lookup repeats an outcome that is counted already.
      if (outcome !== null && isCreating(operation)) count(this.#outcomes, outcome)
      for (const rule of rules) count(this.#rules, rule)
    })
  }

  document() {
    return {
      requests: this.requests,
      responses: Object.fromEntries(sorted(this.#responses)),
      outcomes: Object.fromEntries(sorted(this.#outcomes)),
      rules: Object.fromEntries(sorted(this.#rules)),
    }
  }

  /** The requests, their outcomes and responses, and the rules that matched them. */
  text({ style }: Output): string {
    const heading = `${style('strong', 'sandgate')}: ${counted(this.requests, 'request')}`
    const texts = (counts: ReadonlyMap<string, number>, words: (key: string) => string) =>
      sorted(counts).map(([key, times]) => `${numberText(times)} ${words(key)}`)
    const outcomes = texts(this.#outcomes, (outcome) => outcome)
    const responses = texts(this.#responses, (status) =>
      status === 'lost' ? 'lost' : `with ${status}`,
    )
    const rules = texts(this.#rules, (rule) => `× ${style('link', rule)}`)
    return [
      heading,
      ...factLines('transactions', [outcomes.join(', ')]),
      ...factLines('responses', [responses.join(', ')]),
      ...factLines('rules matched', rules),
    ].join('\n')
  }
}

/** A client that forgets the `/v1` reaches the sandbox but tests nothing. */
const underApi = /^\/v1(?:\/|$)/

/** A name followed by one fact per line; empty without facts. */
function factLines(name: string, facts: readonly string[]): readonly string[] {
  return facts
    .filter((fact) => fact !== '')
    .map((fact, index) => `  ${(index === 0 ? name : '').padEnd(13)}  ${fact}`)
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** The most frequent first. */
function sorted(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].sort(([one, more], [other, less]) => less - more || (one < other ? -1 : 1))
}
