import type { Scenario } from '../scenario/rule.ts'
import { type LoadedScenario, loadScenario, loadScenarios } from './scenario-source.ts'

/** The scenarios of the start options, as their files say now. */
export class ScenarioShelf {
  readonly #entries: readonly string[]
  #loaded: readonly LoadedScenario[]

  private constructor(entries: readonly string[], loaded: readonly LoadedScenario[]) {
    this.#entries = entries
    this.#loaded = loaded
  }

  static async open(entries: readonly string[]): Promise<ScenarioShelf> {
    return new ScenarioShelf(entries, await loadScenarios(entries))
  }

  /** In the order in which they are asked: the last one of the list first. */
  get scenarios(): readonly Scenario[] {
    return this.#loaded.map(({ scenario }) => scenario).reverse()
  }

  get warnings(): readonly string[] {
    return this.#loaded.flatMap(({ warnings }) => warnings)
  }

  /** All files that have a part in it. */
  get files(): readonly string[] {
    return this.#loaded.flatMap(({ files }) => files)
  }

  /** Reads again what a file has a part in; nothing changes if that cannot be read. */
  async renew(file: string): Promise<readonly LoadedScenario[]> {
    const affected = this.#loaded.flatMap(({ files }, i) => (files.includes(file) ? [i] : []))
    const fresh = new Map<number, LoadedScenario>()
    for (const i of affected) fresh.set(i, await loadScenario(this.#entries[i] ?? ''))
    this.#loaded = this.#loaded.map((loaded, i) => fresh.get(i) ?? loaded)
    return [...fresh.values()]
  }
}
