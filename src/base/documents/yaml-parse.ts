import type { CST, Document, Node, Pair, YAMLParseError } from 'yaml'
import type { Fault } from './complaint.ts'

export type Yaml = typeof import('yaml')

/** Characters of a file. */
const LONGEST_FILE = 512 * 1024

/** Nested lists and maps: the library recurses into them, and the process would end. */
const DEEPEST = 100

/** Aliases to resolve: a few lines of them could become a huge value. */
const MOST_ALIASES = 100

/** A parsed text and its value; if it could not be parsed, where and why. */
export type ParsedYaml =
  | { readonly document: Document; readonly value: unknown }
  | { readonly offset: number; readonly message: string }

export function parseYaml(yaml: Yaml, text: string): ParsedYaml {
  if (text.length > LONGEST_FILE) {
    const message = `this text has ${text.length} characters; a file can have ${LONGEST_FILE} at most`
    return { offset: 0, message }
  }
  const parser = new yaml.Parser()
  const tokens: CST.Token[] = []
  let aliases = 0
  for (const lexeme of new yaml.Lexer().lex(text)) {
    // The library looks for the anchor of each alias in the whole document.
    if (lexeme.startsWith('*')) aliases += 1
    if (aliases > MOST_ALIASES) {
      return { offset: parser.offset, message: `at most ${MOST_ALIASES} aliases can be used` }
    }
    tokens.push(...parser.next(lexeme))
    if (parser.stack.length > DEEPEST) {
      return { offset: parser.offset, message: 'this is nested too deeply to be read' }
    }
  }
  tokens.push(...parser.end())
  // With unique keys, the parser would compare all keys of a map with each other.
  const composer = new yaml.Composer({ uniqueKeys: false })
  const [document, second] = composer.compose(tokens, true, text.length)
  if (document === undefined) throw new Error('The composer gives a document in any case')
  if (second !== undefined) {
    const [start, end] = second.range
    document.errors.push(new yaml.YAMLParseError([start, end], 'MULTIPLE_DOCS', 'Two documents'))
  }
  document.errors.push(...repeatedKeys(yaml, document))
  document.errors.sort((one, other) => one.pos[0] - other.pos[0])
  return { document, value: contentOf(document) }
}

/** An error if an alias is unresolved, or if aliases multiply without limit. */
function contentOf(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: MOST_ALIASES })
  } catch (error) {
    if (error instanceof ReferenceError) return error
    throw error
  }
}

/** Keys that their maps have already. */
function repeatedKeys(yaml: Yaml, document: Document): readonly YAMLParseError[] {
  const errors: YAMLParseError[] = []
  yaml.visit(document, {
    Map(_key, { items }) {
      const known = new Set<unknown>()
      for (const { key } of items) {
        if (!yaml.isScalar(key)) continue
        const at = startOf(key) ?? 0
        if (known.has(key.value))
          errors.push(new yaml.YAMLParseError([at, at + 1], 'DUPLICATE_KEY', 'Repeated key'))
        known.add(key.value)
      }
    },
  })
  return errors
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
