import { isAscii } from 'node:buffer'

/** A card's number has at least so many digits. */
const SHORTEST = 13
const BACKSLASH = 92
const PERCENT = 37

/**
 * How many numbers of a JSON text are as long as a card's, however they are spaced; two stands for
 * more, or for a text in which escapes could hide any. Nearly all bodies need no closer look.
 */
export function longNumbers(json: Uint8Array): 0 | 1 | 2 {
  // Other scripts have digits too.
  if (json.includes(BACKSLASH) || json.includes(PERCENT) || !isAscii(json)) return 2
  let found: 0 | 1 = 0
  // So many digits cover one of every so many places, so a look around those finds every number.
  for (let i = SHORTEST - 1; i < json.length; i += SHORTEST) {
    if (!isPartOfNumber(json[i])) continue
    let start = i
    while (isPartOfNumber(json[start - 1])) start -= 1
    let end = i
    while (isPartOfNumber(json[end + 1])) end += 1
    i = end
    if (digitsIn(json, start, end) < SHORTEST) continue
    if (found === 1) return 2
    found = 1
  }
  return found
}

function digitsIn(json: Uint8Array, start: number, end: number): number {
  let digits = 0
  for (let i = start; i <= end; i += 1) if (isDigit(json[i])) digits += 1
  return digits
}

function isDigit(code: number | undefined): boolean {
  return code !== undefined && code >= 48 && code <= 57
}

/** A digit, or one of ` -./:_x`, which people put between the digits of a number. */
function isPartOfNumber(code: number | undefined): boolean {
  if (code === undefined) return false
  return (code >= 45 && code <= 58) || code === 32 || code === 95 || code === 120
}
