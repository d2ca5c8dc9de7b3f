/** A bracket, a number or a word; a text is read by its parts, since it may be long. */
const token = /[{}[\],:]|(?:-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON has none in a text.
const plain = /[^"\\\u0000-\u001f]*/y
const escaped = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y

const space = /[ \t\n\r]*/y

type Wanted = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | 'more' | 'end'

/**
 * Where a text ceases to be JSON, in words that quote none of it; undefined where it does not. The
 * digits do not matter, not even zeros in front: a recording has others, and the same fault.
 */
export function jsonFault(text: string): string | undefined {
  const at = faultOffset(text)
  if (at === undefined) return undefined
  if (text.trim() === '') return 'it is empty'
  const lines = text.slice(0, at).split('\n')
  const place = `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`
  return at === text.length ? `it ends too early, at ${place}` : `the fault is at ${place}`
}

function faultOffset(text: string): number | undefined {
  const open: string[] = []
  let wanted: Wanted = 'value'
  let at = past(space, text, 0)
  while (at < text.length) {
    const end = text[at] === '"' ? pastText(text, at) : past(token, text, at)
    const next: Wanted | undefined =
      end === at ? undefined : nextWanted(wanted, text[at] ?? '', open)
    if (next === undefined) return at
    wanted = next
    at = past(space, text, end)
  }
  return wanted === 'end' ? undefined : text.length
}

/** What may come behind a token that begins so; undefined where it may not stand there. */
function nextWanted(wanted: Wanted, first: string, open: string[]): Wanted | undefined {
  if (wanted === 'end') return undefined
  if (wanted === ':') return first === ':' ? 'value' : undefined
  if (wanted === 'more' && first === ',') return open.at(-1) === '{' ? 'name' : 'value'
  if (first === '}' || first === ']') return closed(wanted, first, open)
  if (wanted === 'more') return undefined
  if (wanted === 'name' || wanted === 'name or }') return first === '"' ? ':' : undefined
  if (first === ',' || first === ':') return undefined
  if (first !== '{' && first !== '[') return behindValue(open)
  open.push(first)
  return first === '{' ? 'name or }' : 'value or ]'
}

function closed(wanted: Wanted, bracket: '}' | ']', open: string[]): Wanted | undefined {
  const isDue = wanted === 'more' || wanted === (bracket === '}' ? 'name or }' : 'value or ]')
  if (!isDue || open.at(-1) !== (bracket === '}' ? '{' : '[')) return undefined
  open.pop()
  return behindValue(open)
}

function behindValue(open: readonly string[]): Wanted {
  return open.length === 0 ? 'end' : 'more'
}

function past(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

/** Where it stands, if a text that begins there has no end. */
function pastText(text: string, start: number): number {
  let at = past(plain, text, start + 1)
  while (text[at] === '\\') {
    const end = past(escaped, text, at)
    if (end === at) return start
    at = past(plain, text, end)
  }
  return text[at] === '"' ? at + 1 : start
}
