import { isExpired } from '../card/expiry.ts'
import type { CommandContext } from '../command-context.ts'
import { authorisationCode, preauthorisationCode, traceNumber } from '../generated-codes.ts'
import type { Redacted, RedactedMembers } from '../redaction/redacted.ts'
import { type SurchargePlan, surchargeOn, surchargePercent } from '../surcharge.ts'
import { settlementAt } from '../time/banking-day.ts'
import {
  bankAnswer,
  gatewayStatusCode,
  type NumberedVerdict,
  outcomeOf,
  pendingOutcome,
} from './outcome.ts'
import { dueMoves, expiryOf } from './schedule.ts'
import type {
  Outcome,
  PaymentMethod,
  SurchargeNote,
  Transaction,
  TransactionKind,
} from './transaction.ts'
import type { Verdict } from './verdict.ts'

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
  asked: Verdict,
  context: CommandContext,
): Transaction {
  const verdict = isNumbered(asked) ? asked : numbered(asked, context)
  const { audit, kind, method, amount } = draft
  const { rail } = method
  const surcharge = surchargeNote(draft)
  const outcome = outcomeOf(verdict, rail, naturalOutcome(draft, context))
  const { now, calendar, assumptions } = context
  const cutoff = rail === 'card' ? assumptions.card_cutoff : assumptions.direct_debit.cutoff
  const { date: settlementDate, until: cutoffAt } = settlementAt(now, cutoff, calendar)
  const expiresAt = kind === 'preauthorisation' ? expiryOf(verdict, context) : undefined
  return {
    audit,
    merchant: draft.merchant,
    createdAt: now,
    correlation: draft.correlation,
    target: draft.target,
    due: dueMoves({ kind, rail, outcome, settlementDate, expiresAt }, verdict, context),
    kind,
    status: outcome.status,
    gatewayStatusCode: outcome.gatewayStatusCode,
    responseCode: outcome.responseCode,
    responseMessage: outcome.responseMessage,
    reference: draft.reference,
    amount,
    total: amount + (surcharge?.added ?? 0),
    currency: draft.currency,
    method,
    surcharge,
    requestKvps: draft.kvps,
    responseKvps: verdict.kvps ?? {},
    traceNumber: traceNumber(context.seed, audit),
    authorisationCode: rail === 'card' ? authorisationCode(context.seed, audit) : '',
    preauthorisationCode:
      kind === 'preauthorisation' ? preauthorisationCode(context.seed, audit) : '',
    settlementDate,
    cutoffAt,
    expiresAt,
    refunded: 0,
    completions: 0,
    completed: 0,
    voiding: false,
    drift: verdict.drift === true ? true : undefined,
    moves: [{ at: now, to: outcome.status, cause: 'created' }],
  }
}

function numbered(asked: Verdict, { assumptions }: CommandContext): NumberedVerdict {
  const { gatewayStatusCode: given, ...rest } = asked
  return given === undefined
    ? rest
    : { ...rest, gatewayStatusCode: gatewayStatusCode(given, assumptions) }
}

/** Most verdicts have no gateway status to resolve and are used unchanged. */
function isNumbered(verdict: Verdict): verdict is Verdict & { readonly gatewayStatusCode?: never } {
  return verdict.gatewayStatusCode === undefined
}

const surchargedKinds: readonly TransactionKind[] = ['purchase', 'preauthorisation', 'completion']

function surchargeNote(draft: TransactionDraft): SurchargeNote | undefined {
  if (draft.surcharge === undefined || !surchargedKinds.includes(draft.kind)) return undefined
  const { method } = draft
  const cardType = method.rail === 'card' ? method.card.type : ''
  const percent = surchargePercent(draft.surcharge, method.rail, cardType)
  if (percent === undefined) return undefined
  return { percent, added: surchargeOn(draft.amount, percent) }
}

function naturalOutcome({ kind, method }: TransactionDraft, context: CommandContext): Outcome {
  if (kind === 'void') return bankAnswer(method.rail, '00')
  if (method.rail === 'direct_debit') return pendingOutcome
  const { expiry } = method.card
  // Operations on an earlier transaction do not need a valid card any more.
  const needsCard =
    kind === 'standalone_refund'
      ? context.assumptions.expired_card_refunds === 'decline'
      : kind === 'purchase' || kind === 'preauthorisation'
  if (needsCard && expiry && isExpired(expiry, context.now)) return bankAnswer('card', '54')
  return bankAnswer('card', '00')
}
