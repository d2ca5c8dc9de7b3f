import * as z from 'zod'
import { excerpt } from '../../../../base/documents/complaint.ts'
import { redactText } from '../../../../base/redaction/redacted.ts'
import { someOf } from '../../../../base/text/counted.ts'
import { id, identifyingText, maskedText, naturalNumber } from '../../../../domain/stored-values.ts'
import { actsOnAnother } from '../../../../domain/transaction/acting-on-target.ts'
import type { SlowResponse } from '../../../../domain/transaction/move.ts'
import { dueMoves, outcome, transactionRecord } from '../../../../domain/transaction/transaction.ts'
import { customerRecord, tokenRecord } from '../../../../domain/vault-records.ts'
import { isCountKey } from '../../../../scenario/matching/counting.ts'
import type { RuleCount } from '../../../../scenario/rule.ts'
import type { StoredResponse } from '../../commands/transactions/correlation.ts'
import type { TableName } from '../medium.ts'

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

const slowResponse: z.ZodType<SlowResponse & { readonly id: number }> = z.strictObject({
  id,
  outcome,
  due: dueMoves,
})

const storedResponse: z.ZodType<StoredResponse & { readonly id: number }> = z.strictObject({
  id,
  request: identifyingText,
  status: z.int().min(200).max(299),
  body: z.string().transform((given) => redactText(given)),
})

const rows: Readonly<Record<Exclude<TableName, 'meta'>, z.ZodType>> = {
  rules: ruleCount,
  customers: customerRecord,
  tokens: tokenRecord,
  transactions: transactionRow,
  slow_responses: slowResponse,
  kept_responses: storedResponse,
}

/** Checks a row and returns its line. */
export function checkedLine(table: Exclude<TableName, 'meta'>, line: string): string {
  return JSON.stringify(checkedValue(rows[table], JSON.parse(line)))
}

const MOST_QUOTED = 300

/** Errors do not quote values, which may be card numbers. `at`: where the value is in its row. */
export function checkedValue<T>(
  schema: z.ZodType<T>,
  value: unknown,
  at: readonly (string | number)[] = [],
): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const member = [...at, ...(issue?.path ?? [])].map(String).join('.')
  const text = issue?.code === 'unrecognized_keys' ? unknownKeys(issue) : issue?.message
  throw new Error(`${member === '' ? '' : `${member}: `}${text}`)
}

/** There may be very many. */
function unknownKeys({ keys }: z.core.$ZodIssueUnrecognizedKeys): string {
  return `Unknown ${keys.length === 1 ? 'key' : 'keys'}: ${excerpt(someOf(keys), MOST_QUOTED)}`
}
