/**
 * The deepest nesting of a body. Valid bodies have fewer than ten levels, and much code that reads
 * them recurses.
 */
export const DEEPEST_BODY = 500

const [QUOTE, BACKSLASH] = [34, 92]
const [OPENING, CLOSING] = [123, 125]

/** Of an ASCII code, what `[` and `{`, or `]` and `}`, do not share. */
const CURLY = 32

/** Whether a JSON text is nested deeper than any body may be: some 5 ms for a megabyte. */
export function isTooDeep(json: Uint8Array): boolean {
  // Every level needs two characters, so a short text cannot be too deep; most are short.
  if (json.length <= 2 * DEEPEST_BODY) return false
  let depth = 0
  for (let i = 0; i < json.length; i += 1) {
    const code = json[i] as number
    if (code === QUOTE) i = endOfText(json, i)
    else if ((code | CURLY) === OPENING) depth += 1
    else if ((code | CURLY) === CLOSING) depth -= 1
    if (depth > DEEPEST_BODY) return true
  }
  return false
}

/** Where the quote stands that ends the text begun at a quote. */
function endOfText(json: Uint8Array, start: number): number {
  let i = start + 1
  while (i < json.length && json[i] !== QUOTE) i += json[i] === BACKSLASH ? 2 : 1
  return i
}

/** Longer texts are not searched for the error, because that would take too long. */
const LONGEST = 64 * 1024

/**
 * Describes where a text stops being JSON without quoting it; undefined if that is not known. Which
 * digits it has does not matter: a recording has others and must give the same answer.
 */
export function jsonFault(text: string): string | undefined {
  if (text.trim() === '') return 'it is empty'
  const alike = text.replaceAll(/[0-9]/g, '1')
  if (text.length > LONGEST || !isFaulty(alike)) return undefined
  const at = faultOffset(alike)
  const lines = text.slice(0, at).split('\n')
  const place = `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`
  return at === text.length ? `it ends too early, at ${place}` : `the fault is at ${place}`
}

/** The length of the longest prefix that could be continued to valid JSON. */
function faultOffset(text: string): number {
  let [possible, most] = [0, text.length]
  while (possible < most) {
    const middle = Math.ceil((possible + most) / 2)
    if (endsTooEarly(text.slice(0, middle))) possible = middle
    else most = middle - 1
  }
  return possible
}

function endsTooEarly(beginning: string): boolean {
  const message = parserMessage(beginning)
  if (message === undefined || message === 'Unexpected end of JSON input') return true
  // Node 20 gives no position for an unexpected token, which is never at the end.
  const at = / at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(message)?.[1]
  return Number(at) >= beginning.length
}

function isFaulty(text: string): boolean {
  return parserMessage(text) !== undefined
}

/** The engine's error message for an invalid text. */
function parserMessage(text: string): string | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (cause) {
    return (cause as Error).message
  }
}
