import { nextTurn } from '../../base/in-batches.ts'
import { TURN_LENGTH } from '../../judge/books/csv.ts'

/** An order is an object with lists of references and audits. */
const DEEPEST = 3

const [QUOTE, BACKSLASH, COMMA] = ['"', '\\', ','].map((char) => char.charCodeAt(0))
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...'[]{}'].map((char) =>
  char.charCodeAt(0),
)

/**
 * The texts of the elements of a JSON list, each to be parsed by itself, so that a long or deep list is
 * never parsed as a whole. Stops one element beyond `most`. Undefined if it is no such list.
 */
export async function jsonElements(
  list: string,
  most: number,
): Promise<readonly string[] | undefined> {
  const elements: string[] = []
  let [depth, start, turn] = [0, 1, TURN_LENGTH]
  for (let at = 0; at < list.length; at += 1) {
    const char = list.charCodeAt(at)
    if (char === QUOTE) at = endOfText(list, at)
    else if (char === OPEN_LIST || char === OPEN_OBJECT) depth += 1
    else if (char === CLOSE_OBJECT) depth -= 1
    else if (depth === 1 && (char === COMMA || char === CLOSE_LIST)) {
      elements.push(list.slice(start, at))
      start = at + 1
    }
    if (char === CLOSE_LIST) {
      depth -= 1
      if (depth === 0) return listEndsAt(list, at) ? withoutNothing(elements) : undefined
    }
    if (depth > DEEPEST || depth < 1) return undefined
    if (elements.length > most) return elements
    if (at < turn) continue
    turn = at + TURN_LENGTH
    await nextTurn()
  }
  return undefined
}

/** The closing quote of the text that begins here. */
function endOfText(list: string, start: number): number {
  for (let at = start + 1; at < list.length; at += 1) {
    const char = list.charCodeAt(at)
    if (char === BACKSLASH) at += 1
    else if (char === QUOTE) return at
  }
  return list.length
}

function listEndsAt(list: string, at: number): boolean {
  return list.slice(at + 1).trim() === ''
}

/** `[]` has no element; `[ , ]` has two that are not JSON. */
function withoutNothing(elements: readonly string[]): readonly string[] {
  const [first = '', second] = elements
  return second === undefined && first.trim() === '' ? [] : elements
}
