import type { Document, YAMLMap, YAMLSeq } from 'yaml'

/** A value to set in a document, and the reason for it. */
export interface Setting {
  readonly path: readonly [string, ...string[]]
  readonly value: unknown
  /** Lines of the comment above the value. */
  readonly comment: readonly string[]
}

/** Sets values in a YAML text; everything else stays as it is. */
export async function withSettings(text: string, settings: readonly Setting[]): Promise<string> {
  // A bundled CommonJS package exposes only its default export.
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
  /** Lines of its comment; lines of an earlier measurement are replaced. */
  readonly above: readonly string[]
  /** The comment on its own line. */
  readonly behind: string | undefined
}

/** Removes a setting from its mapping, and keeps the comments that users wrote about it. */
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
  // A comment above the first entry belongs to the mapping.
  if (index === 0) parent.commentBefore = without(linesOf(parent.commentBefore), comment).join('\n')
  const { key, value } = pair
  const own = yaml.isNode(key) ? without(linesOf(key.commentBefore), comment) : []
  const inside = yaml.isCollection(value) ? commentsIn(yaml, value) : []
  const behind = yaml.isNode(value) ? (value.comment ?? undefined) : undefined
  return { index, above: [...own, ...inside, ...comment], behind }
}

/** The lines before an earlier comment of the same kind. */
function without(lines: readonly string[], comment: readonly string[]): readonly string[] {
  const start = comment[0] === undefined ? -1 : lines.indexOf(comment[0])
  return start === -1 ? lines : lines.slice(0, start)
}

/** All comments inside a list or mapping that is being replaced. */
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

/** A comment may quote untrusted text, which must not start a new line. */
function commentLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
  return ` ${line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line}`
}

/** The mapping at a path, created in block style if missing. */
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
