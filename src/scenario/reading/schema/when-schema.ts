import * as z from 'zod'
import { MAX_ID } from '../../../domain/identifier.ts'
import type { ConditionForm } from '../../conditions/condition.ts'
import { allConditions } from '../../conditions/table.ts'
import { isMoment, momentForms } from '../../conditions/window-condition.ts'
import { perNames, type WhenDocument } from '../../scenario-document.ts'
import { parseWindow, windowForms } from '../../written-values.ts'

const emptyList = { error: 'an empty list can never match; leave the key out' }

/** Entries of a list; a check of more would keep other requests waiting. */
const MOST_ENTRIES = 1000
const MOST_KEYS = 100

/** One value or a list of them; an empty list would match nothing. */
function oneOrMore(item: z.ZodType, error: string) {
  return z.union([item, z.array(item).min(1, emptyList).max(MOST_ENTRIES)], { error })
}

const globs = 'A text, a glob (* any run of characters, ? any single one) or a list.'

const cents = z
  .int({ error: ({ input }) => dollarsText(input) })
  .min(0)
  .max(9_999_999_999)

/** `20.50` most likely means dollars; other values have the usual message. */
function dollarsText(input: unknown): string | undefined {
  if (typeof input !== 'number' || Number.isInteger(input)) return undefined
  return `amounts are in cents: write ${Math.round(100 * input)}`
}

const amount = z.union(
  [
    z.string(),
    z.int().min(0),
    z
      .array(z.union([z.string(), z.int().min(0)]))
      .min(1, emptyList)
      .max(MOST_ENTRIES),
    z.strictObject({
      min: cents.describe('The least amount in cents that matches.').exactOptional(),
      max: cents.describe('The greatest amount in cents that matches.').exactOptional(),
    }),
  ],
  { error: 'expected an amount in cents such as "50000", a glob, a list or { min, max }' },
)

const glob = z.string().max(255, { error: 'expected at most 255 characters' })

function texts({ words, isNumbered }: Extract<ConditionForm, { kind: 'texts' }>) {
  if (isNumbered) {
    return oneOrMore(z.union([glob, z.int().min(1)]), 'expected a number, a glob or a list')
  }
  // The list is for completion in editors; a glob is accepted as well.
  const text = words === undefined ? glob : z.union([z.enum(words), glob])
  return oneOrMore(text, 'expected a string or a list of strings')
}

/** More instants than this would make the count of a rule large. */
const MOST_COUNTED = 1000

const rate = z.strictObject({
  more_than: z
    .int({ error: 'expected a number of requests, such as 5' })
    .min(1, { error: 'expected at least 1' })
    .max(MOST_COUNTED, { error: `expected at most ${MOST_COUNTED}` })
    .describe('The rule applies to each request after so many.'),
  within: z
    .string({ error: `expected ${windowForms}` })
    .refine((text) => parseWindow(text) !== undefined, { error: `expected ${windowForms}` })
    .describe('The sandbox time that is looked back: 1m.'),
  per: z.enum(perNames).describe('Counts separately for each value of this.').exactOptional(),
})

function nounOf(words: readonly string[]): string {
  return words.includes('mon') ? 'a day such as mon' : 'an operation'
}

function schemaFor(form: ConditionForm, means: string): z.ZodType {
  switch (form.kind) {
    case 'texts':
      return texts(form).describe(`${means} ${globs}`)
    case 'words':
      return oneOrMore(
        z.enum(form.words),
        `expected ${nounOf(form.words)} or a list of them`,
      ).describe(means)
    case 'word':
      return z.enum(form.words).describe(means)
    case 'ids':
      return oneOrMore(
        z.int().min(1).max(MAX_ID),
        'expected a merchant id or a list of them',
      ).describe(means)
    case 'amount':
      return amount.describe(means)
    case 'texts by key':
      return z
        .record(z.string(), texts({ kind: 'texts' }).describe(`The value under this key. ${globs}`))
        .refine((kvps) => Object.keys(kvps).length <= MOST_KEYS, {
          error: `expected at most ${MOST_KEYS} keys`,
        })
        .describe(means)
    case 'days':
      return oneOrMore(
        z.int().min(1).max(31),
        'expected a day of the month from 1 to 31, or a list of them',
      ).describe(means)
    case 'flag':
      return z.boolean({ error: 'expected true or false' }).describe(means)
    case 'rate':
      return rate.describe(means)
    case 'moment':
      return z
        .string()
        .refine(isMoment, { error: `expected ${momentForms}` })
        .describe(means)
  }
}

const shape: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  allConditions.map(({ name, form, means }) => [name, schemaFor(form, means).exactOptional()]),
)

const { rate: _rate, ...excludable } = shape

const excluded = z.strictObject(excludable).describe('None of these may hold.').exactOptional()

/** All that are given must hold. */
export const whenSchema = z.strictObject({
  ...shape,
  // Its members are the same as outside, which the compiler cannot infer.
  not: excluded as z.ZodExactOptional<z.ZodType<WhenDocument>>,
})
