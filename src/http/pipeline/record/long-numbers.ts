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
  const { length } = json
  // So many digits cover one of every so many places, so a look around those finds every number.
  for (let i = SHORTEST - 1; i < length; i += SHORTEST) {
    const here = parts[json[i] as number]
    if (!here) continue
    let digits = here === DIGIT ? 1 : 0
    for (let at = i - 1; at >= 0; at -= 1) {
      const part = parts[json[at] as number]
      if (!part) break
      if (part === DIGIT) digits += 1
    }
    for (i += 1; i < length; i += 1) {
      const part = parts[json[i] as number]
      if (!part) break
      if (part === DIGIT) digits += 1
    }
    // The number ends before this place.
    i -= 1
    if (digits < SHORTEST) continue
    if (found === 1) return 2
    found = 1
  }
  return found
}

const DIGIT = 1
const SEPARATOR = 2

/** By its byte: a digit, or what may stand between the digits of a number, as in `maskNumber`. */
const parts = new Uint8Array(256).fill(SEPARATOR)
for (const one of 'ABCDEFGHIJKLMNOPQRSTUVWYZ') {
  parts[one.charCodeAt(0)] = 0
  parts[one.toLowerCase().charCodeAt(0)] = 0
}
// It ends a text, in which it could only stand behind a backslash.
parts['"'.charCodeAt(0)] = 0
for (const one of '0123456789') parts[one.charCodeAt(0)] = DIGIT
