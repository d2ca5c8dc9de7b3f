import { existsSync } from 'node:fs'
import { didYouMean } from '../domain/nearest-word.ts'
import { Problem } from '../domain/problem.ts'
import { composeScenario } from '../scenario/compose.ts'
import { scenarioFinder, shippedNames, shippedScenario } from '../scenario/library.ts'
import type { Scenario } from '../scenario/rule.ts'
import { readScenarioFile, scenarioEndings, withExtendedFiles } from './scenario-file.ts'
import { StartError } from './start-error.ts'

/** A scenario as it takes effect, and where it came from. */
export interface LoadedScenario {
  readonly scenario: Scenario
  /** The file itself and those it extends; none for a shipped one. */
  readonly files: readonly string[]
  /** What works but is probably not meant. */
  readonly warnings: readonly string[]
}

/** Whether an entry of a scenario list means a file rather than a shipped scenario. */
export function isScenarioFile(entry: string): boolean {
  const lower = entry.toLowerCase()
  return /[\\/]/.test(entry) || scenarioEndings.some((ending) => lower.endsWith(ending))
}

/** Scenarios by their names or files in the given order, or all that is wrong with them. */
export async function loadScenarios(entries: readonly string[]): Promise<LoadedScenario[]> {
  const results = await Promise.allSettled(entries.map(loadScenario))
  const loaded: LoadedScenario[] = []
  const lines: string[] = []
  for (const result of results) {
    if (result.status === 'fulfilled') {
      loaded.push(result.value)
      continue
    }
    if (!(result.reason instanceof StartError)) throw result.reason
    lines.push(result.reason.message)
  }
  if (lines.length > 0) throw new StartError(lines.join('\n'), true)
  refuseSameName(loaded, entries)
  return loaded
}

/** A name is what a scenario is unloaded by, so no two may have the same. */
export function refuseSameName(
  loaded: readonly LoadedScenario[],
  entries: readonly string[],
): void {
  const names = loaded.map(({ scenario }) => scenario.name)
  const second = names.findIndex((name, i) => names.indexOf(name) < i)
  if (second === -1) return
  const message = `${entries[second]} is the second scenario of the name '${names[second]}'`
  throw new StartError(`${message}; leave one out`, true)
}

/** One scenario by its name or its file. */
export async function loadScenario(entry: string): Promise<LoadedScenario> {
  return isScenarioFile(entry) ? await fromFile(entry) : await fromLibrary(entry)
}

async function fromLibrary(name: string): Promise<LoadedScenario> {
  const document = await shippedScenario(name)
  if (document === undefined) throw unknownName(name)
  const scenario = composeScenario(document, await scenarioFinder([document]))
  return { scenario, files: [], warnings: [] }
}

function unknownName(name: string): StartError {
  const start = `There is no shipped scenario '${name}'`
  const file = scenarioEndings.map((ending) => name + ending).find((path) => existsSync(path))
  if (file !== undefined) return new StartError(`${start}; for the file, say ./${file}`, true)
  const proposal =
    didYouMean(name, shippedNames) || `; there are ${shippedNames.join(', ')}, or name a file`
  return new StartError(start + proposal, true)
}

async function fromFile(file: string): Promise<LoadedScenario> {
  const root = await readScenarioFile(file)
  const files = await withExtendedFiles(root)
  const find = await scenarioFinder(files.map(({ document }) => document))
  try {
    const scenario = composeScenario(root.document, find)
    const warnings = files.flatMap((part) => part.warnings)
    return { scenario, files: files.map((part) => part.file), warnings }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new StartError(`${file}: ${error.message}`, true)
  }
}
