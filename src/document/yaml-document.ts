import type { Document, ErrorCode, Node, Pair } from 'yaml'
import type * as z from 'zod'
import { hasCardNumber } from '../domain/card/card-number-in-text.ts'
import type { Complaint, Fault, Path } from './complaint.ts'
import { parseWith } from './schema-complaints.ts'

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
export async function readYaml(text: string, file: string): Promise<ReadYaml> {
  // A bundled CommonJS package is found under its default export alone.
  const { default: yaml } = await import('yaml')
  const lines = new yaml.LineCounter()
  const document = yaml.parseDocument(text, { lineCounter: lines, prettyErrors: false })

  const placed = (offset: number, path: Path, message: string): Complaint => {
    const { line, col } = lines.linePos(offset)
    // In an empty text the counter knows no line.
    return { file, line: Math.max(line, 1), column: Math.max(col, 1), path, message }
  }
  const broken = [...document.errors, ...document.warnings]
  const complaints = broken.map(({ code, pos, message }) =>
    placed(pos[0], [], code === 'MULTIPLE_DOCS' ? secondDocument : message),
  )
  if (!broken.every(({ code }) => isReadable(code))) return { complaints }

  const locate = (fault: Fault): Complaint => {
    const { offset, source } = spotOf(yaml, document, fault)
    return placed(offset, fault.path, messageOf(fault, source))
  }
  try {
    return { text: { value: document.toJS(), locate }, complaints }
  } catch (error) {
    // An alias that leads nowhere, or aliases that multiply without bounds.
    if (!(error instanceof ReferenceError)) throw error
    return { complaints: [...complaints, placed(strayAlias(yaml, document), [], error.message)] }
  }
}

const secondDocument =
  'a second document begins here; a file can hold only one, so move it to its own file'

/** Errors that leave the rest readable, so that its other complaints are listed too. */
function isReadable(code: ErrorCode): boolean {
  return code === 'DUPLICATE_KEY' || code === 'MULTIPLE_DOCS'
}

type Yaml = typeof import('yaml')

/** Where the alias stands that leads nowhere; else the beginning. */
function strayAlias(yaml: Yaml, document: Document): number {
  let offset = 0
  yaml.visit(document, {
    Alias(_key, alias) {
      if (alias.resolve(document) !== undefined) return undefined
      offset = startOf(alias) ?? 0
      return yaml.visit.BREAK
    },
  })
  return offset
}

interface Spot {
  readonly offset: number
  readonly source: string | undefined
}

/** Where the faulty part stands; where it is missing, where its surroundings do. */
function spotOf(yaml: Yaml, document: Document, { path, atKey }: Fault): Spot {
  let node: unknown = document.contents
  let offset = startOf(node) ?? 0
  for (const [depth, step] of path.entries()) {
    const inside = yaml.isAlias(node) ? node.resolve(document) : node
    const pair = yaml.isMap(inside) ? inside.items.find((item) => isKey(item, step)) : undefined
    const item = yaml.isSeq(inside) && typeof step === 'number' ? inside.items[step] : undefined
    if (pair === undefined && item === undefined) return { offset, source: undefined }
    const isNamed = atKey === true && depth === path.length - 1
    node = pair === undefined ? item : pair.value
    offset = (isNamed ? undefined : startOf(node)) ?? startOf(pair?.key) ?? offset
  }
  return { offset, source: yaml.isScalar(node) ? node.source : undefined }
}

function isKey({ key }: Pair, step: string | number): boolean {
  return typeof key === 'object' && key !== null && 'value' in key && String(key.value) === step
}

function startOf(node: unknown): number | undefined {
  return (node as Node | null | undefined)?.range?.[0]
}

function messageOf({ message, wantsQuotes }: Fault, source: string | undefined): string {
  if (wantsQuotes !== true || source === undefined) return message
  // A card number is not repeated, and masked it would be no advice.
  if (hasCardNumber(source)) return 'expected a text; write the number in quotes'
  return `${message}; write it in quotes: "${source}"`
}
