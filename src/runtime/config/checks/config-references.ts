import type { Fault, Path } from '../../../document/complaint.ts'
import type { LocalDate } from '../../../domain/time/sydney-time.ts'
import { Unavailable } from '../../read-failure.ts'
import { type LoadedScenario, loadScenario } from '../../scenarios/scenario-source.ts'
import { StartError } from '../../start-error.ts'
import type { ConfigDocument } from '../config-document.ts'
import { fromHere, scenarioFromHere } from '../config-paths.ts'
import { readHolidays } from '../holidays-file.ts'

/** What a config names besides itself. */
export interface References {
  /** What is wrong with the naming. */
  readonly faults: readonly Fault[]
  /** What is wrong inside the files that are named, each with its own place. */
  readonly lines: readonly string[]
  readonly holidays?: readonly LocalDate[]
}

/** Looks up the scenarios and the holiday file that a config names, from its folder. */
export async function lookUp(config: ConfigDocument, folder: string): Promise<References> {
  const { scenarios = [], holidays } = config
  const listed = await scenariosOf(scenarios, folder)
  const days = await found(['holidays'], async () =>
    holidays === undefined ? undefined : await readHolidays(fromHere(folder, holidays)),
  )
  const all = [...listed, days]
  const names = listed.map(({ value }) => value?.scenario.name)
  return {
    faults: [...all.flatMap(({ faults }) => faults), ...sameNames(names)],
    lines: all.flatMap(({ lines }) => lines),
    ...(days.value && { holidays: days.value }),
  }
}

/** One after the other: a file can extend those before it. */
async function scenariosOf(
  entries: readonly string[],
  folder: string,
): Promise<readonly Found<LoadedScenario>[]> {
  const all: Found<LoadedScenario>[] = []
  for (const [i, entry] of entries.entries()) {
    const earlier = all.flatMap(({ value }) => value ?? [])
    const look = () => loadScenario(scenarioFromHere(folder, entry), earlier)
    all.push(await found(['scenarios', i], look))
  }
  return all
}

interface Found<T> {
  readonly value?: T
  readonly faults: readonly Fault[]
  readonly lines: readonly string[]
}

async function found<T>(path: Path, look: () => Promise<T>): Promise<Found<T>> {
  try {
    return { value: await look(), faults: [], lines: [] }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    if (!(error instanceof Unavailable)) return { faults: [], lines: error.message.split('\n') }
    return { faults: [{ path, message: error.message.replace(/^The/, 'the') }], lines: [] }
  }
}

/** A name is what a scenario is unloaded by, so no two may have the same. */
function sameNames(names: readonly (string | undefined)[]): readonly Fault[] {
  return names.flatMap((name, i) => {
    const earlier = names.indexOf(name)
    if (name === undefined || earlier === i) return []
    const message = `'${name}' is already the name of scenarios[${earlier}]; leave one out`
    return [{ path: ['scenarios', i], message }]
  })
}
