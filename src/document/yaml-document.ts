import type { ErrorCode } from 'yaml'
import type * as z from 'zod'
import { hasCardNumber } from '../domain/card/card-number-in-text.ts'
import type { Complaint, Fault, Path } from './complaint.ts'
import { excerpt } from './excerpt.ts'
import { parseWith } from './schema-complaints.ts'
import { inTurns, type Pause } from './steps.ts'
import { isReadable, type ParsedYaml, parsePieces, parseWhole, type Yaml } from './yaml-parse.ts'
import { piecesOf } from './yaml-pieces.ts'

/** A YAML or JSON text as a value, with the way back from each part of it to its line. */
interface YamlText {
  readonly value: unknown
  readonly locate: (fault: Fault) => Complaint
}

export interface ReadYaml {
  /** Nothing where the text could not be understood at all. */
  readonly text?: YamlText
  readonly complaints: readonly Complaint[]
}

/** Where a long text may be divided, so that others have their turn while it is parsed. */
interface Division {
  /** A list at its top level. */
  readonly list: string
  readonly pause: Pause
}

/** The value of a YAML or JSON text by its schema, or all that is wrong with it, with places. */
export async function readYamlDocument<T>(
  text: string,
  file: string,
  schema: z.ZodType<T>,
): Promise<{ readonly value?: T; readonly complaints: readonly Complaint[] }> {
  const read = await readYaml(text, file)
  if (read.text === undefined) return { complaints: read.complaints }
  const parsed = parseWith(schema, read.text.value)
  const faults = 'faults' in parsed ? parsed.faults.map(read.text.locate) : []
  const complaints = [...read.complaints, ...faults]
  return 'data' in parsed && complaints.length === 0
    ? { value: parsed.data, complaints }
    : { complaints }
}

/** Loads the parser only when there is a text to parse: a plain start has none. */
export async function readYaml(text: string, file: string, by?: Division): Promise<ReadYaml> {
  // A bundled CommonJS package is found under its default export alone.
  const { default: yaml } = await import('yaml')
  const placed = placer(yaml, text, file)
  const binary = text.indexOf('\0')
  if (binary !== -1) return { complaints: [placed(binary, [], notText)] }
  const parsed = await parse(yaml, text, by)
  if (parsed === 'too deep') return { complaints: [placed(0, [], tooDeep)] }
  const complaints = parsed.broken.map(({ code, offset, message }) =>
    placed(offset, [], ownWords[code] ?? excerpt(message, LONGEST_WORDS)),
  )
  if (!parsed.broken.every(({ code }) => isReadable(code))) return { complaints }
  if (parsed.stray !== undefined) {
    const { offset, message } = parsed.stray
    return { complaints: [...complaints, placed(offset, [], excerpt(message, LONGEST_WORDS))] }
  }
  const locate = (fault: Fault): Complaint => {
    const { offset, source } = parsed.spotOf(fault)
    return placed(offset, fault.path, messageOf(fault, source))
  }
  return { text: { value: parsed.value, locate }, complaints }
}

/** No text has a NUL, and nearly everything else does. */
const notText = 'this is binary data, not a text; name a YAML or JSON file'

/** Of the parser's own words, which may quote. */
const LONGEST_WORDS = 300

/** Nothing that we read needs more than a few levels; the parser copes with thousands. */
const tooDeep = 'this is nested too deeply to be read'

async function parse(
  yaml: Yaml,
  text: string,
  by: Division | undefined,
): Promise<ParsedYaml | 'too deep'> {
  try {
    return (by && (await parseDivided(yaml, text, by))) ?? parseWhole(yaml, text)
  } catch (cause) {
    // The parser has a frame of the stack for each level.
    if (cause instanceof RangeError) return 'too deep'
    throw cause
  }
}

const ownWords: Partial<Record<ErrorCode, string>> = {
  MULTIPLE_DOCS:
    'a second document begins here; a file can hold only one, so move it to its own file',
  RESOURCE_EXHAUSTION: tooDeep,
}

/** Shorter ones take a few milliseconds as a whole. */
const LONG = 32 * 1024

async function parseDivided(
  yaml: Yaml,
  text: string,
  { list, pause }: Division,
): Promise<ParsedYaml | undefined> {
  const pieces = text.length < LONG ? undefined : piecesOf(text, list)
  return pieces && (await inTurns(parsePieces(yaml, pieces, list), pause))
}

/** Lines are counted when the first complaint asks for one. */
function placer(yaml: Yaml, text: string, file: string) {
  let lines: InstanceType<Yaml['LineCounter']> | undefined
  return (offset: number, path: Path, message: string): Complaint => {
    lines ??= linesOf(yaml, text)
    const { line, col } = lines.linePos(offset)
    return { file, line, column: col, path, message }
  }
}

function linesOf(yaml: Yaml, text: string): InstanceType<Yaml['LineCounter']> {
  const lines = new yaml.LineCounter()
  lines.addNewLine(0)
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    lines.addNewLine(at + 1)
  }
  return lines
}

function messageOf({ message, wantsQuotes }: Fault, source: string | undefined): string {
  if (wantsQuotes !== true || source === undefined) return message
  // A card number is not repeated, and masked it would be no advice.
  if (hasCardNumber(source)) return 'expected a text; write the number in quotes'
  return `${message}; write it in quotes: "${excerpt(source)}"`
}
