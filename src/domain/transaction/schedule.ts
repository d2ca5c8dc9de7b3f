import type { CommandContext } from '../command-context.ts'
import { addBankingDays, plusBankingDays } from '../time/banking-day.ts'
import { DAY, type Instant } from '../time/instant.ts'
import { type LocalDate, sydneyInstant } from '../time/sydney-time.ts'
import { bankAnswer, outcomeOf } from './outcome.ts'
import {
  type DueMove,
  isLive,
  type Outcome,
  type PaymentMethod,
  type TransactionKind,
} from './transaction.ts'
import type { After, Resolve, Verdict } from './verdict.ts'

/** Banks report on direct debits in the morning. */
const BANK_MORNING = '09:00'

interface NewTransaction {
  readonly kind: TransactionKind
  readonly rail: PaymentMethod['rail']
  readonly outcome: Outcome
  readonly settlementDate: LocalDate
  readonly expiresAt: Instant | undefined
}

/** All future moves of a new transaction, earliest first. */
export function dueMoves(
  opening: NewTransaction,
  verdict: Verdict,
  context: CommandContext,
): readonly DueMove[] {
  const resolves = verdict.resolves ?? naturalResolves(opening)
  const moves = resolves.map((resolve) => resolveMove(resolve, opening, context))
  const { expiresAt, outcome } = opening
  if (expiresAt !== undefined && expiresAt > context.now && isLive(outcome.status)) {
    moves.push({ at: expiresAt, event: 'preauthorisation_expired' })
  }
  return moves.sort((one, other) => one.at - other.at)
}

function naturalResolves(opening: NewTransaction): readonly Resolve[] {
  if (opening.rail === 'card' || opening.outcome.status !== 'pending') return []
  return [{ after: { kind: 'clearance' }, status: 'approved' }]
}

function resolveMove(resolve: Resolve, opening: NewTransaction, context: CommandContext): DueMove {
  const { status, responseCode } = resolve
  const asked = responseCode === undefined ? { status } : { status, responseCode }
  const outcome = outcomeOf(asked, opening.rail, bankAnswer(opening.rail, '00'))
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
export function expiryOf(verdict: Verdict, context: CommandContext): Instant {
  if (verdict.expires === 'at-once') return context.now
  return context.now + context.assumptions.preauthorisation_days * DAY
}
