/** The line, from 1, on which a row of a JSON document begins, whatever its formatting. */
export function lineOfRow(text: string, table: string, index: number): number {
  const offset = offsetOfRow(text, table, index) ?? 0
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++
  return line
}

/** Strings as a whole, and the marks that say how deep we are. */
const token = /"(?:[^"\\]|\\.)*"|[[\]{}]/g

function offsetOfRow(text: string, table: string, index: number): number | undefined {
  const name = JSON.stringify(table)
  let depth = 0
  let last = ''
  let isWanted = false
  let rows = 0
  for (const { 0: found, index: at } of text.matchAll(token)) {
    if (found === '[' && depth === 1) isWanted = last === name
    if (found === '{' && depth === 2 && isWanted && rows++ === index) return at
    if (found === '[' || found === '{') depth += 1
    else if (found === ']' || found === '}') depth -= 1
    else if (depth === 1) last = found
  }
  return undefined
}
