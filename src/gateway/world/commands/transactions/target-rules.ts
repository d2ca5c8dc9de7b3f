import type { CommandContext } from '../../../../domain/command-context.ts'
import { Problem, problem } from '../../../../domain/problem.ts'
import {
  checkCompletion,
  checkRefund,
  checkVoid,
  isPastExpiry,
} from '../../../../domain/transaction/acting-on-target.ts'
import type { Decision } from '../../../../domain/transaction/decision.ts'
import type { Transaction } from '../../../../domain/transaction/transaction.ts'
import type { World } from '../../world.ts'
import type { TransactionIntent } from './intent.ts'

/** The transaction that a request acts on. */
export function findTarget(world: World, request: Aimed): Transaction {
  const { targetAudit = 0 } = request
  const target = world.records.transaction(targetAudit)
  if (target === undefined || target.merchant !== request.merchant.id) {
    const message = `Merchant ${request.merchant.id} has no transaction ${targetAudit}`
    throw problem('not_found', message, 'target')
  }
  return target
}

/** What identifies the target of a request. */
type Aimed = Pick<TransactionIntent, 'targetAudit'> & {
  readonly merchant: Pick<TransactionIntent['merchant'], 'id'>
}

/** Refuses what the rules forbid, unless the assumptions say to decline it instead. */
export function refuse(
  request: TransactionIntent,
  target: Transaction | undefined,
  context: CommandContext,
): void {
  const { operation, merchant } = request
  if (operation === 'standalone_refund' && !merchant.standaloneRefunds) {
    const message = `Merchant ${merchant.id} is not enabled for standalone refunds`
    throw problem('not_refundable', message, 'merchant')
  }
  const isRefused = context.assumptions.rule_refusals === 'refuse'
  if (isRefused && target !== undefined) checkTarget(request, target, context)
}

/** The decision that follows from the target, whatever a rule says. */
export function decisionWithoutBank(
  request: TransactionIntent,
  target: Transaction,
  context: CommandContext,
): Decision | undefined {
  const isCompletion = request.operation === 'completion'
  // The bank no longer knows an expired hold.
  const isForgotten = isCompletion && isPastExpiry(target, context.now)
  return declinedBy(request, target, context) ?? (isForgotten ? { responseCode: '25' } : undefined)
}

/** The decline for what the rules forbid, if the assumptions say not to refuse it. */
function declinedBy(
  request: TransactionIntent,
  target: Transaction,
  context: CommandContext,
): Decision | undefined {
  if (context.assumptions.rule_refusals === 'refuse') return undefined
  try {
    checkTarget(request, target, context)
    return undefined
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause
    return { status: 'declined', responseCode: INVALID_TRANSACTION }
  }
}

const INVALID_TRANSACTION = '12'

function checkTarget(
  { operation, amount = 0, currency = '' }: TransactionIntent,
  target: Transaction,
  { now, assumptions }: CommandContext,
): void {
  if (operation === 'completion') checkCompletion(target, { amount, currency }, assumptions)
  if (operation === 'refund') checkRefund(target, { amount, currency })
  if (operation === 'void') checkVoid(target, now)
}
