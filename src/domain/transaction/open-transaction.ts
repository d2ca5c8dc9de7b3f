import type { Redacted, RedactedMembers } from '../../base/redaction/redacted.ts'
import { isExpired } from '../card.ts'
import type { CommandContext } from '../command-context.ts'
import { authorisationCode, preauthorisationCode, traceNumber } from '../generated-codes.ts'
import { type SurchargePlan, surchargeOn, surchargePercent } from '../surcharge.ts'
import { addBankingDays, plusBankingDays } from '../time/banking-day.ts'
import { DAY, type Instant } from '../time/instant.ts'
import { type LocalDate, sydneyInstant } from '../time/sydney-time.ts'
import type { After, Decision, Resolve } from './decision.ts'
import { isLive, type TransactionKind } from './kinds-and-statuses.ts'
import {
  approvedOutcome,
  bankAnswer,
  gatewayStatusCode,
  type NumberedDecision,
  outcomeOf,
  pendingOutcome,
} from './outcome.ts'
import type { DueMove, Outcome, PaymentMethod, SurchargeNote, Transaction } from './transaction.ts'

/** A validated, complete request, before it is processed. */
export interface TransactionDraft {
  readonly audit: number
  readonly kind: TransactionKind
  readonly merchant: number
  readonly correlation: Redacted
  readonly target: number
  readonly reference: Redacted
  readonly kvps: RedactedMembers
  readonly amount: number
  readonly currency: string
  readonly method: PaymentMethod
  readonly surcharge: SurchargePlan | undefined
}

/** Creates a transaction with its outcome and its future moves. */
export function openTransaction(
  draft: TransactionDraft,
  asked: Decision,
  context: CommandContext,
): Transaction {
  const { gatewayStatusCode: given } = asked
  // Most decisions have no gateway status to resolve and are used unchanged.
  const decision: NumberedDecision =
    given === undefined
      ? (asked as NumberedDecision)
      : { ...asked, gatewayStatusCode: gatewayStatusCode(given, context.assumptions) }
  const { audit, kind, method, amount } = draft
  const { kind: paidBy } = method
  const surcharge = draft.surcharge && surchargeNote(draft, draft.surcharge)
  const outcome = outcomeOf(decision, paidBy, naturalOutcome(draft, context))
  const { date: settlementDate, until: cutoffAt } = context.day.settlement[paidBy]
  const expiresAt = kind === 'preauthorisation' ? expiryOf(decision, context) : undefined
  return {
    audit,
    merchant: draft.merchant,
    createdAt: context.now,
    correlation: draft.correlation,
    target: draft.target,
    due: dueMoves({ kind, paidBy, outcome, settlementDate, expiresAt }, decision, context),
    kind,
    status: outcome.status,
    gatewayStatusCode: outcome.gatewayStatusCode,
    responseCode: outcome.responseCode,
    responseMessage: outcome.responseMessage,
    reference: draft.reference,
    amount,
    currency: draft.currency,
    method,
    surcharge,
    requestKvps: unlessEmpty(draft.kvps),
    responseKvps: unlessEmpty(decision.kvps),
    traceNumber: traceNumber(context.seed, audit),
    authorisationCode: paidBy === 'card' ? authorisationCode(context.seed, audit) : undefined,
    preauthorisationCode:
      kind === 'preauthorisation' ? preauthorisationCode(context.seed, audit) : undefined,
    settlementDate,
    cutoffAt,
    expiresAt,
    drift: decision.drift === true ? true : undefined,
  }
}

function unlessEmpty(kvps: RedactedMembers | undefined): RedactedMembers | undefined {
  for (const _key in kvps) return kvps
  return undefined
}

const surchargedKinds: readonly TransactionKind[] = ['purchase', 'preauthorisation', 'completion']

function surchargeNote(
  { kind, method, amount }: TransactionDraft,
  plan: SurchargePlan,
): SurchargeNote | undefined {
  if (!surchargedKinds.includes(kind)) return undefined
  const cardType = method.kind === 'card' ? method.card.type : ''
  const percent = surchargePercent(plan, method.kind, cardType)
  if (percent === undefined) return undefined
  return { percent, added: surchargeOn(amount, percent) }
}

function naturalOutcome({ kind, method }: TransactionDraft, context: CommandContext): Outcome {
  if (kind === 'void') return approvedOutcome
  if (method.kind === 'direct_debit') return pendingOutcome
  const { expiry } = method.card
  // Operations on an earlier transaction do not need a valid card any more.
  const needsCard =
    kind === 'standalone_refund'
      ? context.assumptions.expired_card_refunds === 'decline'
      : kind === 'purchase' || kind === 'preauthorisation'
  if (needsCard && expiry && isExpired(expiry, context.day.month)) return bankAnswer('card', '54')
  return approvedOutcome
}

/** Banks report on direct debits in the morning. */
const BANK_MORNING = '09:00'

interface NewTransaction {
  readonly kind: TransactionKind
  readonly paidBy: PaymentMethod['kind']
  readonly outcome: Outcome
  readonly settlementDate: LocalDate
  readonly expiresAt: Instant | undefined
}

/** All future moves of a new transaction, earliest first. */
function dueMoves(
  opening: NewTransaction,
  decision: Decision,
  context: CommandContext,
): readonly DueMove[] {
  const { expiresAt, outcome, paidBy } = opening
  const isDebit = paidBy === 'direct_debit' && outcome.status === 'pending'
  const resolves = decision.resolves ?? (isDebit ? clearing : [])
  const moves = resolves.map((resolve) => resolveMove(resolve, opening, context))
  if (expiresAt !== undefined && expiresAt > context.now && isLive(outcome.status)) {
    moves.push({ at: expiresAt, event: 'preauthorisation_expired' })
  }
  return moves.sort((one, other) => one.at - other.at)
}

/** What becomes of a debit by itself. */
const clearing: readonly Resolve[] = [{ after: { kind: 'clearance' }, status: 'approved' }]

function resolveMove(resolve: Resolve, opening: NewTransaction, context: CommandContext): DueMove {
  const { status, responseCode } = resolve
  const asked = responseCode === undefined ? { status } : { status, responseCode }
  const outcome = outcomeOf(asked, opening.paidBy, approvedOutcome)
  return { at: momentOf(resolve.after, opening, context), event: 'resolve', outcome }
}

function momentOf(after: After, opening: NewTransaction, context: CommandContext): Instant {
  const { direct_debit } = context.assumptions
  switch (after.kind) {
    case 'elapsed':
      return context.now + after.ms
    case 'banking-days':
      return plusBankingDays(context.now, after.days, context.calendar)
    case 'after-lodging':
      return morningAfterLodging(opening.settlementDate, after.days, context)
    case 'return':
      return morningAfterLodging(opening.settlementDate, direct_debit.return_banking_days, context)
    case 'clearance':
      return morningAfterLodging(opening.settlementDate, clearanceDays(opening, context), context)
  }
}

function morningAfterLodging(lodgedOn: LocalDate, days: number, context: CommandContext): Instant {
  return sydneyInstant(addBankingDays(lodgedOn, days, context.calendar), BANK_MORNING)
}

/** A debit clears in its time; a credit is there on the banking day after it was lodged. */
function clearanceDays({ kind }: NewTransaction, { assumptions }: CommandContext): number {
  return kind === 'purchase' ? assumptions.direct_debit.clear_banking_days : 1
}

/** The first instant at which a preauthorisation can no longer be completed. */
function expiryOf(decision: Decision, context: CommandContext): Instant {
  if (decision.expires === 'at-once') return context.now
  return context.now + context.assumptions.preauthorisation_days * DAY
}
