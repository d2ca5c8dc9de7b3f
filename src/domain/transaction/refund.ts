import { problem } from '../problem.ts'
import type { Requested } from './completion.ts'
import { canActOn } from './targets.ts'
import type { Transaction } from './transaction.ts'

/** Whether a refund of some amount would be accepted now. */
export function isRefundable(target: Transaction): boolean {
  return isCharged(target) && target.refunded < target.total
}

/** Refuses a refund that its original does not allow. */
export function checkRefund(target: Transaction, requested: Requested): void {
  const { audit } = target
  if (!isCharged(target)) {
    const message = `Transaction ${audit} cannot be refunded: ${objection(target)}`
    throw problem('not_refundable', message, 'target')
  }
  if (requested.currency !== target.currency) {
    throw problem(
      'currency_mismatch',
      `Transaction ${audit} is in ${target.currency}, not ${requested.currency}`,
      'currency',
    )
  }
  const left = target.total - target.refunded
  if (requested.amount > left) {
    throw problem(
      'refund_exceeds_original',
      `${requested.amount} exceeds the ${left} cents of transaction ${audit} not refunded yet`,
      'amount',
    )
  }
}

function objection({ kind, status, voiding }: Transaction): string {
  if (voiding) return 'a void of it is being processed'
  return `it is not an approved purchase or completion (${kind}, ${status})`
}

function isCharged({ kind, status, voiding }: Transaction): boolean {
  return canActOn('refund', kind) && status === 'approved' && !voiding
}
