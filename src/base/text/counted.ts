/** `12,345`. */
export function numberText(n: number | string): string {
  return String(n).replaceAll(/\B(?=(\d{3})+$)/g, ',')
}

/** `1 request`, `5,170 requests` */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${numberText(count)} ${count === 1 ? one : many}`
}

const MOST_NAMED = 5

/** `A, B, C, D, E and 3 more` */
export function someOf(names: readonly string[]): string {
  const rest = names.length - MOST_NAMED
  return `${names.slice(0, MOST_NAMED).join(', ')}${rest > 0 ? ` and ${numberText(rest)} more` : ''}`
}

/** `a, b and c`. */
export function listText(texts: readonly string[], word: 'and' | 'or' = 'and'): string {
  const [last = '', ...before] = [...texts].reverse()
  return before.length === 0 ? last : `${before.reverse().join(', ')} ${word} ${last}`
}

/** `68 ms`, `2.0 s`, `17 min 1 s`, `3 h 50 min`, `30 d` */
export function spanText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${(ms / 1000).toFixed(1)} s`
  if (seconds < 3600) return twoUnits(seconds, 60, ['min', 's'])
  const minutes = Math.round(seconds / 60)
  if (minutes < 24 * 60) return twoUnits(minutes, 60, ['h', 'min'])
  return twoUnits(Math.round(minutes / 60), 24, ['d', 'h'])
}

/** The time between two events: `at once` for what nobody would notice. */
export function pauseText(ms: number): string {
  return ms < 50 ? 'at once' : spanText(ms)
}

/** `2.5 s later`, or `at once` */
export function laterText(ms: number): string {
  return ms < 50 ? 'at once' : `${spanText(ms)} later`
}

/** `3 h 50 min`, or `3 h` */
function twoUnits(count: number, size: number, [large, small]: readonly [string, string]): string {
  const rest = count % size
  return `${numberText(Math.floor(count / size))} ${large}${rest === 0 ? '' : ` ${rest} ${small}`}`
}

/** `No sandbox answers` as the end of a sentence. */
export function lowerFirst(text: string): string {
  return `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`
}

/** `charged twice` as the beginning of a sentence. */
export function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
