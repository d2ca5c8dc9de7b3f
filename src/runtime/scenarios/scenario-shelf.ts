import type { Scenario } from '../../scenario/rule.ts'
import {
  isScenarioFile,
  type LoadedScenario,
  loadScenario,
  loadScenarios,
  refuseSameName,
} from './scenario-source.ts'
import { hiddenInFiles } from './scenario-warnings.ts'

/** A scenario that was read again, and the name that it had before. */
export interface RenewedScenario extends LoadedScenario {
  readonly formerName: string
}

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

  /** The own rules of those that are files: not what they extend, nor what is shipped. */
  get ownRules(): readonly string[] {
    return this.#loaded.flatMap(({ scenario }, i) => {
      if (!isScenarioFile(this.#entries[i] ?? '')) return []
      const own = scenario.rules.filter(({ id }) => id.startsWith(`${scenario.name}/`))
      return own.map(({ id }) => id)
    })
  }

  /** Of each by itself, and of what they hide of each other. */
  async warnings(): Promise<readonly string[]> {
    const own = this.#loaded.flatMap(({ warnings }) => warnings)
    return [...own, ...(await hiddenInFiles(this.#loaded))]
  }

  /** All files that have a part in it. */
  get files(): readonly string[] {
    return this.#loaded.flatMap(({ files }) => files)
  }

  /** Reads again what a file has a part in; nothing changes if that cannot be read. */
  async renew(file: string): Promise<readonly RenewedScenario[]> {
    const renewed: RenewedScenario[] = []
    const all: LoadedScenario[] = []
    for (const [i, before] of this.#loaded.entries()) {
      if (!before.files.includes(file)) {
        all.push(before)
        continue
      }
      const fresh = await loadScenario(this.#entries[i] ?? '', all)
      all.push(fresh)
      renewed.push({ ...fresh, formerName: before.scenario.name })
    }
    refuseSameName(all, this.#entries)
    this.#loaded = all
    return renewed
  }
}
