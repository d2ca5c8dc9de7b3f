import { dirname } from 'node:path'
import * as z from 'zod'
import {
  type Complaint,
  complaintText,
  type Fault,
  type Path,
  pathText,
} from '../../base/documents/complaint.ts'
import { parseWith } from '../../base/documents/schema-complaints.ts'
import { readYaml, readYamlDocument } from '../../base/documents/yaml-document.ts'
import type { LocalDate } from '../../domain/time/sydney-time.ts'
import { readNamed, Unavailable, unreadable } from '../named-file.ts'
import { type LoadedScenario, loadScenario } from '../scenarios/scenario-source.ts'
import { StartError } from '../start-error.ts'
import { assumptionsSchema } from './assumptions-schema.ts'
import { configFaults } from './checks/config-complaints.ts'
import { configKeys, defaultText } from './config-keys.ts'
import { key } from './config-parts.ts'
import { fromHere, scenarioFromHere } from './config-values.ts'
import { schemaOf } from './kinds.ts'
import type { ConfigDocument } from './options.ts'

export interface CheckedConfig {
  readonly document: ConfigDocument
  /** The dates in its holiday file. */
  readonly holidays?: readonly LocalDate[]
}

/** Reads and checks a config file; messages call it `name`. */
export async function readConfig(path: string, name: string): Promise<CheckedConfig> {
  const text = await readNamed(path).catch((cause: unknown) => {
    throw unreadable('config file', name, cause, "'npx sandgate init' writes one")
  })
  const read = await readYaml(text, name)
  if (read.text === undefined) throw refused(read.complaints.map(complaintText))
  // A file with only comments is an empty config.
  const { checked, faults, lines } = await judged(read.text.value ?? {}, dirname(path))
  const complaints = [...read.complaints, ...faults.map(read.text.locate)].sort(byLocation)
  const said = [...complaints.map(complaintText), ...lines]
  if (checked === undefined || said.length > 0) throw refused(said)
  return checked
}

/** Checks a config given as a value. */
export async function checkConfig(value: ConfigDocument, folder: string): Promise<CheckedConfig> {
  const { checked, faults, lines } = await judged(value, folder)
  if (checked !== undefined && faults.length + lines.length === 0) return checked
  const own = faults.map(({ path, message }) => `${pathText(['config', ...path])}: ${message}`)
  throw refused([...own, ...lines])
}

interface JudgedConfig {
  readonly checked?: CheckedConfig
  readonly faults: readonly Fault[]
  /** Complaints about the files that the config names. */
  readonly lines: readonly string[]
}

async function judged(value: unknown, folder: string): Promise<JudgedConfig> {
  const parsed = parseWith(configSchema, value)
  if (!('data' in parsed)) return { faults: parsed.faults, lines: [] }
  const { data: document } = parsed
  const { holidays, ...named } = await loadReferences(document, folder)
  const faults = [...configFaults(document), ...named.faults]
  return { checked: { document, ...(holidays && { holidays }) }, faults, lines: named.lines }
}

function refused(lines: readonly string[]): StartError {
  return new StartError(lines.join('\n'), true)
}

function byLocation(one: Complaint, other: Complaint): number {
  return one.line - other.line || one.column - other.column
}

/** The files and scenarios that a config names. */
interface References {
  /** Faults of the references themselves. */
  readonly faults: readonly Fault[]
  /** Faults inside the named files, each with its place. */
  readonly lines: readonly string[]
  readonly holidays?: readonly LocalDate[]
}

/** Looks up the scenarios and the holiday file that a config names, relative to its folder. */
async function loadReferences(config: ConfigDocument, folder: string): Promise<References> {
  const { scenarios = [], holidays } = config
  const listed = await scenariosOf(scenarios, folder)
  const days = await found(['holidays'], async () =>
    holidays === undefined ? undefined : await readHolidays(fromHere(holidays, folder)),
  )
  const all = [...listed, days]
  const names = listed.map(({ value }) => value?.scenario.name)
  return {
    faults: [...all.flatMap(({ faults }) => faults), ...sameNames(names)],
    lines: all.flatMap(({ lines }) => lines),
    ...(days.value && { holidays: days.value }),
  }
}

/** In order, because a file can extend those before it. */
async function scenariosOf(
  entries: readonly string[],
  folder: string,
): Promise<readonly FoundReference<LoadedScenario>[]> {
  const all: FoundReference<LoadedScenario>[] = []
  for (const [i, entry] of entries.entries()) {
    const earlier = all.flatMap(({ value }) => value ?? [])
    const look = () => loadScenario(scenarioFromHere(entry, folder), earlier)
    all.push(await found(['scenarios', i], look))
  }
  return all
}

interface FoundReference<T> {
  readonly value?: T
  readonly faults: readonly Fault[]
  readonly lines: readonly string[]
}

async function found<T>(path: Path, look: () => Promise<T>): Promise<FoundReference<T>> {
  try {
    return { value: await look(), faults: [], lines: [] }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    if (!(error instanceof Unavailable)) return { faults: [], lines: error.message.split('\n') }
    return { faults: [{ path, message: error.message.replace(/^The/, 'the') }], lines: [] }
  }
}

/** Names must be unique, because a scenario is unloaded by its name. */
function sameNames(names: readonly (string | undefined)[]): readonly Fault[] {
  return names.flatMap((name, i) => {
    const earlier = names.indexOf(name)
    if (name === undefined || earlier === i) return []
    const message = `'${name}' is already the name of scenarios[${earlier}]; leave one out`
    return [{ path: ['scenarios', i], message }]
  })
}

const holidaysSchema: z.ZodType<{ readonly holidays: readonly LocalDate[] }> = z.strictObject({
  holidays: z
    .array(z.string().refine(isDate, { error: 'expected a day such as 2026-01-01' }))
    .min(1),
})

/** The bank holidays, instead of the built-in ones. */
async function readHolidays(file: string): Promise<readonly LocalDate[]> {
  const text = await readNamed(file).catch((cause: unknown) => {
    throw unreadable('holiday file', file, cause)
  })
  const { value, complaints } = await readYamlDocument(text, file, holidaysSchema)
  if (value === undefined) throw new StartError(complaints.map(complaintText).join('\n'), true)
  return value.holidays
}

// Date turns 30 February into 2 March; only a real date survives the round trip.
function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** The schema of each key; checks/config-complaints.ts checks how they fit together. */
function shapeOf(group?: string): Record<string, z.ZodType> {
  const keys = configKeys(group).map(({ name, path, words, setting }) => {
    if (setting === undefined) return [name, key(z.strictObject(shapeOf(path)), words)]
    const usual = defaultText(setting)
    const description = usual === undefined ? words : `${words} Default: ${usual}`
    return [name, key(schemaOf(setting.kind), description)]
  })
  return Object.fromEntries(keys)
}

/** The config's type and its schema come from the same table. */
export const configSchema = z.strictObject({
  ...shapeOf(),
  assumptions: key(
    assumptionsSchema,
    "What the gateway's specification leaves open. See docs/reference/assumptions.md.",
  ),
}) as z.ZodType as z.ZodType<ConfigDocument>

/** The JSON schema of config files for editors, in the draft that editors support best. */
export function configJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...schema } = z.toJSONSchema(configSchema, {
    target: 'draft-7',
    unrepresentable: 'any',
    // Secrets have a custom check so that no message quotes them; an editor only needs to know the
    // type.
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'custom') jsonSchema.type = 'string'
    },
  })
  return { $schema, title: 'Sandgate config', ...schema }
}
