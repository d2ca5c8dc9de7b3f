import type { ErrorCode } from 'yaml'
import type * as z from 'zod'
import { hasCardNumber } from '../redaction/redacted.ts'
import { type Complaint, excerpt, type Fault, type Path } from './complaint.ts'
import { parseWith } from './schema-complaints.ts'
import { parseYaml, spotIn, strayAlias, type Yaml } from './yaml-parse.ts'

/** A YAML or JSON text as a value, with the position of each part. */
export interface YamlText {
  readonly value: unknown
  readonly locate: (fault: Fault) => Complaint
  /** A scalar as it is written. */
  readonly sourceOf: (path: Path) => string | undefined
}

export interface ReadYaml {
  /** Undefined if the text could not be parsed at all. */
  readonly text?: YamlText
  readonly complaints: readonly Complaint[]
}

/** Parses a YAML or JSON text by its schema, or returns all errors with their positions. */
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

/** Loads the parser on first use: a plain start parses no text. */
export async function readYaml(text: string, file: string): Promise<ReadYaml> {
  // A bundled CommonJS package exposes only its default export.
  const { default: yaml } = await import('yaml')
  const located = locator(yaml, text, file)
  const binary = text.indexOf('\0')
  if (binary !== -1) return { complaints: [located(binary, [], notText)] }
  const parsed = parseYaml(yaml, text)
  if ('message' in parsed) return { complaints: [located(parsed.offset, [], parsed.message)] }
  const { document, value } = parsed
  const broken = [...document.errors, ...document.warnings].slice(0, MOST_LISTED)
  const complaints = broken.map(({ pos, code, message }) =>
    located(pos[0], [], plainWords(code, message)),
  )
  if (!broken.every(({ code }) => isReadable(code))) return { complaints }
  if (value instanceof ReferenceError) {
    const message = excerpt(value.message, LONGEST_WORDS)
    return { complaints: [...complaints, located(strayAlias(yaml, document), [], message)] }
  }
  const locate = (fault: Fault): Complaint => {
    const { offset, source } = spotIn(yaml, document, fault)
    return located(offset, fault.path, messageOf(fault, source))
  }
  const sourceOf = (path: Path) => spotIn(yaml, document, { path }).source
  return { text: { value, locate, sourceOf }, complaints }
}

/** The parser uses terms of the YAML specification, which the author of a file need not know. */
function plainWords(code: ErrorCode, message: string): string {
  const bracket = /must (?:be sufficiently indented and )?end with a (.)$/.exec(message)?.[1]
  if (bracket !== undefined) return `a bracket is not closed: '${bracket}' is missing here or above`
  if (message.startsWith('Sequence item without')) {
    return "an entry of a list begins with '- '; is this line indented as the entry above it?"
  }
  const quote = /^Missing closing (.)quote/.exec(message)?.[1]
  if (quote !== undefined) return `a string is not closed: ${quote} is missing here or above`
  return wordsByCode[code] ?? excerpt(message, LONGEST_WORDS)
}

const wordsByCode: Partial<Readonly<Record<ErrorCode, string>>> = {
  BAD_INDENT: 'this line is not indented like the lines that it belongs to',
  TAB_AS_INDENT: 'this line is indented with a tab; use spaces',
  MULTILINE_IMPLICIT_KEY: 'a key must be on one line; is a colon or a quote missing?',
  BLOCK_AS_IMPLICIT_KEY: 'two keys on one line; put text with a colon in quotes',
  BAD_SCALAR_START: 'a string cannot begin with this character; put it in quotes',
  DUPLICATE_KEY: 'this key is there twice; keep one of them',
  MULTIPLE_DOCS:
    'a second document begins here; a file can hold only one, so move it to its own file',
  UNEXPECTED_TOKEN: 'this does not belong here; is it indented like the lines around it?',
}

/** Text files have no NUL; most binary files do. */
const notText = 'this is binary data, not text; pass a YAML or JSON file'

/** The longest parser message to repeat, since it may quote the text. */
const LONGEST_WORDS = 300

/** The most parser errors to report. */
const MOST_LISTED = 20

/** Errors after which the rest is still readable, so that its other complaints are listed too. */
function isReadable(code: ErrorCode): boolean {
  return code === 'DUPLICATE_KEY' || code === 'MULTIPLE_DOCS'
}

/** Lines are counted only when the first complaint needs one. */
function locator(yaml: Yaml, text: string, file: string) {
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
  // A card number is not repeated, and a masked one would be useless as advice.
  if (hasCardNumber(source)) return 'expected a string; write the number in quotes'
  return `${message}; write it in quotes: "${excerpt(source)}"`
}
