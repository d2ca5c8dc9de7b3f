import { excerpt } from './complaint.ts'

/**
 * Where and why a text stops being JSON: `report.json:3:17: …`. Only some versions of Node say where.
 * `firstLine` is the number of its first line.
 */
export function jsonFaultText(file: string, text: string, firstLine = 1): string {
  const found = firstMistake(text)
  const rest = text.slice(found, found + LONGEST_PART)
  const isCut = unfinished.test(rest)
  const offset = isCut ? text.trimEnd().length : found
  const line = firstLine + text.slice(0, offset).split('\n').length - 1
  const column = offset - text.lastIndexOf('\n', offset - 1)
  const [word = ''] = /^(?:[-+.\w]+|.)/su.exec(rest) ?? []
  const what = isCut ? 'it ends in the middle' : `unexpected '${excerpt(word, 20)}'`
  return `${file}:${line}:${column}: this is not JSON: ${what}`
}

const LONGEST_PART = 1000

/** What may be left of a text that was cut off: nothing, half a string or half a number. */
const unfinished = /^(?:"(?:[^"\\\n]|\\.)*\\?|[-\d.eE]*|t|tr|tru|f|fa|fal|fals|n|nu|nul)$/

const string = String.raw`"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\x00-\x1f]*)*"`
const parts = {
  value: new RegExp(
    String.raw`[[{]|${string}|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w.])|true\b|false\b|null\b`,
    'y',
  ),
  key: new RegExp(string, 'y'),
  colon: /:/y,
  comma: /,/y,
}

/** The offset of the first part that does not belong there. */
function firstMistake(text: string): number {
  /** The brackets that have to follow. */
  const open: string[] = []
  let next: keyof typeof parts = 'value'
  let mayClose = false
  for (let at = 0; ; ) {
    const space = /[ \t\r\n]*/y
    space.lastIndex = at
    at += space.exec(text)?.[0].length ?? 0
    if (mayClose && open.length > 0 && text[at] === open.at(-1)) {
      open.pop()
      next = 'comma'
      at += 1
      continue
    }
    if (next === 'comma' && open.length === 0) return at
    const part = parts[next]
    part.lastIndex = at
    const found = part.exec(text)?.[0]
    if (found === undefined) return at
    at += found.length
    mayClose = next === 'value'
    if (found === '{' || found === '[') open.push(found === '{' ? '}' : ']')
    next = nextAfter(next, found, open.at(-1))
  }
}

function nextAfter(
  part: keyof typeof parts,
  found: string,
  container: string | undefined,
): keyof typeof parts {
  if (part === 'key') return 'colon'
  if (part === 'colon' || found === '[') return 'value'
  if (part === 'comma' || found === '{') return container === '}' ? 'key' : 'value'
  return 'comma'
}
