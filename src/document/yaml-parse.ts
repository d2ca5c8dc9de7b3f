import type { Composer, CST, Document, Node, Pair, YAMLParseError } from 'yaml'
import type { Fault } from './complaint.ts'
import { nextTurn } from './in-batches.ts'

export type Yaml = typeof import('yaml')

/** Limits of a text; our own documents stay far below them. */
const yamlBounds = {
  characters: 2_000_000,
  lexemes: new Map([
    ['alias', { most: 100, message: 'this file has more than 100 aliases; write the members out' }],
    [
      'anchor',
      { most: 1000, message: 'this file has more than 1000 anchors; leave out the unused ones' },
    ],
    ['tag', { most: 1000, message: 'this file has more than 1000 tags; leave them out' }],
  ]),
  /** Entries of one map. */
  keys: 1000,
  /** Entries of one list: as many as a scenario has rules. */
  entries: 10_000,
  /** The parser takes long to describe each of very many errors. */
  errors: 500,
  /** Nested lists and maps. */
  depth: 50,
}

/** Why and where parsing stopped before the end. */
interface BeyondBounds {
  readonly offset: number
  readonly message: string
}

/** Tokens to parse before other requests run: about 10 ms of work. */
const BATCH = 5000

/** Parses a text in one pass, and stops where it exceeds a limit. */
export async function parseYaml(yaml: Yaml, text: string): Promise<Document | BeyondBounds> {
  const { characters } = yamlBounds
  if (text.length > characters) {
    const message = `this text has ${text.length} characters; a file can have ${characters} at most`
    return { offset: 0, message }
  }
  const parser = new yaml.Parser()
  const tokens: CST.Token[] = []
  const counted = lexemeCounter()
  let lexemes = 0
  for (const lexeme of new yaml.Lexer().lex(text)) {
    lexemes += 1
    if (lexemes % BATCH === 0) await nextTurn()
    const tooMany = counted(yaml.CST.tokenType(lexeme))
    tokens.push(...parser.next(lexeme))
    const message = tooMany ?? beyondBounds(parser.stack)
    if (message !== undefined) return { offset: parser.offset, message }
  }
  tokens.push(...parser.end())
  const stray = tokens.filter(({ type }) => type === 'error')
  if (stray.length > yamlBounds.errors) return tooManyErrors(stray[0]?.offset)
  try {
    return await composed(yaml, tokens, text.length)
  } catch (error) {
    if (error instanceof TooManyErrors) return tooManyErrors(error.offset)
    throw error
  }
}

class TooManyErrors extends Error {
  readonly offset: number

  constructor(offset: number) {
    super('The text has too many errors')
    this.offset = offset
  }
}

function tooManyErrors(offset = 0): BeyondBounds {
  const message = `this text has more than ${yamlBounds.errors} errors; is it YAML?`
  return { offset, message }
}

/** What the composer calls for each error; its types do not name it. */
interface ErrorHandling {
  onError: (...error: readonly unknown[]) => void
}

/** A composer that stops at very many errors: each takes it some 30 µs. It would compare all keys of a map with each other. */
function boundedComposer(yaml: Yaml): Composer {
  const composer = new yaml.Composer({ uniqueKeys: false })
  const handling = composer as unknown as ErrorHandling
  const { onError } = handling
  let errors = 0
  handling.onError = (...error) => {
    errors += 1
    if (errors > yamlBounds.errors) throw new TooManyErrors(offsetOf(error[0]))
    onError(...error)
  }
  return composer
}

/** The composer names a place as an offset, a range or a token. */
function offsetOf(source: unknown): number {
  if (Array.isArray(source)) return Number(source[0])
  return typeof source === 'number' ? source : Object(source).offset
}

type LexemeType = ReturnType<Yaml['CST']['tokenType']>

/** Counts lexemes by their kinds; returns a message where there are too many of one. */
function lexemeCounter(): (type: LexemeType) => string | undefined {
  const counts = new Map<LexemeType, number>()
  return (type) => {
    const bound = type === null ? undefined : yamlBounds.lexemes.get(type)
    if (bound === undefined) return undefined
    const count = (counts.get(type) ?? 0) + 1
    counts.set(type, count)
    return count > bound.most ? bound.message : undefined
  }
}

