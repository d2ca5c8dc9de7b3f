import type { Complaint } from '../../document/complaint.ts'
import { pathText } from '../../document/complaint.ts'
import { piecesOf } from '../../document/yaml-pieces.ts'
import { maskWritten } from '../../domain/card/card-number-in-text.ts'
import { parseScenarioValue, readScenario } from '../../scenario/reading/read.ts'
import { pause } from '../pipeline/turns.ts'
import type { TypedFile } from './visit.ts'

/** Parsing YAML takes its time, and everybody waits meanwhile: so much of it in one go, in characters. */
const LONGEST_PIECE = 64 * 1024

/** A scenario that someone typed or chose, as YAML or JSON. */
export async function typedScenario(text: string): Promise<TypedFile> {
  if (isLong(text)) {
    const value = jsonOf(text)
    return value === undefined ? unreadable : await judgedValue(value)
  }
  const { document, errors, warnings } = await readScenario(text, 'scenario', pause)
  const complaints = [...errors, ...warnings].map(told)
  return document === undefined ? { complaints } : { value: document, complaints }
}

/** Anything else that was typed as YAML or JSON. */
export async function typedValue(text: string): Promise<TypedFile> {
  if (text.length > LONGEST_PIECE) return unreadable
  const { readYaml } = await import('../../document/yaml-document.ts')
  const { text: read, complaints } = await readYaml(text, 'rule')
  const said = complaints.map(told)
  return read === undefined ? { complaints: said } : { value: read.value, complaints: said }
}

/** Whether a part of the text that can only be parsed as a whole is too long for that. */
function isLong(text: string): boolean {
  if (text.length <= LONGEST_PIECE) return false
  const pieces = piecesOf(text, 'rules')
  if (pieces === undefined) return true
  return [pieces.rest, ...pieces.entries.map((entry) => entry.text)].some(
    (piece) => piece.length > LONGEST_PIECE,
  )
}

const unreadable: TypedFile = {
  complaints: [
    {
      line: 1,
      message:
        'this is too long to be read here: begin each rule with a dash on a line of its own beneath rules:, or use npx sandgate scenario load',
    },
  ],
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // YAML, or nothing at all.
    return undefined
  }
}

/** Without the lines of what is wrong with it, which only the parser of YAML knows. */
async function judgedValue(given: unknown): Promise<TypedFile> {
  const { document, errors, warnings } = await parseScenarioValue(given, pause)
  const complaints = [...errors, ...warnings].map((fault) => told({ ...fault, line: 1 }))
  return document === undefined ? { complaints } : { value: document, complaints }
}

/** Complaints may quote what they are about. */
function told({
  line,
  path,
  message,
}: Pick<Complaint, 'line' | 'path' | 'message'>): TypedFile['complaints'][number] {
  const what = path.length === 0 ? message : `${pathText(path)}: ${message}`
  return { line, message: maskWritten(what) }
}
