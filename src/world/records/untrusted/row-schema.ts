import * as z from 'zod'
import { cardTypes, startsLikeCard } from '../../../domain/card/card.ts'
import { MAX_ID } from '../../../domain/identifier.ts'
import { isCurrency, MAX_AMOUNT } from '../../../domain/money.ts'
import { hasCardNumber, redactText } from '../../../domain/redaction/redacted.ts'
import { isRestrictedText, refusedCharacter } from '../../../domain/restricted-text.ts'
import { DAY, END_OF_TIME, isoUtc } from '../../../domain/time/instant.ts'
import { actsOnAnother } from '../../../domain/transaction/acting-on-target.ts'
import type { SlowResponse } from '../../../domain/transaction/move.ts'
import {
  moveCauses,
  type Outcome,
  type PaymentMethod,
  type StoredAccount,
  type StoredCard,
  transactionKinds,
  transactionStatuses,
} from '../../../domain/transaction/transaction.ts'
import type { Customer, Token } from '../../../domain/vault.ts'
import { isCountKey } from '../../../scenario/matching/counting.ts'
import type { RuleCount } from '../../../scenario/rule.ts'
import type { KeptResponse } from '../../commands/transactions/correlation.ts'
import type { TableName } from '../medium.ts'
import type { Meta } from '../meta.ts'
import { type StoredTransaction, transactionLine, wholeTransaction } from '../transaction-line.ts'
import { storedRule, storedScenario } from './rule-schema.ts'

/**
 * Rows that a person or another program may have written: an import, or an edited state file or
 * snapshot. Members have the same order as in our own lines, so that a checked row serialises to
 * the same line.
 */

const naturalNumber = z.int().min(0)
const id = z.int().min(1).max(MAX_ID)
// Planned events may lie up to a year later, which still has a year of four digits.
const instant = before(END_OF_TIME)
const planned = before(END_OF_TIME + 364 * DAY)

function before(end: number) {
  return naturalNumber.max(end - 1, `Must be before ${isoUtc(end)}`)
}

/** A text by the API's rules, with card numbers masked. */
function plainText(min: number, max: number, isAccepted = isRestrictedText) {
  const length = `Must have ${min} to ${max} characters`
  return z
    .string()
    .min(min, length)
    .max(max, length)
    .refine(isAccepted, { error: ({ input }) => refusedCharacter(String(input)) })
    .transform((given) => redactText(given))
}

/** Identifies a text: the text itself, or the masked text followed by a fingerprint. */
const identifyingText = plainText(1, 200)

/** A schema for every member of a stored row, so that none is forgotten. */
type MembersOf<Row> = { readonly [Member in keyof Required<Row>]: z.ZodType }

const fingerprint = z
  .string()
  .regex(/^[\w-]{22}$/, 'Must be a fingerprint of 22 characters')
  .refine((given) => !hasCardNumber(given), 'Must not be a card number')

const card: z.ZodType<StoredCard> = z.strictObject({
  pan: z.string().regex(/^[0-9]{0,6}x{3,}[0-9]{0,4}$/, 'Must be masked'),
  type: z.enum(cardTypes),
  fingerprint,
  expiry: z
    .strictObject({ year: naturalNumber.max(9999), month: z.int().min(1).max(12) })
    .exactOptional(),
})

const account: z.ZodType<StoredAccount> = z.strictObject({
  bsb: z.string().regex(/^[0-9]{3}-[0-9]{3}$/),
  accountNumber: z.string().regex(/^x{1,9}[0-9]{0,3}$/, 'Must be masked'),
  accountName: plainText(1, 32),
  fingerprint,
})

// The first digit is configurable, but is never one that cards begin with.
const virtualPanText = z
  .string()
  .regex(/^[0-9]{13,19}$/)
  .refine((text) => !startsLikeCard(Number(text.charAt(0))), 'Must not begin like a card number')
const payingToken = z.strictObject({ id, virtualPan: virtualPanText }).exactOptional()

const method: z.ZodType<PaymentMethod> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('card'), card, token: payingToken }),
  z.strictObject({ kind: z.literal('direct_debit'), account, token: payingToken }),
])

// The longest reference that a config can allow.
const reference = plainText(1, 10_000)
const word = plainText(0, 1000)
const kvps = z.record(plainText(1, 200), plainText(0, 10_000))

const gatewayCode = z
  .int()
  .min(-MAX_ID - 1)
  .max(MAX_ID)
const status = z.enum(transactionStatuses)

const outcome: z.ZodType<Outcome> = z.strictObject({
  status: status.exclude(['voided']),
  gatewayStatusCode: gatewayCode,
  responseCode: word,
  responseMessage: word,
})

const due = z.array(
  z.discriminatedUnion('event', [
    z.strictObject({ at: planned, event: z.literal('resolve'), outcome }),
    z.strictObject({ at: planned, event: z.literal('preauthorisation_expired') }),
  ]),
)

const transactionRow: z.ZodType<StoredTransaction> = z
  .strictObject({
    audit: id,
    merchant: id,
    createdAt: instant,
    correlation: z
      .string()
      .regex(/^[A-Za-z0-9+\-_:.,#]{0,160}$/)
      .refine((key) => !hasCardNumber(key), 'Must be masked')
      .transform((key) => redactText(key)),
    target: naturalNumber,
    due,
    kind: z.enum(transactionKinds),
    status,
    gatewayStatusCode: gatewayCode.exactOptional(),
    responseCode: word,
    responseMessage: word,
    reference,
    amount: naturalNumber.min(1).max(MAX_AMOUNT),
    total: naturalNumber.exactOptional(),
    currency: z.string().refine(isCurrency, 'Must be a currency of ISO 4217'),
    method,
    surcharge: z.strictObject({ percent: word, added: naturalNumber }).exactOptional(),
    requestKvps: kvps.exactOptional(),
    responseKvps: kvps.exactOptional(),
    traceNumber: word,
    authorisationCode: word.exactOptional(),
    preauthorisationCode: word.exactOptional(),
    settlementDate: z.iso.date(),
    cutoffAt: planned,
    expiresAt: planned.exactOptional(),
    refunded: naturalNumber.exactOptional(),
    completions: naturalNumber.exactOptional(),
    completed: naturalNumber.exactOptional(),
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
  } satisfies MembersOf<StoredTransaction>)
  .refine(({ kind, target }) => actsOnAnother(kind) === target > 0, {
    error: 'Must be given for a completion, a refund and a void, and for nothing else',
    path: ['target'],
  })
  .refine(({ due }) => due.every(({ at }, i) => at >= (due[i - 1]?.at ?? 0)), {
    error: 'Must be in the order of time',
    path: ['due'],
  })

const ruleCount: z.ZodType<RuleCount & { readonly id: string }> = z.strictObject({
  id: plainText(1, 1000, isCountKey),
  seen: naturalNumber,
  hits: naturalNumber,
  from: z.number().exactOptional(),
  recent: z.array(z.number()).max(1001).exactOptional(),
})

const slowAnswer: z.ZodType<SlowResponse & { readonly id: number }> = z.strictObject({
  id,
  outcome,
  due,
})

const keptAnswer: z.ZodType<KeptResponse & { readonly id: number }> = z.strictObject({
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