function beyondBounds(stack: readonly CST.Token[]): string | undefined {
  if (stack.length > yamlBounds.depth) return 'this is nested too deeply to be read'
  const top = stack.at(-1)
  if (top?.type !== 'block-map' && top?.type !== 'block-seq' && top?.type !== 'flow-collection')
    return undefined
  const isMap = top.type === 'block-map' || (top.type === 'flow-collection' && isFlowMap(top))
  const { keys, entries } = yamlBounds
  if (isMap) return top.items.length > keys ? `this map has more than ${keys} keys` : undefined
  return top.items.length > entries ? `this list has more than ${entries} entries` : undefined
}

function isFlowMap({ start }: CST.FlowCollection): boolean {
  return start.source === '{'
}

/** Entries of a list that are composed before other requests run: some 10 ms. */
const ENTRIES = 200

/** Composes a document; the long lists of its first level, such as a scenario's rules, in batches. */
async function composed(yaml: Yaml, tokens: readonly CST.Token[], end: number): Promise<Document> {
  // The last entries stay, since the parser measures from them what comes behind the list.
  const early = firstLevelLists(tokens).map((list) => ({
    list,
    items: list.items.splice(0, list.items.length - ENTRIES),
  }))
  await nextTurn()
  const [document, second] = boundedComposer(yaml).compose(tokens, true, end)
  if (document === undefined) throw new Error('The composer gives a document in any case')
  if (second !== undefined) {
    const message =
      'a second document begins here; a file can hold only one, so move it to its own file'
    const [start, last] = second.range
    document.errors.push(new yaml.YAMLParseError([start, last], 'MULTIPLE_DOCS', message))
  }
  for (const { list, items } of early) await addEntries(yaml, document, { ...list, items })
  await nextTurn()
  document.errors.push(...repeatedKeys(yaml, document))
  document.errors.sort((one, other) => one.pos[0] - other.pos[0])
  return document
}

/** A key that its map has already. */
function repeatedKeys(yaml: Yaml, document: Document): readonly YAMLParseError[] {
  const errors: YAMLParseError[] = []
  yaml.visit(document, {
    Map(_key, { items }) {
      const known = new Set<unknown>()
      for (const { key } of items) {
        if (!yaml.isScalar(key)) continue
        const at = startOf(key) ?? 0
        if (errors.length > yamlBounds.errors) throw new TooManyErrors(at)
        if (known.has(key.value)) errors.push(repeatedKey(yaml, at))
        known.add(key.value)
      }
    },
  })
  return errors
}

function repeatedKey(yaml: Yaml, at: number): YAMLParseError {
  return new yaml.YAMLParseError([at, at + 1], 'DUPLICATE_KEY', 'Map keys must be unique')
}

function firstLevelLists(tokens: readonly CST.Token[]): readonly CST.BlockSequence[] {
  const document = tokens.find((token) => token.type === 'document')
  const map = document?.value
  if (map?.type !== 'block-map') return []
  return map.items.flatMap(({ value }) => (value?.type === 'block-seq' ? [value] : []))
}

/** Composes the first entries of a list as documents of their own, and moves them over. */
async function addEntries(yaml: Yaml, document: Document, first: CST.BlockSequence): Promise<void> {
  const { offset, items } = first
  const pairs = yaml.isMap(document.contents) ? document.contents.items : []
  const list = pairs.map(({ value }) => value).find((value) => startOf(value) === offset)
  const entries: unknown[] = []
  for (let i = 0; i < items.length; i += ENTRIES) {
    await nextTurn()
    const value = { ...first, items: items.slice(i, i + ENTRIES) }
    const token: CST.Document = { type: 'document', offset, start: [], value }
    const [part] = boundedComposer(yaml).compose([token])
    if (yaml.isSeq(part?.contents)) entries.push(...part.contents.items)
    document.errors.push(...(part?.errors ?? []))
    document.warnings.push(...(part?.warnings ?? []))
  }
  if (yaml.isSeq(list)) list.items.unshift(...entries)
  else if (document.errors.length === 0) throw new Error('A list begins where its token does')
}

/** The position of a node, and the text of a scalar. */
interface YamlSpot {
  readonly offset: number
  readonly source: string | undefined
}

/** The position of the faulty part; for a missing part, that of its parent. */
export function spotIn(
  yaml: Yaml,
  document: Document,
  { path, atKey }: Pick<Fault, 'path' | 'atKey'>,
): YamlSpot {
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

/** The position of the unresolved alias, else the start. */
export function strayAlias(yaml: Yaml, document: Document): number {
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

function isKey({ key }: Pair, step: string | number): boolean {
  return typeof key === 'object' && key !== null && 'value' in key && String(key.value) === step
}

function startOf(node: unknown): number | undefined {
  return (node as Node | null | undefined)?.range?.[0]
}
