import * as z from 'zod'
import { inCents } from '../../../base/cents.ts'
import type { ValueOf } from '../../../base/value-of.ts'
import { totalOf } from '../../../domain/money.ts'
import { type Instant, isoUtc } from '../../../domain/time/instant.ts'
import { expiredAt, voidableUntil } from '../../../domain/transaction/acting-on-target.ts'
import {
  moveCauses,
  transactionKinds,
  transactionStatuses,
} from '../../../domain/transaction/kinds-and-statuses.ts'
import { reached } from '../../../domain/transaction/move.ts'
import type { Transaction } from '../../../domain/transaction/transaction.ts'
import { shownPayer } from '../../../gateway/wire/account-members.ts'
import { shownCorrelationId } from '../../../gateway/world/commands/transactions/correlation.ts'
import { scheduledEvents } from '../../../gateway/world/events.ts'
import { eventName, existing, stillDue } from '../../../gateway/world/transaction-moves.ts'
import type { World } from '../../../gateway/world/world.ts'
import type { Judge } from '../../../judge/judge.ts'
import { methods } from '../../../scenario/operations.ts'
import { answerField, answerMaker, schemasOf } from '../control-field.ts'

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

const field = answerField<[Transaction, World, Judge]>()

/** The fields of a transaction in a list, each with its value. */
const listed = {
  audit: field(z.int(), ({ audit }) => audit),
  merchant: field(z.int(), ({ merchant }) => merchant),
  operation: field(z.enum(transactionKinds), ({ kind }) => kind),
  status: field(status, (one) => one.status),
  gateway_status_code: field(z.int(), ({ gatewayStatusCode }) => gatewayStatusCode),
  response_code: field(z.string(), ({ responseCode }) => responseCode),
  response_message: field(z.string(), ({ responseMessage }) => responseMessage),
  reference: field(z.string(), ({ reference }) => reference),
  amount: field(inCents(z.int().describe('Cents, as submitted.')), ({ amount }) => amount),
  total: field(inCents(z.int().describe('Cents, including the surcharge.')), totalOf),
  currency: field(z.string(), ({ currency }) => currency),
  method: field(z.enum(methods), ({ method }) => method.kind),
  account: field(
    z.string().describe('The masked card number, or the BSB and the masked account number.'),
    ({ method }) => shownPayer(method),
  ),
  card_type: field(z.string().nullable(), ({ method }) =>
    method.kind === 'card' ? method.card.type : null,
  ),
  token: field(
    z.object({ id: z.int(), virtual_pan: z.string() }).nullable(),
    ({ method: { token } }) =>
      token === undefined ? null : { id: token.id, virtual_pan: token.virtualPan },
  ),
  correlation_id: field(z.string().nullable(), ({ correlation }) =>
    correlation === '' ? null : shownCorrelationId(correlation),
  ),
  target_audit: field(z.int().nullable(), ({ target }) => (target === 0 ? null : target)),
  created_at: field(instant.describe('Sandbox time.'), ({ createdAt }) => isoUtc(createdAt)),
  settlement_date: field(z.string(), ({ settlementDate }) => settlementDate),
  refunded: field(
    inCents(z.int().describe('Cents of its live refunds.')),
    ({ refunded }) => refunded ?? 0,
  ),
  completed: field(
    inCents(z.int().describe('Cents of its live completions.')),
    ({ completed }) => completed ?? 0,
  ),
  expired_at: field(
    instant.nullable().describe('When an uncompleted hold expired; its status does not change.'),
    (one, world) => isoOrNull(expiredAt(one, world.now(), world.environment.assumptions)),
  ),
  moves: field(z.array(moveSchema), (one) =>
    reached(one).map(({ at, from, to, cause }) => ({
      at: isoUtc(at),
      from: from ?? null,
      to,
      cause,
    })),
  ),
  payment: field(
    z
      .string()
      .nullable()
      .describe('The payment that it belongs to; null if it is not judged, or no longer kept.'),
    ({ audit }, { history }, judge) => judge.judged(history)?.paymentOf(audit) ?? null,
  ),
}

