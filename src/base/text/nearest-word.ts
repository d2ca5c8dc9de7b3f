const LONGEST_WORD = 80
const MOST_CANDIDATES = 1000
const MOST_LISTED = 20
const SHORTEST_PART = 4

/** The candidate that a misspelt word most likely means, if one is close enough. */
export function nearestWord(word: string, candidates: readonly string[]): string | undefined {
  // Words this long are not typing errors, and comparing them would be slow.
  if (word.length > LONGEST_WORD || candidates.length > MOST_CANDIDATES) return undefined
  const wanted = plain(word)
  let nearest: string | undefined
  let least = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    if (candidate.length > LONGEST_WORD) continue
    const offered = plain(candidate)
    const distance = editDistance(wanted, offered)
    // Up to a third of the letters wrong is a typing error; more is a different word.
    if (distance * 3 > Math.max(wanted.length, offered.length) || distance >= least) continue
    nearest = candidate
    least = distance
  }
  return least <= 1 ? nearest : (wholeOf(wanted, candidates) ?? nearest)
}

/** The only candidate of which the word is a part: account of account_number. */
function wholeOf(wanted: string, candidates: readonly string[]): string | undefined {
  if (wanted.length < SHORTEST_PART) return undefined
  const isPart = (candidate: string) =>
    candidate
      .toLowerCase()
      .split(/[^a-z0-9]/)
      .includes(wanted)
  const [only, another] = candidates.filter(isPart)
  return another === undefined ? only : undefined
}

/** `. Did you mean 'operation'?`, or empty if no candidate is close. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  return proposalText(nearestWord(word, candidates))
}

export function proposalText(nearest: string | undefined): string {
  return nearest === undefined ? '' : `. Did you mean '${nearest}'?`
}

/** `. Did you mean 'flaky-day'?`, or else all that there are. */
export function nearestOrAll(word: string, candidates: readonly string[]): string {
  return didYouMean(word, candidates) || `; there are ${candidates.join(', ')}`
}

/** The error for names that are not among the known ones. */
export function unknownNames(names: readonly string[], known: readonly string[]): string {
  const each = names
    .slice(0, MOST_LISTED)
    .map((name) => `Unknown '${name.slice(0, 60)}'${didYouMean(name, known) || '.'}`)
  const accepted = known.length === 0 ? 'None is accepted here' : `Accepted: ${known.join(', ')}`
  const more = names.length > MOST_LISTED ? [`And ${names.length - MOST_LISTED} more.`] : []
  return [...each, ...more, accepted].join(' ')
}

// responseCode, response-code and response_code count as the same word.
function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

/** Counts letters that were added, left out, replaced, or swapped with their neighbour. */
function editDistance(one: string, other: string): number {
  let before: number[] = []
  let above = Array.from({ length: other.length + 1 }, (_, i) => i)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const replaced = at(above, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1)
      let least = Math.min(at(above, j) + 1, at(row, j - 1) + 1, replaced)
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        least = Math.min(least, at(before, j - 2) + 1)
      }
      row.push(least)
    }
    before = above
    above = row
  }
  return at(above, other.length)
}

function at(row: readonly number[], i: number): number {
  return row[i] ?? Number.POSITIVE_INFINITY
}
