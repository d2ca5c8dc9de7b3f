import { dirname } from 'node:path'
import { type Complaint, complaintText, type Fault, pathText } from '../../document/complaint.ts'
import { parseWith } from '../../document/schema-complaints.ts'
import { readYaml } from '../../document/yaml-document.ts'
import type { LocalDate } from '../../domain/time/sydney-time.ts'
import { readNamed, unreadable } from '../named-file.ts'
import { StartError } from '../start-error.ts'
import { configFaults } from './checks/config-complaints.ts'
import { loadReferences } from './checks/config-references.ts'
import { configSchema } from './config-schema.ts'
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
  const complaints = [...read.complaints, ...faults.map(read.text.locate)].sort(byPlace)
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

function byPlace(one: Complaint, other: Complaint): number {
  return one.line - other.line || one.column - other.column
}
