import * as z from 'zod'
import { cardTypes, startsLikeCard } from '../../../domain/card/card.ts'
import { hasCardNumber, maskCardNumbers } from '../../../domain/card/card-number-in-text.ts'
import { MAX_ID } from '../../../domain/identifier.ts'
import { isCurrency } from '../../../domain/money/currency.ts'
import { isRestrictedText, refusedCharacter } from '../../../domain/restricted-text.ts'
import { END_OF_TIME } from '../../../domain/time/end-of-time.ts'
import { DAY, isoUtc } from '../../../domain/time/instant.ts'
import type { SlowAnswer } from '../../../domain/transaction/slow-answer.ts'
import { actsOnAnother } from '../../../domain/transaction/targets.ts'
import {
  moveCauses,
  type Outcome,
  type PaymentMethod,
  type StoredAccount,
  type StoredCard,
} from '../../../domain/transaction/transaction.ts'
import type { Customer } from '../../../domain/vault/customer.ts'
import type { Token } from '../../../domain/vault/token.ts'
import type { RuleCount } from '../../../scenario/rule.ts'
import type { KeptAnswer } from '../kept-answer.ts'
import type { TableName } from '../medium.ts'
import type { Meta } from '../meta.ts'
import { type StoredTransaction, transactionLine, wholeTransaction } from '../transaction-line.ts'
import { storedRule, storedScenario } from './rule-schema.ts'

/*
 * Rows that a person or another program may have written: an import, an edited state file or
 * snapshot. Members stand in the order in which lines have them, so that a row that an editor has
 * written anew is a line of ours again.
 */
const integer = z.int()
const MAX_AMOUNT = 9_999_999_999
const count = z.int().min(0)
const id = z.int().min(1).max(MAX_ID)
// A row may tell of what lies ahead, which the last dates of four digits still hold.
const instant = before(END_OF_TIME)
const planned = before(END_OF_TIME + 364 * DAY)

function before(end: number) {
  return count.max(end - 1, `Must be before ${isoUtc(end)}`)
}

/** A text as the API takes it, with every card number in it masked. */
function text(min: number, max: number) {
  const length = `Must have ${min} to ${max} characters`
  return z
    .string()
    .min(min, length)
    .max(max, length)
    .refine(isRestrictedText, { error: ({ input }) => refusedCharacter(String(input)) })
    .transform((given) => maskCardNumbers(given))
}

// The longest that a config can allow.
const reference = text(1, 10_000)
const word = text(0, 1000)
const kvps = z.record(text(1, 200), text(0, 10_000))
const body = z.string().transform((given) => maskCardNumbers(given))

/** What tells a text from others: itself, or masked with a fingerprint behind it. */
const textKey = text(1, 200)

const fingerprint = z
  .string()
  .regex(/^[\w-]{22}$/, 'Must be a fingerprint of 22 characters')
  .refine((given) => !hasCardNumber(given), 'Must not be a card number')

const gatewayCode = z
  .int()
  .min(-MAX_ID - 1)
  .max(MAX_ID)
const status = z.enum(['approved', 'declined', 'pending', 'error', 'voided', 'unknown'])

const outcome: z.ZodType<Outcome> = z.strictObject({
  status: status.exclude(['voided']),
  gatewayStatusCode: gatewayCode,
  responseCode: word,
  responseMessage: word,
})

const card: z.ZodType<StoredCard> = z.strictObject({
  pan: z.string().regex(/^[0-9]{0,6}x{3,}[0-9]{0,4}$/, 'Must be masked'),
  type: z.enum(cardTypes),
  fingerprint,
  expiry: z.strictObject({ year: count.max(9999), month: z.int().min(1).max(12) }).exactOptional(),
})

const account: z.ZodType<StoredAccount> = z.strictObject({
  bsb: z.string().regex(/^[0-9]{3}-[0-9]{3}$/),
  accountNumber: z.string().regex(/^x{1,9}[0-9]{0,3}$/, 'Must be masked'),
  accountName: text(1, 32),
  fingerprint,
})

// Which digit it begins with is a setting; a card's is none of them.
const virtualPan = z
  .string()
  .regex(/^[0-9]{13,19}$/)
  .refine((text) => !startsLikeCard(Number(text.charAt(0))), 'Must not begin like a card number')
const payingToken = z.strictObject({ id, virtualPan }).exactOptional()

const method: z.ZodType<PaymentMethod> = z.discriminatedUnion('rail', [
  z.strictObject({ rail: z.literal('card'), card, token: payingToken }),
  z.strictObject({ rail: z.literal('direct_debit'), account, token: payingToken }),
])

const due = z.array(
  z.discriminatedUnion('event', [
    z.strictObject({ at: planned, event: z.literal('resolve'), outcome }),
    z.strictObject({ at: planned, event: z.literal('preauthorisation_expired') }),
  ]),
)

