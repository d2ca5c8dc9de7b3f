import * as z from 'zod'
import { MAX_ID } from '../../../domain/identifier.ts'
import { redactText } from '../../../domain/redaction/redacted.ts'
import type { SlowAnswer } from '../../../domain/transaction/move.ts'
import type { Customer, Token } from '../../../domain/vault.ts'
import { isCountKey } from '../../../scenario/matching/counting.ts'
import type { RuleCount } from '../../../scenario/rule.ts'
import type { KeptAnswer } from '../../commands/transactions/correlation.ts'
import type { TableName } from '../medium.ts'
import type { Meta } from '../meta.ts'
import { type StoredTransaction, transactionLine, wholeTransaction } from '../transaction-line.ts'
import {
  account,
  card,
  id,
  identifyingText,
  instant,
  type MembersOf,
  naturalNumber,
  plainText,
  virtualPanText,
} from './member-schema.ts'
import { storedRule, storedScenario } from './rule-schema.ts'
import { due, outcome, transactionRow } from './transaction-schema.ts'

/**
 * Rows that a person or another program may have written: an import, or an edited state file or
 * snapshot. Members have the same order as in our own lines, so that a checked row serialises to
 * the same line.
 */

const ruleCount: z.ZodType<RuleCount & { readonly id: string }> = z.strictObject({
  id: plainText(1, 1000, isCountKey),
  seen: naturalNumber,
  hits: naturalNumber,
  from: z.number().exactOptional(),
})

const slowAnswer: z.ZodType<SlowAnswer & { readonly id: number }> = z.strictObject({
  id,
  outcome,
  due,
})

const keptAnswer: z.ZodType<KeptAnswer & { readonly id: number }> = z.strictObject({
  id,
  request: identifyingText,
  status: z.int().min(200).max(299),
  body: z.string().transform((given) => redactText(given)),
})

const customerRow: z.ZodType<Customer> = z.strictObject({
  id,
  merchant: id,
  name: plainText(1, 60),
  reference: plainText(1, 50),
  referenceKey: identifyingText.exactOptional(),
  createdAt: instant,
} satisfies MembersOf<Customer>)

const tokenRow: z.ZodType<Token> = z.strictObject({
  id,
  customer: id,
  merchant: id,
  virtualPan: virtualPanText,
  preferredName: plainText(1, 50),
  nameKey: identifyingText.exactOptional(),
  active: z.boolean(),
  account: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('card'), card, name: plainText(1, 60) }),
    z.strictObject({ type: z.literal('bank'), account }),
  ]),
  createdAt: instant,
} satisfies MembersOf<Token>)

type MetaRow<K extends keyof Meta> = { readonly id: K } & Meta[K]

const metaRows: { readonly [K in keyof Meta]: z.ZodType<MetaRow<K>> } = {
  clock: z.discriminatedUnion('mode', [
    z.strictObject({ id: z.literal('clock'), mode: z.literal('running'), offset: z.int() }),
    z.strictObject({ id: z.literal('clock'), mode: z.literal('frozen'), at: instant }),
  ]),
  seed: z.strictObject({ id: z.literal('seed'), value: naturalNumber.max(MAX_ID) }),
  scenarios: z.strictObject({ id: z.literal('scenarios'), loaded: z.array(storedScenario) }),
  one_shots: z.strictObject({
    id: z.literal('one_shots'),
    rules: z.array(storedRule),
    last: naturalNumber,
  }),
  correlations: z.strictObject({ id: z.literal('correlations'), forgottenTo: naturalNumber }),
  ids: z.strictObject({
    id: z.literal('ids'),
    customer: naturalNumber.max(MAX_ID),
    token: naturalNumber.max(MAX_ID),
  }),
}

const rows: Readonly<Record<TableName, z.ZodType>> = {
  meta: z.union(Object.values(metaRows)),
  rules: ruleCount,
  customers: customerRow,
  tokens: tokenRow,
  transactions: transactionRow,
  slow_answers: slowAnswer,
  kept_answers: keptAnswer,
}

/** Checks a row and returns its line. Errors do not quote values, which may be card numbers. */
export function checkedLine(table: TableName, line: string): string {
  const value: unknown = JSON.parse(line)
  const result = schemaOf(table, value).safeParse(value)
  if (result.success) return lineOf(table, result.data)
  const [issue] = result.error.issues
  const member = issue?.path.map(String).join('.') ?? ''
  throw new Error(`${member === '' ? '' : `${member}: `}${issue?.message}`)
}

function lineOf(table: TableName, row: unknown): string {
  if (table !== 'transactions') return JSON.stringify(row)
  return transactionLine(wholeTransaction(row as StoredTransaction))
}

/** Picks the schema by the kind of the meta row, so that errors refer to that kind. */
function schemaOf(table: TableName, value: unknown): z.ZodType {
  if (table !== 'meta') return rows[table]
  const kind = z.looseObject({ id: z.string() }).safeParse(value).data?.id ?? ''
  return Object.hasOwn(metaRows, kind) ? metaRows[kind as keyof Meta] : rows.meta
}
