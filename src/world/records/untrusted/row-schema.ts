import * as z from 'zod'
import { MAX_ID } from '../../../domain/identifier.ts'
import { redactText } from '../../../domain/redaction/redacted.ts'
import {
  id,
  identifyingText,
  instant,
  maskedText,
  naturalNumber,
} from '../../../domain/stored-values.ts'
import { actsOnAnother } from '../../../domain/transaction/acting-on-target.ts'
import type { SlowResponse } from '../../../domain/transaction/move.ts'
import { dueMoves, outcome, transactionRecord } from '../../../domain/transaction/transaction.ts'
import { customerRecord, tokenRecord } from '../../../domain/vault-records.ts'
import { isCountKey } from '../../../scenario/matching/counting.ts'
import type { RuleCount } from '../../../scenario/rule.ts'
import type { KeptResponse } from '../../commands/transactions/correlation.ts'
import type { TableName } from '../medium.ts'
import type { Meta } from '../meta.ts'
import { storedRule, storedScenario } from './rule-schema.ts'

/**
 * Rows that a person or another program may have written: an import, or an edited state file or
 * snapshot. A checked row has the fields in the order of its schema, so it serialises to the same line
 * as our own.
 */

const transactionRow = transactionRecord
  .refine(({ kind, target }) => actsOnAnother(kind) === target > 0, {
    error: 'Must be given for a completion, a refund and a void, and for nothing else',
    path: ['target'],
  })
  .refine(({ due }) => due.every(({ at }, i) => at >= (due[i - 1]?.at ?? 0)), {
    error: 'Must be in the order of time',
    path: ['due'],
  })

const ruleCount: z.ZodType<RuleCount & { readonly id: string }> = z.strictObject({
  id: maskedText(1, 1000, isCountKey),
  seen: naturalNumber,
  hits: naturalNumber,
  from: z.number().exactOptional(),
  recent: z.array(z.number()).max(1001).exactOptional(),
})

const slowAnswer: z.ZodType<SlowResponse & { readonly id: number }> = z.strictObject({
  id,
  outcome,
  due: dueMoves,
})

const keptAnswer: z.ZodType<KeptResponse & { readonly id: number }> = z.strictObject({
  id,
  request: identifyingText,
  status: z.int().min(200).max(299),
  body: z.string().transform((given) => redactText(given)),
})

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
  customers: customerRecord,
  tokens: tokenRecord,
  transactions: transactionRow,
  slow_answers: slowAnswer,
  kept_answers: keptAnswer,
}

/** Checks a row and returns its line. Errors do not quote values, which may be card numbers. */
export function checkedLine(table: TableName, line: string): string {
  const value: unknown = JSON.parse(line)
  const result = schemaOf(table, value).safeParse(value)
  if (result.success) return JSON.stringify(result.data)
  const [issue] = result.error.issues
  const member = issue?.path.map(String).join('.') ?? ''
  throw new Error(`${member === '' ? '' : `${member}: `}${issue?.message}`)
}

/** Picks the schema by the kind of the meta row, so that errors refer to that kind. */
function schemaOf(table: TableName, value: unknown): z.ZodType {
  if (table !== 'meta') return rows[table]
  const kind = z.looseObject({ id: z.string() }).safeParse(value).data?.id ?? ''
  return Object.hasOwn(metaRows, kind) ? metaRows[kind as keyof Meta] : rows.meta
}