const transaction: z.ZodType<StoredTransaction> = z
  .strictObject({
    audit: id,
    merchant: id,
    createdAt: instant,
    correlation: z
      .string()
      .regex(/^[A-Za-z0-9+\-_:.,#]{0,160}$/)
      .refine((key) => !hasCardNumber(key), 'Must be masked'),
    target: count,
    due,
    kind: z.enum([
      'purchase',
      'preauthorisation',
      'completion',
      'refund',
      'standalone_refund',
      'void',
    ]),
    status,
    gatewayStatusCode: gatewayCode.exactOptional(),
    responseCode: word,
    responseMessage: word,
    reference,
    amount: count.min(1).max(MAX_AMOUNT),
    total: count.exactOptional(),
    currency: z.string().refine(isCurrency, 'Must be a currency of ISO 4217'),
    method,
    surcharge: z.strictObject({ percent: word, added: count }).exactOptional(),
    requestKvps: kvps.exactOptional(),
    responseKvps: kvps.exactOptional(),
    traceNumber: word,
    authorisationCode: word.exactOptional(),
    preauthorisationCode: word.exactOptional(),
    settlementDate: z.iso.date(),
    cutoffAt: planned,
    expiresAt: planned.exactOptional(),
    refunded: count.exactOptional(),
    completions: count.exactOptional(),
    completed: count.exactOptional(),
    voiding: z.boolean().exactOptional(),
    drift: z.boolean().exactOptional(),
    moves: z
      .array(
        z.strictObject({
          at: instant,
          from: status.exactOptional(),
          to: status,
          cause: z.enum(moveCauses),
        }),
      )
      .exactOptional(),
  })
  .refine(({ audit, target }) => target < audit, 'Must act on an earlier transaction')
  .refine(({ kind, target }) => actsOnAnother(kind) === target > 0, {
    error: 'Must be given for a completion, a refund and a void, and for nothing else',
    path: ['target'],
  })
  .refine(({ amount, total = amount, surcharge }) => total === amount + (surcharge?.added ?? 0), {
    error: 'Must be the amount and what the surcharge adds',
    path: ['total'],
  })
  .refine(({ due }) => due.every(({ at }, i) => at >= (due[i - 1]?.at ?? 0)), {
    error: 'Must be in the order of time',
    path: ['due'],
  })

const customer: z.ZodType<Customer> = z.strictObject({
  id,
  merchant: id,
  name: text(1, 60),
  reference: text(1, 50),
  referenceKey: textKey.exactOptional(),
  createdAt: instant,
})

const token: z.ZodType<Token> = z.strictObject({
  id,
  customer: id,
  merchant: id,
  virtualPan,
  preferredName: text(1, 50),
  nameKey: textKey.exactOptional(),
  active: z.boolean(),
  account: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('card'), card, name: text(1, 60) }),
    z.strictObject({ type: z.literal('bank'), account }),
  ]),
  createdAt: instant,
})

const ruleCount: z.ZodType<RuleCount & { readonly id: string }> = z.strictObject({
  id: text(1, 1000),
  seen: count,
  hits: count,
})

const slowAnswer: z.ZodType<SlowAnswer & { readonly id: number }> = z.strictObject({
  id,
  outcome,
  due,
})

const keptAnswer: z.ZodType<KeptAnswer & { readonly id: number }> = z.strictObject({
  id,
  request: textKey,
  status: z.int().min(200).max(299),
  body,
})

type MetaRow<K extends keyof Meta> = { readonly id: K } & Meta[K]

const metaRows: { readonly [K in keyof Meta]: z.ZodType<MetaRow<K>> } = {
  clock: z.discriminatedUnion('mode', [
    z.strictObject({ id: z.literal('clock'), mode: z.literal('running'), offset: integer }),
    z.strictObject({ id: z.literal('clock'), mode: z.literal('frozen'), at: instant }),
  ]),
  seed: z.strictObject({ id: z.literal('seed'), value: count.max(MAX_ID) }),
  scenarios: z.strictObject({
    id: z.literal('scenarios'),
    loaded: z.array(storedScenario),
    oneShots: z.array(storedRule),
  }),
  one_shots: z.strictObject({
    id: z.literal('one_shots'),
    rules: z.array(storedRule),
    last: count,
  }),
  correlations: z.strictObject({ id: z.literal('correlations'), forgottenTo: count }),
  ids: z.strictObject({
    id: z.literal('ids'),
    customer: count.max(MAX_ID),
    token: count.max(MAX_ID),
  }),
}

const rows: Readonly<Record<TableName, z.ZodType>> = {
  meta: z.union(Object.values(metaRows)),
  rules: ruleCount,
  customers: customer,
  tokens: token,
  transactions: transaction,
  slow_answers: slowAnswer,
  kept_answers: keptAnswer,
}

/** A row as its line, or why it is none. What it holds is not quoted: it may be a card number. */
export function checkedLine(table: TableName, line: string): string {
  const value: unknown = JSON.parse(line)
  const result = schemaOf(table, value).safeParse(value)
  if (result.success) return lineOf(table, result.data)
  const [issue] = result.error.issues
  const place = [table, ...(issue?.path ?? [])].map(String).join('.')
  throw new Error(`${place}: ${issue?.message ?? 'Not a row'}`)
}

function lineOf(table: TableName, row: unknown): string {
  if (table !== 'transactions') return JSON.stringify(row)
  return transactionLine(wholeTransaction(row as StoredTransaction))
}

/** Meta rows by their own kind, so that a complaint is about the right one. */
function schemaOf(table: TableName, value: unknown): z.ZodType {
  if (table !== 'meta') return rows[table]
  const kind = z.looseObject({ id: z.string() }).safeParse(value).data?.id ?? ''
  return Object.hasOwn(metaRows, kind) ? metaRows[kind as keyof Meta] : rows.meta
}
