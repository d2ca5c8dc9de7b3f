import * as z from 'zod'
import {
  moveCauses,
  transactionKinds,
  transactionStatuses,
} from '../../../../domain/transaction/kinds-and-statuses.ts'
import type { ValueOf } from '../../../../domain/value-of.ts'
import { inCents } from '../../../../insight/resources/cents.ts'
import { methods } from '../../../../scenario/operations.ts'
import { scheduledEvents } from '../../../../world/events.ts'

const status = z.enum(transactionStatuses)
const instant = z.iso.datetime()

const moveSchema = z
  .object({
    at: instant.describe('Sandbox time.'),
    from: status.nullable(),
    to: status,
    cause: z.enum(moveCauses),
  })
  .meta({ id: 'MoveResponse', description: 'A change of status.' })

export type MoveResponse = ValueOf<typeof moveSchema>

export const transactionSchema = z
  .object({
    audit: z.int(),
    merchant: z.int(),
    operation: z.enum(transactionKinds),
    status,
    gateway_status_code: z.int(),
    response_code: z.string(),
    response_message: z.string(),
    reference: z.string(),
    amount: inCents(z.int().describe('Cents, as submitted.')),
    total: inCents(z.int().describe('Cents, including the surcharge.')),
    currency: z.string(),
    method: z.enum(methods),
    account: z
      .string()
      .describe('The masked card number, or the BSB and the masked account number.'),
    card_type: z.string().nullable(),
    token: z.object({ id: z.int(), virtual_pan: z.string() }).nullable(),
    correlation_id: z.string().nullable(),
    target_audit: z.int().nullable(),
    created_at: instant.describe('Sandbox time.'),
    settlement_date: z.string(),
    refunded: inCents(z.int().describe('Cents of its live refunds.')),
    completed: inCents(z.int().describe('Cents of its live completions.')),
    expired_at: instant
      .nullable()
      .describe('When an uncompleted hold expired; its status does not change.'),
    moves: z.array(moveSchema),
    payment: z
      .string()
      .nullable()
      .describe('The payment that it belongs to; null if it is not judged, or no longer kept.'),
  })
  .meta({ id: 'TransactionResponse' })

export type TransactionResponse = ValueOf<typeof transactionSchema>

export const transactionsSchema = z
  .object({
    transactions: z.array(transactionSchema).describe('Newest first.'),
    next: z
      .int()
      .nullable()
      .describe('What `after` takes for older transactions; null if there are none.'),
  })
  .meta({ id: 'TransactionsResponse' })

export type TransactionsResponse = ValueOf<typeof transactionsSchema>

export const transactionDetailSchema = transactionSchema
  .extend({
    customer: z.int().nullable().describe('The customer whose token paid.'),
    trace_number: z.string(),
    authorisation_code: z.string().nullable(),
    preauthorisation_code: z.string().nullable(),
    surcharge: z.object({ percent: z.string(), added: z.int() }).nullable(),
    request_kvps: z.record(z.string(), z.string()),
    request: z
      .int()
      .nullable()
      .describe('The id of the request that made it; null if that is no longer recorded.'),
    rules: z.array(z.string()).describe('The rules that shaped that request.'),
    cutoff_at: instant.describe('The cut-off of its settlement day.'),
    voidable_until: instant
      .nullable()
      .describe(
        'The first instant at which it can no longer be voided; null if it cannot be voided now.',
      ),
    expires_at: instant.nullable(),
    due: z
      .array(z.object({ at: instant, event: z.enum(scheduledEvents), to: status.nullable() }))
      .describe('Scheduled events, earliest first.'),
    acting: z
      .array(
        z.object({
          audit: z.int(),
          operation: z.enum(transactionKinds),
          status,
          amount: z.int(),
          created_at: instant,
        }),
      )
      .describe('The completions, refunds and voids that act on it, oldest first.'),
  })
  .meta({ id: 'TransactionDetailResponse' })

export type TransactionDetailResponse = ValueOf<typeof transactionDetailSchema>

const movedSchema = z
  .object({ audit: z.int(), status })
  .meta({ id: 'MovedResponse', description: 'A transaction that was moved by hand.' })

export type MovedResponse = ValueOf<typeof movedSchema>

const notMovedSchema = z
  .object({ audit: z.int(), reason: z.string() })
  .meta({ id: 'NotMovedResponse', description: 'A transaction that could not be moved by hand.' })

export type NotMovedResponse = ValueOf<typeof notMovedSchema>

export const settleSchema = z
  .object({
    settled: z.array(movedSchema),
    refused: z.array(notMovedSchema).exactOptional().describe('Omitted if there are none.'),
  })
  .meta({ id: 'SettleResponse' })

export type SettleResponse = ValueOf<typeof settleSchema>

export const resolveSchema = z
  .object({ resolved: z.array(movedSchema), refused: z.array(notMovedSchema) })
  .meta({ id: 'ResolveResponse' })

export type ResolveResponse = ValueOf<typeof resolveSchema>

export const returnSchema = z
  .object({ returned: z.array(movedSchema), refused: z.array(notMovedSchema) })
  .meta({ id: 'ReturnResponse' })

export type ReturnResponse = ValueOf<typeof returnSchema>

export const expireSchema = z
  .object({ expired: z.int().describe('How many correlation ids were forgotten.') })
  .meta({ id: 'ExpireResponse' })

export type ExpireResponse = ValueOf<typeof expireSchema>
