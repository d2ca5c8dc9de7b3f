/** How deep a body may be nested; none of ours has ten levels, and much of what reads one recurses. */
export const DEEPEST_BODY = 500

const QUOTE = 34
const BACKSLASH = 92

/** Whether a JSON text is nested deeper than any body may be. */
export function isTooDeep(json: Uint8Array): boolean {
  // What is opened is closed again, so that a short text cannot be; nearly all are short.
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

/** `[` and `{` go down a level, `]` and `}` come up from one. */
function step(code: number | undefined): -1 | 0 | 1 {
  if (code === 91 || code === 123) return 1
  return code === 93 || code === 125 ? -1 : 0
}

/** In a longer text the fault is not looked for: that would take too long. */
const LONGEST = 64 * 1024

/**
 * Where a text ceases to be JSON, in words that quote none of it; undefined where that is not
 * known. Digits do not matter, because a recording has others and must give the same answer.
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

/** The length of the longest beginning that more text could make JSON of. */
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
  // Node 20 names no position for an unexpected token, which is never the end.
  const at = / at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(message)?.[1]
  return Number(at) >= beginning.length
}

function isFaulty(text: string): boolean {
  return parserMessage(text) !== undefined
}

/** What the engine says of a text that is no JSON. */
function parserMessage(text: string): string | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (cause) {
    return (cause as Error).message
  }
}
