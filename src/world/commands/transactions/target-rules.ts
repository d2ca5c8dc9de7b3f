import type { CommandContext } from '../../../domain/command-context.ts'
import { Problem, problem } from '../../../domain/problem.ts'
import {
  checkCompletion,
  checkRefund,
  checkVoid,
  completionVerdict,
  isPastExpiry,
} from '../../../domain/transaction/acting-on-target.ts'
import type { Transaction } from '../../../domain/transaction/transaction.ts'
import type { Verdict } from '../../../domain/transaction/verdict.ts'
import type { World } from '../../world.ts'
import type { TransactionRequest } from './transaction-request.ts'

/** The transaction that a request acts on, if any. */
export function findTarget(world: World, request: TransactionRequest): Transaction | undefined {
  const { targetAudit } = request
  if (targetAudit === undefined) return undefined
  const target = world.records.transaction(targetAudit)
  if (target === undefined || target.merchant !== request.merchant.id) {
    const message = `Merchant ${request.merchant.id} has no transaction ${targetAudit}`
    throw problem('not_found', message, 'target')
  }
  return target
}

/** Whether this would complete an expired hold, which the bank no longer knows. */
export function isForgotten(
  { operation }: TransactionRequest,
  target: Transaction | undefined,
  { now }: CommandContext,
): boolean {
  return operation === 'completion' && target !== undefined && isPastExpiry(target, now)
}

/** Refuses what the rules forbid, unless the assumptions say to decline it instead. */
export function refuse(
  request: TransactionRequest,
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

/** The decline for what the rules forbid, if the assumptions say not to refuse it. */
export function declinedBy(
  request: TransactionRequest,
  target: Transaction | undefined,
  context: CommandContext,
): Verdict | undefined {
  if (context.assumptions.rule_refusals === 'refuse' || target === undefined) return undefined
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
  { operation, amount = 0, currency = '' }: TransactionRequest,
  target: Transaction,
  { now, assumptions }: CommandContext,
): void {
  if (operation === 'completion') checkCompletion(target, { amount, currency }, assumptions)
  if (operation === 'refund') checkRefund(target, { amount, currency })
  if (operation === 'void') checkVoid(target, now)
}

/** The bank declines the completion of an expired hold, whatever a rule says. */
export function naturalVerdict(
  { operation }: TransactionRequest,
  target: Transaction | undefined,
  asked: Verdict,
  { now }: CommandContext,
): Verdict {
  return operation === 'completion' && target ? completionVerdict(target, asked, now) : asked
}
