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
