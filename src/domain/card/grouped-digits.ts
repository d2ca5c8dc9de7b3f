/** Groups of digits with what people write between them; none of it ends a value of JSON. */
export const plainGroups = /(?<![0-9])[0-9]+(?:[ +_\u00a0\u2010-\u2015-]{1,3}[0-9]+)+/g

/** The same, and digits without groups. */
export const anyGroups = /(?<![0-9])[0-9]+(?:[ +_\u00a0\u2010-\u2015-]{1,3}[0-9]+)*/g

/** Digits, with or without groups, and whatever may stand between these in a text that is one value. */
export const wideGroups = /(?<![0-9])[0-9]+(?:[ +.,/_\u00a0\u2010-\u2015-]{1,3}[0-9]+)*/g

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

/**
 * Whether enough digits for a card stand in a row, whatever people write between them. Nearly all
 * texts hold no such row: the look is quick, and everything else waits for it.
 */
export function hasLongNumber(text: string): boolean {
  // So many digits cover one of every so many places, so a look around those finds every row.
  for (let i = SHORTEST - 1; i < text.length; i += SHORTEST) {
    if (!isPart(text.charCodeAt(i))) continue
    let start = i
    while (isPart(text.charCodeAt(start - 1))) start -= 1
    let end = i
    while (isPart(text.charCodeAt(end + 1))) end += 1
    i = end
    if (countDigits(text, start, end) >= SHORTEST) return true
  }
  return false
}

function countDigits(text: string, start: number, end: number): number {
  let digits = 0
  for (let i = start; i <= end; i += 1) if (isDigit(text.charCodeAt(i))) digits += 1
  return digits
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** A digit or one of ` +,-./_`, a space that keeps words together, or one of the dashes. */
function isPart(code: number): boolean {
  if (code < 128) return (code >= 43 && code <= 57) || code === 32 || code === 95
  return code === 0xa0 || (code >= 0x2010 && code <= 0x2015)
}
