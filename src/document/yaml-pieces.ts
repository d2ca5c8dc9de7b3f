/** A part of a text, and where it begins there. */
interface Piece {
  readonly text: string
  readonly offset: number
}

/** A long YAML text, divided at the entries of one of its lists. */
export interface Pieces {
  /** All but the entries. */
  readonly rest: string
  /** Where the entries were taken out of it, and how long they are together. */
  readonly gap: { readonly at: number; readonly length: number }
  readonly entries: readonly Piece[]
}

/**
 * The text divided at the entries of a list that stands at its top level, in block style; nothing
 * where that is not plain to see. Each entry can then be parsed by itself.
 */
export function piecesOf(text: string, list: string): Pieces | undefined {
  const key = new RegExp(`^${list}:[ \\t]*(?:#.*)?\\r?\\n`, 'm').exec(text)
  if (key === null) return undefined
  const starts: number[] = []
  let indent: number | undefined
  let at = key.index + key[0].length
  for (; at < text.length; at = endOfLine(text, at)) {
    const line = text.slice(at, endOfLine(text, at))
    const depth = line.search(/[^ ]/)
    if (line.trim() === '' || line.charAt(depth) === '#') continue
    if (line.charAt(depth) === '\t') return undefined
    indent ??= depth
    if (depth > indent) continue
    const isEntry = depth === indent && /^-(?=\s)/.test(line.slice(depth))
    if (isEntry) starts.push(at)
    else if (depth < indent || indent === 0) break
    else return undefined
  }
  return starts.length === 0 ? undefined : cut(text, starts, at)
}

function cut(text: string, starts: readonly number[], end: number): Pieces {
  const first = starts[0] ?? end
  return {
    rest: text.slice(0, first) + text.slice(end),
    gap: { at: first, length: end - first },
    entries: starts.map((offset, i) => ({
      text: text.slice(offset, starts[i + 1] ?? end),
      offset,
    })),
  }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end + 1
}
