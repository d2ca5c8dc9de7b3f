import type { Assumptions } from '../assumptions.ts'
import { problem } from '../problem.ts'
import type { Instant } from '../time/instant.ts'
import { canActOn } from './targets.ts'
import type { Transaction } from './transaction.ts'
import type { Verdict } from './verdict.ts'

export interface Requested {
  readonly amount: number
  readonly currency: string
}

/** Whether a completion of some amount would be approved now. */
export function isCompletable(
  target: Transaction,
  now: Instant,
  assumptions: Assumptions,
): boolean {
  return isHeld(target) && !isCompleted(target, assumptions) && !isPastExpiry(target, now)
}

/** Refuses a completion that the preauthorisation does not allow. */
export function checkCompletion(
  target: Transaction,
  requested: Requested,
  assumptions: Assumptions,
): void {
  const { audit } = target
  if (canActOn('completion', target.kind) && isCompleted(target, assumptions)) {
    throw problem('already_completed', `Preauthorisation ${audit} is already completed`, 'target')
  }
  if (!isHeld(target)) {
    throw problem(
      'not_completable',
      `Transaction ${audit} is not an approved preauthorisation (${target.kind}, ${target.status})`,
      'target',
    )
  }
  if (requested.currency !== target.currency) {
    throw problem(
      'currency_mismatch',
      `Preauthorisation ${audit} is in ${target.currency}, not ${requested.currency}`,
      'currency',
    )
  }
  const left = target.amount - target.completed
  if (requested.amount > left) {
    throw problem(
      'amount_exceeds_preauthorisation',
      `${requested.amount} exceeds the ${left} cents held by preauthorisation ${audit}`,
      'amount',
    )
  }
}

/** An expired hold is no longer on record at the bank, whatever a tester would like. */
export function completionVerdict(target: Transaction, asked: Verdict, now: Instant): Verdict {
  return isPastExpiry(target, now) ? { responseCode: '25' } : asked
}

/** When a hold ran out that could have been completed until then. */
export function expiredAt(
  target: Transaction,
  now: Instant,
  assumptions: Assumptions,
): Instant | undefined {
  if (!isPastExpiry(target, now) || !isHeld(target)) return undefined
  return isCompleted(target, assumptions) ? undefined : target.expiresAt
}

export function isPastExpiry(target: Transaction, now: Instant): boolean {
  return target.expiresAt !== undefined && now >= target.expiresAt
}

function isHeld(target: Transaction): boolean {
  return canActOn('completion', target.kind) && target.status === 'approved' && !target.voiding
}

function isCompleted(target: Transaction, assumptions: Assumptions): boolean {
  const { completions, completed, amount } = target
  if (completions === 0) return false
  return completions >= assumptions.completions_per_preauthorisation || completed >= amount
}
