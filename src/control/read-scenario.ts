import type { Fault } from '../base/documents/complaint.ts'
import { isPlainObject } from '../base/plain-object.ts'
import { redactText } from '../base/redaction/redacted.ts'
import { nearestOrAll } from '../base/text/nearest-word.ts'
import {
  type LocatedObjection,
  type Location,
  RequestProblem,
} from '../gateway/wire/request-problem.ts'
import { builtInAmong, builtInNames, builtInScenario } from '../scenario/library.ts'
import { amongLoaded, composeScenario } from '../scenario/reading/compose.ts'
import {
  circularBases,
  type KnownScenarios,
  type Outline,
  outlineOf,
  unknownBases,
} from '../scenario/reading/outline.ts'
import { parseScenarioValue } from '../scenario/reading/read.ts'
import type { Scenario } from '../scenario/rule.ts'
import type { ScenarioDocument } from '../scenario/scenario-document.ts'

/** The scenarios of a call, parsed but not yet combined with the active ones. */
export interface GivenScenarios {
  readonly drafts: readonly Draft[]
  /** The shipped scenarios that they extend. */
  readonly shipped: ReadonlyMap<string, ScenarioDocument>
}

interface Draft {
  readonly outline: Outline
  /** Undefined if there are errors. */
  readonly document?: ScenarioDocument | undefined
  readonly faults: readonly LocatedObjection[]
  readonly warnings: readonly Fault[]
  readonly location: Location
  readonly nameLocation: Location
  /** True if another scenario extends it inline; it is not loaded by itself. */
  readonly isBase?: true
}

/** Reads scenarios from documents or shipped names, with the documents that they extend. */
export async function readScenarios(
  values: readonly unknown[],
  locate: (index: number) => Location,
): Promise<GivenScenarios> {
  const drafts: Draft[] = []
  // One at a time: many large ones at once would block other calls.
  for (const [i, value] of values.entries()) drafts.push(...(await draftsOf(value, locate(i))))
  const bases = drafts.flatMap(({ outline }) => outline.bases.map(({ name }) => name))
  // A given document goes before the shipped one of its name, wherever both are looked for.
  return { drafts, shipped: await builtInAmong(bases, () => false) }
}

/** The scenarios as they take effect; throws the errors of all of them at once. */
export function composeScenarios(
  { drafts, shipped }: GivenScenarios,
  inForce: readonly Scenario[],
): readonly Scenario[] {
  const loaded = amongLoaded(inForce)
  const given = new Map(drafts.map((draft) => [draft.outline.name, draft]))
  refuseFaulty(drafts, {
    isKnown: (name) => given.has(name) || shipped.has(name) || loaded(name) !== undefined,
    names: [...builtInNames, ...inForce.map(({ name }) => name)],
    elsewhere: () => ': none of that name is built in or loaded',
  })
  const find = (name: string) => given.get(name)?.document ?? shipped.get(name)
  const documents = drafts.flatMap(({ document, isBase }) => (isBase ? [] : (document ?? [])))
  return documents.map((document) => composeScenario(document, find, loaded))
}

function refuseFaulty(drafts: readonly Draft[], known: KnownScenarios): void {
  const circular = circularBases(drafts.map(({ outline }) => outline))
  const faults = drafts.flatMap((draft, i) => [
    ...draft.faults,
    ...circular(draft.outline).map((fault) => objection(fault, draft.location)),
    ...unknownBases(draft.outline, known).map((fault) =>
      objection(fault, draft.location, 'not_found'),
    ),
    ...sameName(draft, drafts.slice(0, i)),
  ])
  if (faults.length === 0) return
  // The first error sets the status, so 404 is sent only if there are no other errors.
  const isUnknown = ({ code }: LocatedObjection) => code === 'not_found'
  throw new RequestProblem([
    ...faults.filter((one) => !isUnknown(one)),
    ...faults.filter(isUnknown),
  ])
}

/** Scenarios are unloaded by name, so names must be unique. */
function sameName(
  { outline: { name }, nameLocation: location }: Draft,
  earlier: readonly Draft[],
): readonly LocatedObjection[] {
  const first = earlier.findIndex(({ outline }) => outline.name === name)
  if (name === undefined || first === -1) return []
  const message = `'${redactText(name)}' is already the name of scenarios[${first}]`
  return [{ code: 'invalid_format', message, location }]
}

/** How deep documents may extend documents. */
const DEEPEST = 20

/** A scenario and the documents that it extends inline instead of by name. */
async function draftsOf(value: unknown, location: Location, depth = 0): Promise<readonly Draft[]> {
  const bases = isPlainObject(value) && Array.isArray(value.extends) ? value.extends : []
  const isInline = (base: unknown) => isPlainObject(base) && typeof base.name === 'string'
  if (depth > DEEPEST || !isPlainObject(value) || !bases.some(isInline)) {
    return [await draftOf(value, location)]
  }
  const named = bases.map((base: unknown) => (isInline(base) ? Object(base).name : base))
  const drafts: Draft[] = [await draftOf({ ...value, extends: named }, location)]
  for (const [i, base] of bases.entries()) {
    if (!isInline(base)) continue
    const found = await draftsOf(base, [...location, 'extends', i], depth + 1)
    drafts.push(...found.map((draft) => ({ ...draft, isBase: true as const })))
  }
  return firstOfEachName(drafts)
}

/** Drops repetitions: two scenarios may extend the same document. */
function firstOfEachName(drafts: readonly Draft[]): readonly Draft[] {
  const seen = new Set<string | undefined>()
  return drafts.filter(({ outline: { name }, isBase }) => {
    const isAgain = isBase === true && seen.has(name)
    seen.add(name)
    return !isAgain
  })
}

async function draftOf(value: unknown, location: Location): Promise<Draft> {
  const name = nameAlone(value)
  if (name !== undefined) return await builtInDraft(name, location)
  const { document, errors, warnings } = await parseScenarioValue(value)
  return {
    outline: outlineOf(value),
    document,
    faults: errors.map((fault) => objection(fault, location)),
    warnings,
    location,
    nameLocation: [...location, 'name'],
  }
}

/** `flaky-day` and `{ name: 'flaky-day' }` both mean a shipped scenario. */
function nameAlone(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return undefined
  const [only, another] = Object.entries(value)
  if (only?.[0] !== 'name' || another !== undefined) return undefined
  return typeof only[1] === 'string' ? only[1] : undefined
}

async function builtInDraft(name: string, location: Location): Promise<Draft> {
  const document = await builtInScenario(name)
  const locations = { location, nameLocation: location }
  if (document !== undefined)
    return { outline: outlineOf(document), document, faults: [], warnings: [], ...locations }
  const proposal = nearestOrAll(name, builtInNames)
  const shown = redactText(name.slice(0, 60))
  const message = `There is no built-in scenario '${shown}'${proposal}`
  const faults = [{ code: 'not_found', message, location } as const]
  return { outline: outlineOf(undefined), faults, warnings: [], ...locations }
}

function objection(
  { path, message }: Fault,
  location: Location,
  code: LocatedObjection['code'] = 'invalid_format',
): LocatedObjection {
  return { code, message, location: [...location, ...path] }
}
