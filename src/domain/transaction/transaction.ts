import * as z from 'zod'
import { hasCardNumber, type RedactedMembers, redactText } from '../../base/redaction/redacted.ts'
import type { ValueOf } from '../../base/value-of.ts'
import { MAX_ID } from '../identifier.ts'
import { isCurrency, MAX_AMOUNT } from '../money.ts'
import {
  accountRecord,
  cardRecord,
  id,
  instant,
  maskedText,
  naturalNumber,
  planned,
  virtualPanText,
} from '../stored-values.ts'
import { moveCauses, transactionKinds, transactionStatuses } from './kinds-and-statuses.ts'

/** A bank's or a scenario's text. */
const word: z.ZodType<string> = maskedText(0, 1000)
const kvps: z.ZodType<RedactedMembers> = z.record(maskedText(1, 200), maskedText(0, 10_000))
const status = z.enum(transactionStatuses)
const gatewayStatusCode = z
  .int()
  .min(-MAX_ID - 1)
  .max(MAX_ID)

/** The outcome of a transaction: the gateway's part and the bank's. */
export const outcome = z.strictObject({
  status: status.exclude(['voided']),
  gatewayStatusCode,
  responseCode: word,
  responseMessage: word,
})

/** Future moves, which happen when the clock reaches them. */
export const dueMoves = z.array(
  z.discriminatedUnion('event', [
    z.strictObject({ at: planned, event: z.literal('resolve'), outcome }),
    z.strictObject({ at: planned, event: z.literal('preauthorisation_expired') }),
  ]),
)

/** The token that paid, if the request had a virtual PAN. */
const token = z.strictObject({ id, virtualPan: virtualPanText }).exactOptional()

const method = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('card'), card: cardRecord, token }),
  z.strictObject({ kind: z.literal('direct_debit'), account: accountRecord, token }),
])

const move = z.strictObject({
  at: instant,
  from: status,
  to: status,
  cause: z.enum(moveCauses).exclude(['created']),
})

/**
 * One transaction, and its stored line: the line is its JSON, so what says nothing is left out. The
 * fields up to `due` come first and in this order, so that a store of a million lines can be indexed
 * without parsing them.
 */
export const transactionRecord = z.strictObject({
  audit: id,
  merchant: id,
  createdAt: instant,
  /** Correlation key; empty after the id has been forgotten. */
  correlation: z
    .string()
    .regex(/^[A-Za-z0-9+\-_:.,#]{0,160}$/)
    .refine((key) => !hasCardNumber(key), 'Must be masked')
    .transform((key) => redactText(key)),
  /** The audit that it acts on; 0 if it stands alone. */
  target: naturalNumber,
  /** Earliest first. Empty if nothing happens by itself. */
  due: dueMoves,
  kind: z.enum(transactionKinds),
  status,
  gatewayStatusCode,
  responseCode: word,
  responseMessage: word,
  // The longest reference that a config can allow.
  reference: maskedText(1, 10_000),
  /** Cents as submitted, without surcharge; completions are compared with this. */
  amount: naturalNumber.min(1).max(MAX_AMOUNT),
  currency: z.string().refine(isCurrency, 'Must be a currency of ISO 4217'),
  method,
  surcharge: z.strictObject({ percent: word, added: naturalNumber }).optional(),
  requestKvps: kvps.optional(),
  /** Extra response values that a scenario asked for. */
  responseKvps: kvps.optional(),
  traceNumber: word,
  authorisationCode: word.optional(),
  preauthorisationCode: word.optional(),
  settlementDate: z.iso.date(),
  /** The first instant at which it can no longer be voided; a preauthorisation has `expiresAt` instead. */
  cutoffAt: planned,
  expiresAt: planned.optional(),
  /** Cents of its approved, pending and undecided refunds. */
  refunded: naturalNumber.optional(),
  /** Its live completions, and their cents before surcharge. */
  completions: naturalNumber.optional(),
  completed: naturalNumber.optional(),
  /** A void is being processed: nothing else may act on the transaction meanwhile. */
  voiding: z.boolean().optional(),
  drift: z.boolean().optional(),
  /** Since it was made. */
  moves: z.array(move).optional(),
})

export type Transaction = ValueOf<typeof transactionRecord>
export type PaymentMethod = Transaction['method']
export type StoredCard = ValueOf<typeof cardRecord>
export type StoredAccount = ValueOf<typeof accountRecord>
export type SurchargeNote = NonNullable<Transaction['surcharge']>
export type Outcome = ValueOf<typeof outcome>
export type DueMove = Transaction['due'][number]
export type Move = ValueOf<typeof move>
