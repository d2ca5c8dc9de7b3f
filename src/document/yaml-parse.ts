import type { CST, Document, Node, Pair } from 'yaml'
import type { Fault } from './complaint.ts'
import { nextTurn } from './in-batches.ts'

export type Yaml = typeof import('yaml')

/** Limits of a text; our own documents stay far below them. */
const yamlBounds = {
  characters: 2_000_000,
  aliases: 100,
  /** Entries of one map. */
  keys: 1000,
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
  let [aliases, lexemes] = [0, 0]
  for (const lexeme of new yaml.Lexer().lex(text)) {
    lexemes += 1
    if (lexemes % BATCH === 0) await nextTurn()
    if (yaml.CST.tokenType(lexeme) === 'alias') aliases += 1
    tokens.push(...parser.next(lexeme))
    const message = beyondBounds(parser.stack, aliases)
    if (message !== undefined) return { offset: parser.offset, message }
  }
  tokens.push(...parser.end())
  return composed(yaml, tokens, text.length)
}

function beyondBounds(stack: readonly CST.Token[], aliases: number): string | undefined {
  if (stack.length > yamlBounds.depth) return 'this is nested too deeply to be read'
  if (aliases > yamlBounds.aliases) {
    return `this file has more than ${yamlBounds.aliases} aliases; write the members out`
  }
  const top = stack.at(-1)
  const isMap = top?.type === 'block-map' || (top?.type === 'flow-collection' && isFlowMap(top))
  if (!isMap || top.items.length <= yamlBounds.keys) return undefined
  return `this map has more than ${yamlBounds.keys} keys`
}

function isFlowMap({ start }: CST.FlowCollection): boolean {
  return start.source === '{'
}

function composed(yaml: Yaml, tokens: readonly CST.Token[], end: number): Document {
  const [document, second] = new yaml.Composer().compose(tokens, true, end)
  if (document === undefined) throw new Error('The composer gives a document in any case')
  if (second !== undefined) {
    const message =
      'a second document begins here; a file can hold only one, so move it to its own file'
    const [start, last] = second.range
    document.errors.push(new yaml.YAMLParseError([start, last], 'MULTIPLE_DOCS', message))
  }
  return document
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
