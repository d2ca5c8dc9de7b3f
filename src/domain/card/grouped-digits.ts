/** Groups of digits with what people write between them; none of it ends a value of JSON. */
export const plainGroups = /(?<![0-9])[0-9]+(?:[ +_\u00a0\u2010-\u2015-]{1,3}[0-9]+)+/g

/** The same, and digits without groups. */
export const anyGroups = /(?<![0-9])[0-9]+(?:[ +_\u00a0\u2010-\u2015-]{1,3}[0-9]+)*/g

/** Digits, with or without groups, and whatever may stand between these in a text that is one value. */
export const wideGroups = /(?<![0-9])[0-9]+(?:[ +.,:/_\u00a0\u2010-\u2015-]+[0-9]+)*/g

/** Lengths of card numbers, the usual one first: what stands beside it is not taken for a part of it. */
const lengths = [16, 15, 19, 18, 17, 14, 13] as const
const SHORTEST = 13
const LONGEST = 19

interface Change {
  /** Whether these digits, without what stands between them, are to be replaced. */
  readonly isWanted: (digits: string) => boolean
  /** What stands in their place; as they were written, they come second. */
  readonly replaced: (digits: string, written: string) => string
}

/** A text in which each number is replaced that is wanted, whatever stands between its groups. */
export function replaceGrouped(text: string, groups: RegExp, change: Change): string {
  const inRuns = (part: string) => part.replaceAll(groups, (run) => replacedIn(run, change))
  // Groups of digits in such an id come about by chance. Every other part is one.
  return text
    .split(uuid)
    .map((part, i) => (i % 2 === 1 && /[a-f]/i.test(part) ? part : inRuns(part)))
    .join('')
}

const uuid = /([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/i

function replacedIn(run: string, change: Change): string {
  if (run.length < SHORTEST) return run
  // Digits, what stands between, digits and so on.
  const parts = run.split(/([^0-9]+)/)
  let shown = ''
  for (let i = 0; i < parts.length; ) {
    const end = i % 2 === 0 ? wantedEnd(parts, i, change) : undefined
    const written = parts.slice(i, end ?? i + 1).join('')
    shown += end === undefined ? written : change.replaced(digitsOf(written), written)
    i = end ?? i + 1
  }
  return shown
}

/** Where a wanted number ends that begins with this group. */
function wantedEnd(
  parts: readonly string[],
  start: number,
  { isWanted }: Change,
): number | undefined {
  const ends = new Map<number, { readonly digits: string; readonly end: number }>()
  let digits = ''
  for (let i = start; i < parts.length && digits.length <= LONGEST; i += 2) {
    digits += parts[i]
    ends.set(digits.length, { digits, end: i + 1 })
  }
  for (const length of lengths) {
    const found = ends.get(length)
    if (found !== undefined && isWanted(found.digits)) return found.end
  }
  return undefined
}

function digitsOf(written: string): string {
  return written.replaceAll(/[^0-9]/g, '')
}

/** What a character is to a number, by its code: 1 a digit, 2 what may stand between digits. */
type Parts = Readonly<Record<number, number>>

const DIGIT = 1
const SEPARATOR = 2

function partsWith(separators: string): Parts {
  const parts = new Uint8Array(0x2016)
  for (const one of separators) parts[one.charCodeAt(0)] = SEPARATOR
  for (const one of '0123456789') parts[one.charCodeAt(0)] = DIGIT
  return parts
}

const dashes = '\u2010\u2011\u2012\u2013\u2014\u2015'
const plainParts = partsWith(` +_-\u00a0${dashes}`)
const wideParts = partsWith(` +.,:/_-\u00a0${dashes}`)

/**
 * Whether enough digits for a card stand in a row, with or without what may stand between plain
 * groups. Nearly all texts hold no such row: the look is quick, and everything else waits for it.
 */
export function hasLongNumber(text: string): boolean {
  return hasRow(text, plainParts)
}

/** The same for wide groups. */
export function hasWideNumber(text: string): boolean {
  return hasRow(text, wideParts)
}

function hasRow(text: string, parts: Parts): boolean {
  // So many digits cover one of every so many places, so a look around those finds every row.
  for (let i = SHORTEST - 1; i < text.length; i += SHORTEST) {
    const here = parts[text.charCodeAt(i)]
    if (!here) continue
    let digits = here === DIGIT ? 1 : 0
    for (let at = i - 1; at >= 0; at -= 1) {
      const part = parts[text.charCodeAt(at)]
      if (!part) break
      if (part === DIGIT) digits += 1
    }
    for (i += 1; i < text.length; i += 1) {
      const part = parts[text.charCodeAt(i)]
      if (!part) break
      if (part === DIGIT) digits += 1
    }
    if (digits >= SHORTEST) return true
    // The row ends here; the next place to look at is counted from its last character.
    i -= 1
  }
  return false
}
