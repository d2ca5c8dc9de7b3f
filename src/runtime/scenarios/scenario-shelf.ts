import type { NamedScenario } from '../../insight/run/named-scenario.ts'
import { isOf } from '../../scenario/matching/rule-order.ts'
import type { Scenario } from '../../scenario/rule.ts'
import type { ScenarioDocument } from '../../scenario/scenario-document.ts'
import { wholeDocument } from './scenario-file.ts'
import {
  isScenarioFile,
  type LoadedScenario,
  loadScenario,
  loadScenarios,
  refuseTogether,
} from './scenario-source.ts'

/** A reloaded scenario with its previous name. */
export interface RenewedScenario extends LoadedScenario {
  readonly formerName: string
}

/** The scenarios of the start options, with the current content of their files. */
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

  /** Highest priority first, so the last of the list comes first. */
  get scenarios(): readonly Scenario[] {
    return this.#loaded.map(({ scenario }) => scenario).reverse()
  }

  /** The scenarios with their own rules, without those they extend. */
  get named(): readonly NamedScenario[] {
    return this.#loaded.map(({ scenario: { name, rules } }, i) => ({
      name,
      rules: rules.filter(isOf(name)).map(({ id }) => id),
      isFile: isScenarioFile(this.#entries[i] ?? ''),
    }))
  }

  /** Shipped scenarios by name, files in full with the scenarios they extend. */
  get documents(): readonly (string | ScenarioDocument)[] {
    return this.#loaded.map(({ parts: [first, ...others] }, i) =>
      first === undefined ? (this.#entries[i] ?? '') : wholeDocument([first, ...others]),
    )
  }

  /** The text of a file by the name that it gives its scenario. */
  textOf(name: string): string | undefined {
    const parts = this.#loaded.flatMap((one) => one.parts)
    return parts.find(({ document }) => document.name === name)?.text
  }

  get warnings(): readonly string[] {
    return this.#loaded.flatMap(({ warnings }) => warnings)
  }

  /** All files that any scenario is read from. */
  get files(): readonly string[] {
    return this.#loaded.flatMap(({ files }) => files)
  }

  /** Reloads the scenarios that include a file; nothing changes if one cannot be read. */
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
    refuseTogether(all, this.#entries)
    this.#loaded = all
    return renewed
  }
}
