import * as z from 'zod'
import type { ValueOf } from '../../../base/value-of.ts'
import { MAX_ID } from '../../../domain/identifier.ts'
import { decidedStatuses } from '../../../domain/transaction/kinds-and-statuses.ts'
import { maxSeeded } from '../../../gateway/seed/seed-limits.ts'
import { boolean } from '../../../gateway/wire/contract/field.ts'
import { coded, complaint } from '../../../gateway/wire/contract/objection.ts'
import {
  anyText,
  auditList,
  integerField,
  MOST_LISTED,
  needsExactlyOneOf,
  needsOneOf,
  onObjects,
  strict,
  tooMany,
  wantedText,
  wordField,
} from '../control-field.ts'

// What the calls take that change a world. The library's options derive from it.

function code(form: RegExp, words: string) {
  return anyText.regex(form, coded('invalid_format', `Must be ${words}`)).exactOptional()
}

/** False would ask for nothing. */
const trueOnly = boolean.refine((all) => all, coded('invalid_format', 'Must be true, or left out'))

export const settleBody = strict({
  audits: auditList().exactOptional(),
  all: trueOnly.exactOptional().describe('True for all pending direct debits.'),
  status: wordField(['approved', 'declined']).exactOptional(),
  response_code: code(/^(?:00|[1-9])$/, 'a return code, 1 to 9, or 00').describe(
    'A return code, 1 to 9, or 00.',
  ),
})
  .refine(...needsOneOf(['audits', 'all']))
  .refine(...needsExactlyOneOf(['audits', 'all']))
  .refine(({ status, response_code: code }) => agree(status, code), {
    ...coded('invalid_format', 'Code 00 is an approval, 1 to 9 are returns'),
    path: ['response_code'],
    ...onObjects,
  })
  .meta({ id: 'SettleBody' })

export type SettleBody = ValueOf<typeof settleBody>

function agree(status: string | undefined, code: string | undefined): boolean {
  return status === undefined || code === undefined || (status === 'approved') === (code === '00')
}

export const resolveBody = strict({
  audits: auditList(1),
  status: wordField(decidedStatuses),
  response_code: code(/^[0-9A-Za-z]{1,3}$/, "a bank's code such as 51").describe(
    "The bank's code.",
  ),
}).meta({ id: 'ResolveBody' })

export type ResolveBody = ValueOf<typeof resolveBody>

export const returnBody = strict({
  audits: auditList(1),
  response_code: code(/^[1-9]$/, 'a return code, 1 to 9').describe('A return code, 1 to 9.'),
}).meta({ id: 'ReturnBody' })

export type ReturnBody = ValueOf<typeof returnBody>

export const expireBody = strict({
  ids: z
    .array(wantedText, complaint('invalid_type', 'Must be a list'))
    .max(MOST_LISTED, tooMany('ids'))
    .exactOptional(),
  all: trueOnly.exactOptional().describe('True for all correlation ids.'),
})
  .refine(...needsOneOf(['ids', 'all']))
  .refine(...needsExactlyOneOf(['ids', 'all']))
  .meta({ id: 'ExpireBody' })

export type ExpireBody = ValueOf<typeof expireBody>

/** Longer than any reasonable test name. */
const LONGEST_LABEL = 300

export const resetBody = strict({
  label: anyText
    .min(1, coded('invalid_length', 'Must not be empty'))
    .max(LONGEST_LABEL, coded('invalid_length', `Must have at most ${LONGEST_LABEL} characters`))
    .exactOptional()
    .describe("A label for what comes next in the report, usually a test's name."),
  keep_scenarios: z
    .boolean(complaint('invalid_type', 'Must be true or false'))
    .exactOptional()
    .describe('Leaves the loaded scenarios as they are; their counts restart.'),
}).meta({ id: 'ResetBody' })

export type ResetBody = ValueOf<typeof resetBody>

export const seedBody = strict({
  customers: integerField(0, maxSeeded.customers).exactOptional(),
  tokens: integerField(0, maxSeeded.tokens).exactOptional(),
  transactions: integerField(0, maxSeeded.transactions).exactOptional(),
  seed: integerField(0, MAX_ID).exactOptional().describe('The same seed gives the same data.'),
}).meta({ id: 'SeedBody' })

export type SeedBody = ValueOf<typeof seedBody>
