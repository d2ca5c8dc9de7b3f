import { numberText } from '../domain/money.ts'

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
export function listText(texts: readonly string[]): string {
  const [last = '', ...before] = [...texts].reverse()
  return before.length === 0 ? last : `${before.reverse().join(', ')} and ${last}`
}

/** `12 ms`, `10.0 s`, `17 min 1 s` */
export function spanText(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : secondsText(ms)
}

/** `2.0 s`, `17 min 1 s` */
export function secondsText(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${(ms / 1000).toFixed(1)} s`
  const rest = seconds % 60
  return `${numberText(Math.floor(seconds / 60))} min${rest === 0 ? '' : ` ${rest} s`}`
}

/** `No sandbox answers` as the end of a sentence. */
export function lowerFirst(text: string): string {
  return `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`
}

/** `charged twice` as the beginning of a sentence. */
export function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
