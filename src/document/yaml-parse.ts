import type { Document, ErrorCode, Node, Pair } from 'yaml'
import type { Fault, Path } from './complaint.ts'
import type { Steps } from './steps.ts'
import type { Pieces } from './yaml-pieces.ts'

export type Yaml = typeof import('yaml')

/** What a text says, or why it says nothing. Offsets are those of the whole text. */
export interface ParsedYaml {
  readonly broken: readonly Broken[]
  readonly value?: unknown
  /** An alias that leads nowhere, or aliases that multiply without bounds. */
  readonly stray?: { readonly offset: number; readonly message: string }
  readonly spotOf: (fault: Pick<Fault, 'path' | 'atKey'>) => Spot
}

interface Broken {
  readonly code: ErrorCode
  readonly offset: number
  readonly message: string
}

interface Spot {
  readonly offset: number
  readonly source: string | undefined
}

export function parseWhole(yaml: Yaml, text: string): ParsedYaml {
  const document = yaml.parseDocument(text, { prettyErrors: false })
  const broken = brokenIn(document, (offset) => offset)
  const spotOf: ParsedYaml['spotOf'] = (fault) => spotIn(yaml, document, fault)
  if (!broken.every(({ code }) => isReadable(code))) return { broken, spotOf }
  const value = contentOf(document)
  if (!(value instanceof ReferenceError)) return { broken, value, spotOf }
  return { broken, stray: { offset: strayAlias(yaml, document), message: value.message }, spotOf }
}

/** The same piece by piece; nothing where an entry does not stand for itself. */
export function* parsePieces(
  yaml: Yaml,
  { rest, gap, entries }: Pieces,
  list: string,
): Steps<ParsedYaml | undefined> {
  const head = yaml.parseDocument(rest, { prettyErrors: false })
  const inHead = (offset: number) => (offset < gap.at ? offset : offset + gap.length)
  const broken = [...brokenIn(head, inHead)]
  const documents: Document[] = []
  const values: unknown[] = []
  for (const { text, offset } of entries) {
    yield
    const document = yaml.parseDocument(text, { prettyErrors: false })
    broken.push(...brokenIn(document, (at) => at + offset))
    const value = isBroken(document) ? [undefined] : contentOf(document)
    if (!Array.isArray(value) || value.length !== 1) return undefined
    documents.push(document)
    values.push(value[0])
  }
  const outer = isBroken(head) ? {} : contentOf(head)
  if (typeof outer !== 'object' || outer === null || outer instanceof Error) return undefined
  const firstEntry = (entries[0]?.offset ?? 0) + (startOf(documents[0]?.contents) ?? 0)
  const spotOf: ParsedYaml['spotOf'] = ({ path, ...fault }) => {
    const [first, index, ...inside] = path
    const document = first === list && typeof index === 'number' ? documents[index] : undefined
    if (document === undefined) {
      const { offset, source } = moved(spotIn(yaml, head, { path, ...fault }), inHead)
      if (first !== list) return { offset, source }
      return { offset: isKeyOnly(path, fault) ? offset : firstEntry, source: undefined }
    }
    const base = entries[Number(index)]?.offset ?? 0
    return moved(spotIn(yaml, document, { path: [0, ...inside], ...fault }), (at) => at + base)
  }
  broken.sort((one, other) => one.offset - other.offset)
  return { broken, value: { ...outer, [list]: values }, spotOf }
}

/** Errors that leave the rest readable, so that its other complaints are listed too. */
export function isReadable(code: ErrorCode): boolean {
  return code === 'DUPLICATE_KEY' || code === 'MULTIPLE_DOCS'
}

function isBroken({ errors, warnings }: Document): boolean {
  return ![...errors, ...warnings].every(({ code }) => isReadable(code))
}

function brokenIn(document: Document, place: (offset: number) => number): readonly Broken[] {
  return [...document.errors, ...document.warnings].map(({ code, pos, message }) => ({
    code,
    offset: place(pos[0]),
    message,
  }))
}

function contentOf(document: Document): unknown {
  try {
    return document.toJS()
  } catch (error) {
    if (error instanceof ReferenceError) return error
    throw error
  }
}

/** Whether it is about the name of a member at the top level. */
function isKeyOnly(path: Path, { atKey }: Pick<Fault, 'atKey'>): boolean {
  return atKey === true && path.length === 1
}

function moved({ offset, source }: Spot, place: (offset: number) => number): Spot {
  return { offset: place(offset), source }
}

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

/** Where the faulty part stands; where it is missing, where its environment do. */
function spotIn(
  yaml: Yaml,
  document: Document,
  { path, atKey }: { readonly path: Path; readonly atKey?: true },
): Spot {
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
