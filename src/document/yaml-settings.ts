import type { Document, YAMLMap } from 'yaml'

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
    key.commentBefore = comment.map(commentLine).join('\n')
    parent.delete(path.at(-1))
    parent.add(document.createPair(key, document.createNode(value, { flow: true })))
  }
  return document.toString({ lineWidth: 0 })
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
