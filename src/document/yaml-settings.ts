import type { Document, YAMLMap, YAMLSeq } from 'yaml'

/** A value for a place of a document, and why it has it. */
export interface Setting {
  readonly path: readonly [string, ...string[]]
  readonly value: unknown
  /** Lines of a comment above it. */
  readonly comment: readonly string[]
}

/** A YAML text with some settings in place of what it says there; all else stays as it is. */
export async function withSettings(text: string, settings: readonly Setting[]): Promise<string> {
  // A bundled CommonJS package is found under its default export alone.
  const { default: yaml } = await import('yaml')
  const document = yaml.parseDocument(text)
  for (const { path, value, comment } of settings) {
    const parent = mapAt(yaml, document, path.slice(0, -1))
    const key = document.createNode(path.at(-1))
    const node = document.createNode(value, { flow: true })
    const before = takeOut(yaml, parent, path.at(-1), comment.map(commentLine))
    key.commentBefore = before.above.join('\n')
    if (before.behind !== undefined) node.comment = before.behind
    parent.items.splice(before.index, 0, document.createPair(key, node))
  }
  return document.toString({ lineWidth: 0 })
}

interface TakenOut {
  readonly index: number
  /** Lines of its comment, those of an earlier measurement replaced by those of this one. */
  readonly above: readonly string[]
  /** What was said on its own line. */
  readonly behind: string | undefined
}

/** Takes a setting out of its mapping, but for what somebody wrote about it. */
function takeOut(
  yaml: typeof import('yaml'),
  parent: YAMLMap,
  name: unknown,
  comment: readonly string[],
): TakenOut {
  const index = parent.items.findIndex(({ key }) => yaml.isScalar(key) && key.value === name)
  const pair = parent.items[index]
  if (pair === undefined) return { index: parent.items.length, above: comment, behind: undefined }
  parent.items.splice(index, 1)
  // What stands above the first one belongs to the mapping.
  if (index === 0) parent.commentBefore = without(linesOf(parent.commentBefore), comment).join('\n')
  const { key, value } = pair
  const own = yaml.isNode(key) ? without(linesOf(key.commentBefore), comment) : []
  const inside = yaml.isCollection(value) ? commentsIn(yaml, value) : []
  const behind = yaml.isNode(value) ? (value.comment ?? undefined) : undefined
  return { index, above: [...own, ...inside, ...comment], behind }
}

/** A comment up to where an earlier one of the same kind begins. */
function without(lines: readonly string[], comment: readonly string[]): readonly string[] {
  const start = comment[0] === undefined ? -1 : lines.indexOf(comment[0])
  return start === -1 ? lines : lines.slice(0, start)
}

/** All that is said inside a list or a mapping, which gives way to another. */
function commentsIn(yaml: typeof import('yaml'), collection: YAMLMap | YAMLSeq): readonly string[] {
  const found: string[] = []
  yaml.visit(collection, {
    Node(_key, node) {
      found.push(...linesOf(node.commentBefore))
      if (node !== collection) found.push(...linesOf(node.comment))
    },
  })
  return found
}

function linesOf(comment: string | null | undefined): readonly string[] {
  return comment ? comment.split('\n') : []
}

const LONGEST = 200

/** What a comment quotes may come from anywhere, and must not begin a line of its own. */
function commentLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
  return ` ${line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line}`
}

/** The mapping at a place, made where there is none, in lines of its own. */
function mapAt(yaml: typeof import('yaml'), document: Document, path: readonly string[]): YAMLMap {
  const found = path.length === 0 ? document.contents : document.getIn(path)
  if (yaml.isMap(found)) {
    found.flow = false
    return found
  }
  const made = document.createNode({})
  made.flow = false
  if (path.length === 0) document.contents = made
  else mapAt(yaml, document, path.slice(0, -1)).set(path.at(-1), made)
  return made
}
