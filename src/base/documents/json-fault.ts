import { excerpt } from './complaint.ts'

interface JsonFault {
  readonly line: number
  readonly column: number
  /** What does not belong there; undefined if the text ends too early. */
  readonly word: string | undefined
}

/** Where a text stops being JSON. Only some versions of Node say that. */
export function jsonFault(text: string): JsonFault {
  const found = firstMistake(text)
  const rest = text.slice(found, found + LONGEST_PART)
  const isCut = unfinished.test(rest)
  const offset = isCut ? text.trimEnd().length : found
  const line = text.slice(0, offset).split('\n').length
  const column = offset - text.lastIndexOf('\n', offset - 1)
  const [word = ''] = /^(?:[-+.\w]+|.)/su.exec(rest) ?? []
  return { line, column, word: isCut ? undefined : word }
}

/**
 * Where and why a text stops being JSON: `report.json:3:17: …`. `firstLine` is the number of its
 * first line.
 */
export function jsonFaultText(file: string, text: string, firstLine = 1): string {
  const { line, column, word } = jsonFault(text)
  const what = word === undefined ? 'it ends in the middle' : `unexpected '${excerpt(word, 20)}'`
  return `${file}:${firstLine + line - 1}:${column}: this is not JSON: ${what}`
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

const space = /[ \t\r\n]*/y
/** The last character that may be a space. */
const SPACE = 32

/** The offset of the first part that does not belong there. */
function firstMistake(text: string): number {
  /** The brackets that have to follow. */
  const open: string[] = []
  let next: keyof typeof parts = 'value'
  let mayClose = false
  for (let at = 0; ; ) {
    if (text.charCodeAt(at) <= SPACE) {
      space.lastIndex = at
      space.test(text)
      at = space.lastIndex
    }
    if (mayClose && open.length > 0 && text[at] === open.at(-1)) {
      open.pop()
      next = 'comma'
      at += 1
      continue
    }
    if (next === 'comma' && open.length === 0) return at
    const part = parts[next]
    part.lastIndex = at
    if (!part.test(text)) return at
    const first = text[at]
    at = part.lastIndex
    mayClose = next === 'value'
    if (first === '{' || first === '[') open.push(first === '{' ? '}' : ']')
    next = nextAfter(next, first, open.at(-1))
  }
}

function nextAfter(
  part: keyof typeof parts,
  first: string | undefined,
  container: string | undefined,
): keyof typeof parts {
  if (part === 'key') return 'colon'
  if (part === 'colon' || first === '[') return 'value'
  if (part === 'comma' || first === '{') return container === '}' ? 'key' : 'value'
  return 'comma'
}
