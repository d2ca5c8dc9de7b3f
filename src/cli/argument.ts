import { InvalidArgumentError } from 'commander'
import { durationForms, parseDuration } from '../domain/duration.ts'
import { parseInstant } from '../domain/instant.ts'

/** Takes a text as a duration; the text itself is what the sandbox is sent. */
export function durationText(text: string): string {
  if (parseDuration(text) === undefined) {
    throw new InvalidArgumentError(`A duration is ${durationForms}.`)
  }
  return text
}

/** A duration of real time, in milliseconds. */
export function realDuration(text: string): number {
  const duration = parseDuration(text)
  if (duration?.kind !== 'elapsed') {
    throw new InvalidArgumentError('Write for example 500ms, 90s, 15m or PT90S.')
  }
  return duration.ms
}

/** Takes a text as an instant; the text itself is what the sandbox is sent. */
export function instantText(text: string): string {
  if (parseInstant(text) === undefined) {
    throw new InvalidArgumentError('An instant is for example 2026-03-10T01:00:00Z.')
  }
  return text
}

/** Takes a whole number from `least` to `most`. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER) {
  return (text: string): number => {
    const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
    if (!(number >= least && number <= most)) throw new InvalidArgumentError(range(least, most))
    return number
  }
}

function range(least: number, most: number): string {
  if (most === Number.MAX_SAFE_INTEGER) return `It must be a whole number from ${least} up.`
  return `It must be a whole number from ${least} to ${most}.`
}

export function worldName(text: string): string {
  if (!/^[a-z0-9-]{1,40}$/.test(text)) {
    throw new InvalidArgumentError('A world is named by 1 to 40 of a-z, 0-9 and -.')
  }
  return text
}
