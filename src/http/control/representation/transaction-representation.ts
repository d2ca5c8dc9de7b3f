import { totalOf } from '../../../domain/surcharge.ts'
import { type Instant, isoUtc } from '../../../domain/time/instant.ts'
import { expiredAt, voidableUntil } from '../../../domain/transaction/acting-on-target.ts'
import { reached } from '../../../domain/transaction/move.ts'
import type { PaymentMethod, Transaction } from '../../../domain/transaction/transaction.ts'
import { shownCorrelationId } from '../../../world/commands/transactions/correlation.ts'
import { eventName, existing, stillDue } from '../../../world/transaction-moves.ts'
import type { World } from '../../../world/world.ts'
import type {
  MoveResponse,
  TransactionDetailResponse,
  TransactionResponse,
} from '../../contract/control/calls/transactions.ts'
import type { IsoInstant } from '../../contract/control/control-call.ts'

export function transactionAnswer(world: World, transaction: Transaction): TransactionResponse {
  const { method, correlation, target } = transaction
  const { token } = method
  return {
    audit: transaction.audit,
    merchant: transaction.merchant,
    operation: transaction.kind,
    status: transaction.status,
    gateway_status_code: transaction.gatewayStatusCode,
    response_code: transaction.responseCode,
    response_message: transaction.responseMessage,
    reference: transaction.reference,
    amount: transaction.amount,
    total: totalOf(transaction),
    currency: transaction.currency,
    method: method.kind,
    ...accountOf(method),
    token: token === undefined ? null : { id: token.id, virtual_pan: token.virtualPan },
    correlation_id: correlation === '' ? null : shownCorrelationId(correlation),
    target_audit: target === 0 ? null : target,
    created_at: isoUtc(transaction.createdAt),
    settlement_date: transaction.settlementDate,
    refunded: transaction.refunded ?? 0,
    completed: transaction.completed ?? 0,
    expired_at: isoOrNull(expiredAt(transaction, world.now(), world.environment.assumptions)),
    moves: reached(transaction).map(moveAnswer),
    payment: world.history.judged?.storyOf(transaction.audit) ?? null,
  }
}

/** Includes its past and scheduled moves. */
export function transactionDetail(
  world: World,
  transaction: Transaction,
): TransactionDetailResponse {
  const { audit, surcharge, expiresAt } = transaction
  const { token } = transaction.method
  // The last one: a restored snapshot gives the same audits again.
  const made = world.history
    .entries()
    .findLast((entry) => entry.audit === audit && entry.facts.made !== undefined)
  return {
    ...transactionAnswer(world, transaction),
    request: made?.id ?? null,
    rules: made?.rules ?? [],
    customer: (token && world.records.token(token.id)?.customer) ?? null,
    trace_number: transaction.traceNumber,
    authorisation_code: transaction.authorisationCode ?? null,
    preauthorisation_code: transaction.preauthorisationCode ?? null,
    surcharge: surcharge ?? null,
    request_kvps: transaction.requestKvps ?? {},
    cutoff_at: isoUtc(transaction.cutoffAt),
    voidable_until: isoOrNull(voidableUntil(transaction, world.now())),
    expires_at: isoOrNull(expiresAt),
    due: stillDue(world, transaction).map((move) => ({
      at: isoUtc(move.at),
      event: eventName(transaction, move),
      to: move.event === 'resolve' ? move.outcome.status : null,
    })),
    acting: world.records.transactionIndex.actingOn(audit).map((other) => acting(world, other)),
  }
}

function isoOrNull(instant: Instant | undefined): IsoInstant | null {
  return instant === undefined ? null : isoUtc(instant)
}

function acting(world: World, audit: number): TransactionDetailResponse['acting'][number] {
  const { kind, status, amount, createdAt } = existing(world, audit)
  return { audit, operation: kind, status, amount, created_at: isoUtc(createdAt) }
}

function moveAnswer({ at, from, to, cause }: ReturnType<typeof reached>[number]): MoveResponse {
  return { at: isoUtc(at), from: from ?? null, to, cause }
}

/** Cards and accounts are stored masked, and shown as stored. */
export function accountOf(method: PaymentMethod): {
  readonly account: string
  readonly card_type: string | null
} {
  if (method.kind === 'card') return { account: method.card.pan, card_type: method.card.type }
  const { bsb, accountNumber } = method.account
  return { account: `${bsb} ${accountNumber}`, card_type: null }
}
