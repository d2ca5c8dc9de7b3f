import * as z from 'zod'
import { didYouMean, unknownNames } from '../../base/text/nearest-word.ts'
import type { ValueOf } from '../../base/value-of.ts'
import { MAX_ID } from '../../domain/identifier.ts'
import { durationForms, formatDuration, parseDuration } from '../../domain/time/duration.ts'
import { missingDay, parseMoment } from '../../domain/time/sydney-time.ts'
import { identifier, integerText } from '../../gateway/wire/contract/field.ts'
import { coded, codedIssue, complaint, refusal } from '../../gateway/wire/contract/objection.ts'
import { LONGEST_LIST } from './control-call.ts'

/** An object that allows no other members. */
export function strict<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const known = Object.keys(shape)
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code === 'unrecognized_keys')
        return refusal(issue, 'invalid_format', unknownNames(issue.keys, known))
      return complaint('invalid_type', 'Must be an object').error(issue)
    },
  })
}

/** For checks of a whole object: run even if a member is invalid, so that all errors are reported at once. */
export const onObjects = {
  when: ({ value }: { readonly value: unknown }) =>
    typeof value === 'object' && value !== null && !Array.isArray(value),
}

export function wordField<const Words extends readonly [string, ...string[]]>(words: Words) {
  const wanted = (input: unknown) => {
    const proposal = typeof input === 'string' ? didYouMean(input.slice(0, 60), words) : ''
    return `Must be one of ${words.join(', ')}${proposal}`
  }
  return z.enum(words, coded('invalid_format', wanted))
}

const instantForm =
  'Must be an ISO 8601 instant with its offset, such as 2026-03-10T01:00:00Z, or a date'

export const instantText = z.string(complaint('invalid_type', instantForm)).transform(parsedInstant)

/** Moments that depend on the world. */
const worldMoments = ['next', 'next banking day'] as const

/** An instant, the next scheduled event, or the start of the next banking day. */
export const instantOrNext = z
  .string(complaint('invalid_type', instantForm))
  .transform(
    (text, context) => worldMoments.find((one) => one === text) ?? parsedInstant(text, context),
  )

function parsedInstant(text: string, context: z.RefinementCtx): number {
  const at = parseMoment(text)
  if (at !== undefined) return at
  const day = missingDay(text)
  const message = day === undefined ? instantForm : `There is no day ${day}`
  context.addIssue(codedIssue('invalid_format', message))
  return z.NEVER
}

const durationForm = `Must be a duration: ${durationForms}`

export const durationText = z
  .string(complaint('invalid_type', durationForm))
  .transform((text, context) => {
    const duration = parseDuration(text)
    if (duration !== undefined) return duration
    context.addIssue(codedIssue('invalid_format', durationForm))
    return z.NEVER
  })

/** A duration of real time, in milliseconds. */
export function realDuration(longest: number) {
  const range = `Must be a duration of real time up to ${formatDuration(longest)}, such as 5s`
  return durationText.transform((duration, context) => {
    if (duration.kind === 'elapsed' && duration.ms <= longest) return duration.ms
    context.addIssue(codedIssue('out_of_range', range))
    return z.NEVER
  })
}

/** A whole number in a body. */
export function integerField(min: number, max: number) {
  const range = coded('out_of_range', `Must be from ${min} to ${max}`)
  return z.int(complaint('invalid_type', 'Must be an integer')).min(min, range).max(max, range)
}

export const anyText = z.string(complaint('invalid_type', 'Must be a string'))

/** A text to look for; a longer one would match nothing. */
export const wantedText = anyText.max(
  255,
  coded('invalid_length', 'Must have at most 255 characters'),
)

/** The last four digits of a card or account. */
export const lastFour = anyText.regex(
  /^[0-9]{4}$/,
  coded('invalid_format', 'Must be the last four digits'),
)

/** A number in a path or a query: text on the wire, a number for clients. */
export const queryNumber = integerText as unknown as (
  min: number,
  max: number,
) => z.ZodType<number, number>

/** A switch in a query: text on the wire, a boolean for clients. */
export const queryBoolean = wordField(['true', 'false']).transform(
  (text) => text === 'true',
) as unknown as z.ZodType<boolean, boolean>

/** The limit of a list. */
export const limit = queryNumber(1, LONGEST_LIST).default(100)

/** The id of the last entry of the page before. */
export const afterId = queryNumber(1, MAX_ID).exactOptional()

/** So many are checked in one turn, and expired in one step. */
export const MOST_LISTED = 1000

export function tooMany(what: string) {
  const words = `Must have at most ${MOST_LISTED} ${what}; send the others with another call`
  return coded('out_of_range', words)
}

/** Checked only once the list is known to be short enough. */
const unchecked = z.unknown().meta({ type: 'integer', minimum: 1 }) as unknown as z.ZodType<
  unknown,
  number
>

export function auditList(least = 0) {
  return z
    .array(unchecked, complaint('invalid_type', 'Must be a list'))
    .min(least)
    .max(MOST_LISTED, tooMany('audits'))
    .pipe(z.array(identifier))
}

/** Requires at least one of these members. */
export function needsOneOf(names: readonly string[]) {
  const error = coded('missing_field', `Give ${names.join(' or ')}`)
  const isGiven = (value: object) => names.some((name) => Object.hasOwn(value, name))
  return [isGiven, { ...error, ...onObjects }] as const
}

export function needsExactlyOneOf(names: readonly string[]) {
  const error = coded('invalid_format', `Give one of ${names.join(' and ')}, not both`)
  const isSingle = (value: object) => names.filter((name) => Object.hasOwn(value, name)).length < 2
  return [isSingle, { ...error, ...onObjects }] as const
}

/** A field of a response: its schema, and its value for what the response is about. */
interface AnswerField<From extends readonly unknown[], Schema extends z.ZodType> {
  readonly schema: Schema
  readonly value: (...from: From) => ValueOf<Schema>
}

/** Makes the fields of responses about these. */
export function answerField<From extends readonly unknown[]>() {
  return <Schema extends z.ZodType>(
    schema: Schema,
    value: (...from: From) => ValueOf<Schema>,
  ): AnswerField<From, Schema> => ({ schema, value })
}

type Fields<From extends readonly unknown[]> = Readonly<
  Record<string, { readonly schema: z.ZodType; readonly value: (...from: From) => unknown }>
>

type SchemasOf<All extends Fields<never>> = { [Name in keyof All]: All[Name]['schema'] }

export function schemasOf<All extends Fields<never>>(fields: All): SchemasOf<All> {
  const schemas = Object.entries(fields).map(([name, { schema }]) => [name, schema])
  return Object.fromEntries(schemas) as SchemasOf<All>
}

/** Makes the response: each field with its value. */
export function answerMaker<From extends readonly unknown[], All extends Fields<From>>(
  fields: All & Fields<From>,
): (...from: From) => { readonly [Name in keyof All]: ValueOf<All[Name]['schema']> } {
  const readers = Object.entries(fields).map(([name, { value }]) => ({ name, value }))
  return (...from) => {
    const answer: Record<string, unknown> = {}
    for (const { name, value } of readers) answer[name] = value(...from)
    // The cast is safe: each value has the type of its schema, as `answerField` requires.
    return answer as { readonly [Name in keyof All]: ValueOf<All[Name]['schema']> }
  }
}
