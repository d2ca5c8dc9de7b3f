import { readFile } from 'node:fs/promises'
import { type Complaint, complaintText, type Fault, pathText } from '../scenario/complaint.ts'
import { parseWith } from '../scenario/schema-faults.ts'
import { readYaml } from '../scenario/yaml-document.ts'
import type { ConfigDocument } from './config-document.ts'
import { configFaults } from './config-faults.ts'
import { configParts, configSchema } from './config-schema.ts'
import { unreadable } from './read-failure.ts'
import { StartError } from './start-error.ts'

/** A config file that holds together; `name` is what messages call it. */
export async function readConfig(path: string, name: string): Promise<ConfigDocument> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw unreadable('config file', name, cause)
  })
  const read = await readYaml(text, name)
  if (read.text === undefined) throw refused(read.complaints.map(complaintText))
  // A file of comments only says nothing, which is all right.
  const { document, faults } = judged(read.text.value ?? {})
  const complaints = [...read.complaints, ...faults.map(read.text.locate)].sort(byPlace)
  if (document === undefined || complaints.length > 0) {
    throw refused(complaints.map(complaintText))
  }
  return document
}

/** A config that came as a value, if it holds together. */
export function checkConfig(value: ConfigDocument): ConfigDocument {
  const { document, faults } = judged(value)
  if (document !== undefined && faults.length === 0) return document
  throw refused(faults.map(({ path, message }) => `${pathText(['config', ...path])}: ${message}`))
}

interface Judged {
  readonly document?: ConfigDocument
  readonly faults: readonly Fault[]
}

function judged(value: unknown): Judged {
  const parsed = parseWith(configSchema, value)
  if ('data' in parsed) return { document: parsed.data, faults: configFaults(parsed.data) }
  return { faults: [...parsed.faults, ...configFaults(soundParts(value))] }
}

/** The parts of the right form; a fault in one must not hide those of others. */
function soundParts(value: unknown): ConfigDocument {
  if (typeof value !== 'object' || value === null) return {}
  const given = value as Readonly<Record<string, unknown>>
  const sound: Record<string, unknown> = {}
  for (const [key, schema] of Object.entries(configParts)) {
    if (Object.hasOwn(given, key) && schema.safeParse(given[key]).success) sound[key] = given[key]
  }
  // With users that cannot be read, nothing can be said of whether they are asked for.
  if ('users' in given && !('users' in sound)) delete sound.auth
  if ('auth' in given && !('auth' in sound)) delete sound.users
  return sound
}

function refused(lines: readonly string[]): StartError {
  return new StartError(lines.join('\n'), true)
}

function byPlace(one: Complaint, other: Complaint): number {
  return one.line - other.line || one.column - other.column
}