export const transactionSchema = z.object(schemasOf(listed)).meta({ id: 'TransactionResponse' })

export type TransactionResponse = ValueOf<typeof transactionSchema>

export const transactionAnswer: (
  transaction: Transaction,
  world: World,
  judge: Judge,
) => TransactionResponse = answerMaker(listed)

function isoOrNull(instant: Instant | undefined): string | null {
  return instant === undefined ? null : isoUtc(instant)
}

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

/** What made it: the request, if that is still recorded. */
type MadeBy = { readonly id: number; readonly rules: readonly string[] } | undefined

const detail = answerField<[Transaction, World, MadeBy]>()

/** The further fields of one transaction. */
const detailed = {
  customer: detail(
    z.int().nullable().describe('The customer whose token paid.'),
    ({ method: { token } }, { records }) => (token && records.token(token.id)?.customer) ?? null,
  ),
  trace_number: detail(z.string(), ({ traceNumber }) => traceNumber),
  authorisation_code: detail(
    z.string().nullable(),
    ({ authorisationCode }) => authorisationCode ?? null,
  ),
  preauthorisation_code: detail(
    z.string().nullable(),
    ({ preauthorisationCode }) => preauthorisationCode ?? null,
  ),
  surcharge: detail(
    z.object({ percent: z.string(), added: z.int() }).nullable(),
    ({ surcharge }) => surcharge ?? null,
  ),
  request_kvps: detail(z.record(z.string(), z.string()), ({ requestKvps }) => requestKvps ?? {}),
  request: detail(
    z
      .int()
      .nullable()
      .describe('The id of the request that made it; null if that is no longer recorded.'),
    (_one, _world, madeBy) => madeBy?.id ?? null,
  ),
  rules: detail(
    z.array(z.string()).describe('The rules that shaped that request.'),
    (_one, _world, madeBy) => madeBy?.rules ?? [],
  ),
  cutoff_at: detail(instant.describe('The cut-off of its settlement day.'), ({ cutoffAt }) =>
    isoUtc(cutoffAt),
  ),
  voidable_until: detail(
    instant
      .nullable()
      .describe(
        'The first instant at which it can no longer be voided; null if it cannot be voided now.',
      ),
    (one, world) => isoOrNull(voidableUntil(one, world.now())),
  ),
  expires_at: detail(instant.nullable(), ({ expiresAt }) => isoOrNull(expiresAt)),
  due: detail(
    z
      .array(z.object({ at: instant, event: z.enum(scheduledEvents), to: status.nullable() }))
      .describe('Scheduled events, earliest first.'),
    (one, world) =>
      stillDue(world, one).map((move) => ({
        at: isoUtc(move.at),
        event: eventName(one, move),
        to: move.event === 'resolve' ? move.outcome.status : null,
      })),
  ),
  acting: detail(
    z
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
    ({ audit }, world) =>
      world.records.transactionIndex.actingOn(audit).map((other) => {
        const { kind, status, amount, createdAt } = existing(world, other)
        return { audit: other, operation: kind, status, amount, created_at: isoUtc(createdAt) }
      }),
  ),
}

export const transactionDetailSchema = transactionSchema
  .extend(schemasOf(detailed))
  .meta({ id: 'TransactionDetailResponse' })

export type TransactionDetailResponse = ValueOf<typeof transactionDetailSchema>

const furtherFields = answerMaker(detailed)

export function transactionDetail(
  transaction: Transaction,
  world: World,
  judge: Judge,
): TransactionDetailResponse {
  // The last one: a restored snapshot gives the same audits again.
  const madeBy = world.history
    .entries()
    .findLast(({ audit, facts }) => audit === transaction.audit && facts.made !== undefined)
  return {
    ...transactionAnswer(transaction, world, judge),
    ...furtherFields(transaction, world, madeBy),
  }
}

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
