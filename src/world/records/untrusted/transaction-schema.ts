import * as z from 'zod'
import { MAX_ID } from '../../../domain/identifier.ts'
import { isCurrency, MAX_AMOUNT } from '../../../domain/money.ts'
import { hasCardNumber, redactText } from '../../../domain/redaction/redacted.ts'
import {
  actsOnAnother,
  moveCauses,
  type Outcome,
  transactionKinds,
  transactionStatuses,
} from '../../../domain/transaction/transaction.ts'
import type { StoredTransaction } from '../transaction-line.ts'
import {
  id,
  instant,
  type MembersOf,
  method,
  naturalNumber,
  plainText,
  planned,
} from './member-schema.ts'

// The longest reference that a config can allow.
const reference = plainText(1, 10_000)
const word = plainText(0, 1000)
const kvps = z.record(plainText(1, 200), plainText(0, 10_000))

const gatewayCode = z
  .int()
  .min(-MAX_ID - 1)
  .max(MAX_ID)
const status = z.enum(transactionStatuses)

export const outcome: z.ZodType<Outcome> = z.strictObject({
  status: status.exclude(['voided']),
  gatewayStatusCode: gatewayCode,
  responseCode: word,
  responseMessage: word,
})

export const due = z.array(
  z.discriminatedUnion('event', [
    z.strictObject({ at: planned, event: z.literal('resolve'), outcome }),
    z.strictObject({ at: planned, event: z.literal('preauthorisation_expired') }),
  ]),
)

export const transactionRow: z.ZodType<StoredTransaction> = z
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
