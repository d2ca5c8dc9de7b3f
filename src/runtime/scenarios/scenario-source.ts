import { existsSync } from 'node:fs'
import { didYouMean } from '../../base/text/nearest-word.ts'
import type { NamedScenario } from '../../judge/run/named-scenario.ts'
import {
  builtInNames,
  builtInScenario,
  scenarioFinder,
  tooManyRules,
} from '../../scenario/library.ts'
import { isOf } from '../../scenario/matching/rule-order.ts'
import { amongLoaded, composeScenario } from '../../scenario/reading/compose.ts'
import type { Scenario } from '../../scenario/rule.ts'
import type { ScenarioDocument } from '../../scenario/scenario-document.ts'
import { Unavailable } from '../named-file.ts'
import { StartError } from '../start-error.ts'
import {
  readScenarioFiles,
  type ScenarioFile,
  scenarioEndings,
  wholeDocument,
} from './scenario-file.ts'

/** A compiled scenario and its source. */
export interface LoadedScenario {
  readonly scenario: Scenario
  /** The file itself and those it extends; empty for a shipped scenario. */
  readonly files: readonly string[]
  /** What works but is probably not intended. */
  readonly warnings: readonly string[]
  /** The same files with their content. */
  readonly parts: readonly ScenarioFile[]
}

/** Whether an entry of a scenario list means a file rather than a shipped scenario. */
export function isScenarioFile(entry: string): boolean {
  const lower = entry.toLowerCase()
  return /[\\/]/.test(entry) || scenarioEndings.some((ending) => lower.endsWith(ending))
}

/**
 * Loads scenarios by name or file in the given order, or reports everything wrong with them.
 * @internal Exported for tests.
 */
export async function loadScenarios(entries: readonly string[]): Promise<LoadedScenario[]> {
  const loaded: LoadedScenario[] = []
  const errors: StartError[] = []
  for (const entry of entries) {
    try {
      loaded.push(await loadScenario(entry, loaded))
    } catch (error) {
      if (!(error instanceof StartError)) throw error
      errors.push(error)
    }
  }
  if (errors.length > 0) {
    const isUsage = errors.some((error) => error.isUsage)
    throw new StartError(errors.map(({ message }) => message).join('\n'), isUsage)
  }
  refuseTogether(loaded, entries)
  return loaded
}

/** Names must be unique, because a scenario is unloaded by its name, and the rules not too many. */
export function refuseTogether(
  loaded: readonly LoadedScenario[],
  entries: readonly string[],
): void {
  const names = loaded.map(({ scenario }) => scenario.name)
  const message = tooManyRules(loaded.map(({ scenario }) => scenario))
  if (message !== undefined) throw new StartError(`${message}; leave one out`, true)
  const second = names.findIndex((name, i) => names.indexOf(name) < i)
  if (second === -1) return
  const again = `${entries[second]} is the second scenario of the name '${names[second]}'`
  throw new StartError(`${again}; leave one out`, true)
}

/** Loads one scenario by name or file; a file can extend those loaded before it. */
export async function loadScenario(
  entry: string,
  earlier: readonly LoadedScenario[] = [],
): Promise<LoadedScenario> {
  return isScenarioFile(entry) ? await fromFile(entry, earlier) : await fromLibrary(entry)
}

async function fromLibrary(name: string): Promise<LoadedScenario> {
  const document = await builtInScenario(name)
  if (document === undefined) throw unknownName(name)
  const scenario = composeScenario(document, await scenarioFinder([document]))
  return { scenario, files: [], warnings: [], parts: [] }
}

/** An unknown name is a failure, as for a world or a snapshot. */
function unknownName(name: string): Unavailable {
  const proposal =
    fileMeant(name) ||
    didYouMean(name, builtInNames) ||
    `; there are ${builtInNames.join(', ')}, or pass a file`
  return new Unavailable(`There is no built-in scenario '${name}'${proposal}`)
}

/** Refuses the name of a scenario that is not built in, if a file here has that name. */
export function refuseFileName(name: string): void {
  if (!builtInNames.includes(name) && fileMeant(name) !== '') throw unknownName(name)
}

/** `; for the file, say ./checkout.yaml`, or empty if there is none. */
function fileMeant(name: string): string {
  const file = scenarioEndings.map((ending) => name + ending).find((path) => existsSync(path))
  return file === undefined ? '' : `; for the file, say ./${file}`
}

async function fromFile(file: string, earlier: readonly LoadedScenario[]): Promise<LoadedScenario> {
  const before = earlier.map(({ scenario }) => scenario)
  const files = await readScenarioFiles(file, () => before.map(({ name }) => name))
  const find = await scenarioFinder(files.map(({ document }) => document))
  const scenario = composeScenario(files[0].document, find, amongLoaded(before))
  const extended = earlier.filter((other) => isExtended(other, files))
  return {
    scenario,
    files: [...files.map((part) => part.file), ...extended.flatMap((other) => other.files)],
    warnings: files.flatMap((part) => part.warnings),
    parts: files,
  }
}

function isExtended({ scenario }: LoadedScenario, files: readonly ScenarioFile[]): boolean {
  return files.some(({ document }) => document.extends?.includes(scenario.name) ?? false)
}

/** A reloaded scenario with its previous name. */
interface RenewedScenario extends LoadedScenario {
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
