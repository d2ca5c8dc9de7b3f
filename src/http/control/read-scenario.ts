import { didYouMean } from '../../domain/nearest-word.ts'
import { type Location, type Objection, Problem } from '../../domain/problem.ts'
import type { Fault } from '../../scenario/complaint.ts'
import { composeScenario } from '../../scenario/compose.ts'
import type { ScenarioDocument } from '../../scenario/document.ts'
import { scenarioFinder, shippedNames, shippedScenario } from '../../scenario/library.ts'
import { parseScenarioValue } from '../../scenario/read.ts'
import type { Scenario } from '../../scenario/rule.ts'

/** Scenarios from documents or names of shipped ones; all that is wrong with any is said at once. */
export async function readScenarios(
  values: readonly unknown[],
  locate: (index: number) => Location,
): Promise<readonly Scenario[]> {
  const found = await Promise.all(values.map((value, i) => readDocument(value, locate(i))))
  const documents = allOrFaults(found)
  const find = await scenarioFinder(documents)
  return allOrFaults(documents.map((document, i) => composed(document, find, locate(i))))
}

type Read<T> = { readonly value: T } | { readonly faults: readonly Objection[] }

function allOrFaults<T>(results: readonly Read<T>[]): readonly T[] {
  const faults = results.flatMap((result) => ('faults' in result ? result.faults : []))
  if (faults.length > 0) throw new Problem(faults)
  return results.flatMap((result) => ('value' in result ? [result.value] : []))
}

async function readDocument(value: unknown, location: Location): Promise<Read<ScenarioDocument>> {
  const name = nameAlone(value)
  if (name !== undefined) return await shipped(name, location)
  const { document, errors } = await parseScenarioValue(value)
  if (document !== undefined) return { value: document }
  return { faults: errors.map((fault) => objection(fault, location)) }
}

/** `flaky-day` and `{ name: 'flaky-day' }` both ask for a shipped scenario. */
function nameAlone(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return undefined
  const [only, another] = Object.entries(value)
  if (only?.[0] !== 'name' || another !== undefined) return undefined
  return typeof only[1] === 'string' ? only[1] : undefined
}

async function shipped(name: string, location: Location): Promise<Read<ScenarioDocument>> {
  const document = await shippedScenario(name)
  if (document !== undefined) return { value: document }
  const proposal = didYouMean(name, shippedNames) || `; there are ${shippedNames.join(', ')}`
  const message = `There is no shipped scenario '${name.slice(0, 60)}'${proposal}`
  return { faults: [{ code: 'not_found', message, location }] }
}

function objection({ path, message }: Fault, location: Location): Objection {
  return { code: 'invalid_format', message, location: [...location, ...path] }
}

function composed(
  document: ScenarioDocument,
  find: Awaited<ReturnType<typeof scenarioFinder>>,
  location: Location,
): Read<Scenario> {
  try {
    return { value: composeScenario(document, find, shippedNames) }
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause
    const faults = cause.objections.map((one) => ({
      ...one,
      location: [...location, ...one.location],
    }))
    return { faults }
  }
}
