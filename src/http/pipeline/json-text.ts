/**
 * The deepest nesting of a body. Valid bodies have fewer than ten levels, and much code that reads
 * them recurses.
 */
export const DEEPEST_BODY = 500

const QUOTE = 34
const BACKSLASH = 92

export function isTooDeep(json: Uint8Array): boolean {
  // Every level needs two characters, so a short text cannot be too deep; most are short.
  if (json.length <= 2 * DEEPEST_BODY) return false
  let depth = 0
  let isText = false
  for (let i = 0; i < json.length; i += 1) {
    const code = json[i]
    if (isText && code === BACKSLASH) i += 1
    else if (code === QUOTE) isText = !isText
    else if (!isText) depth += step(code)
    if (depth > DEEPEST_BODY) return true
  }
  return false
}

/** `[` and `{` go one level down, `]` and `}` one level up. */
function step(code: number | undefined): -1 | 0 | 1 {
  if (code === 91 || code === 123) return 1
  return code === 93 || code === 125 ? -1 : 0
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
