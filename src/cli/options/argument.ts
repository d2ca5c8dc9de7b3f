import { accessSync, constants, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { permissionAdvice, reasonOf } from '../../base/file-failure.ts'
import { lowerFirst } from '../../base/text/counted.ts'
import { MAX_ID } from '../../domain/identifier.ts'
import { durationForms, parseDuration } from '../../domain/time/duration.ts'
import { missingDay, parseMoment } from '../../domain/time/sydney-time.ts'
import { worldNameFault } from '../../domain/world-name.ts'
import { settingsTable } from '../../runtime/config/settings-table.ts'
import { BadValue, option } from '../define/option.ts'

/** Checks that a text is a duration; the sandbox gets the text itself. */
export function durationArgument(text: string): string {
  if (parseDuration(text) !== undefined) return text
  throw new BadValue(`a duration is ${durationForms}`)
}

/** A duration of real time, in milliseconds. */
export function realTimeArgument(text: string): number {
  const duration = parseDuration(text)
  if (duration?.kind !== 'elapsed' || duration.ms === 0) {
    throw new BadValue('write for example 500ms, 90s, 15m or PT90S')
  }
  return duration.ms
}

const MOMENT =
  'an ISO 8601 instant with time and offset, such as 2026-03-10T01:00:00Z, or a date, such as 2026-03-10'

/** Checks that a text is an instant or a date; the sandbox gets the text itself. */
export function momentArgument(text: string): string {
  if (parseMoment(text) !== undefined) return text
  const day = missingDay(text)
  throw new BadValue(day === undefined ? `it must be ${MOMENT}` : `there is no day ${day}`)
}

/** Parses a whole number from `least` to `most`. */
export function wholeNumber(
  least: number,
  most = Number.MAX_SAFE_INTEGER,
  { unit = '', hint = '' }: { readonly unit?: string; readonly hint?: string } = {},
) {
  return (text: string): number => {
    const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    throw new BadValue(`it must be a whole number${unit} from ${least} to ${most}${hint}`)
  }
}

export const fileName = formedLike(/./s, 'it must be the name of a file')

/** A file to write. Refuses before a long run what cannot be written after it. */
export function outputFile(text: string): string {
  const folder = dirname(fileName(text))
  try {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
      throw new BadValue(`there is no folder ${folder}; create it first`)
    }
    const found = statSync(text, { throwIfNoEntry: false })
    if (found?.isDirectory()) throw new BadValue('it is a folder; pass a file')
    // A file is replaced by another of its folder.
    accessSync(found === undefined || found.isFile() ? folder : text, constants.W_OK)
  } catch (cause) {
    if (cause instanceof BadValue) throw cause
    const advice = permissionAdvice(cause, 'pass a file in another folder')
    throw new BadValue(`it cannot be written: ${reasonOf(cause)}${advice}`)
  }
  return text
}

/** Parses a text of this form; `words` say what the form is. */
export function formedLike(form: RegExp, words: string) {
  return (text: string): string => {
    if (form.test(text)) return text
    throw new BadValue(words)
  }
}

/** The last four digits of a card or account. */
export const lastFourArgument = formedLike(
  /^[0-9]{4}$/,
  'it must be the last four digits, such as 1111',
)

export function worldName(text: string): string {
  const fault = worldNameFault(text)
  if (fault !== undefined) throw new BadValue(lowerFirst(fault))
  return text
}

export const auditNumber = wholeNumber(1, MAX_ID)

/** The port option of commands that use a free port by default. */
export const freePort = option(
  settingsTable.port.flag,
  settingsTable.port.help,
  wholeNumber(0, 65_535),
  { default: 0, usually: 'any free one' },
)
