import type { Assumptions } from '../assumptions/assumptions.ts'
import { totalOf } from '../money.ts'
import { problem } from '../problem.ts'
import type { Instant } from '../time/instant.ts'
import { type FollowingKind, followingKinds, type TransactionKind } from './kinds-and-statuses.ts'
import type { Transaction } from './transaction.ts'

/** What may act on each kind of transaction. */
export const actionsOn: Readonly<Record<TransactionKind, readonly FollowingKind[]>> = {
  purchase: ['refund', 'void'],
  preauthorisation: ['completion', 'void'],
  completion: ['refund', 'void'],
  refund: ['void'],
  standalone_refund: ['void'],
  void: [],
}

export function actsOnAnother(kind: TransactionKind): kind is FollowingKind {
  return followingKinds.some((one) => one === kind)
}

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
  if (actionsOn[target.kind].includes('completion') && isCompleted(target, assumptions)) {
    throw problem('already_completed', `Preauthorisation ${audit} is already completed`, 'target')
  }
  if (!isHeld(target)) {
    throw problem(
      'not_completable',
      `Transaction ${audit} is not an approved preauthorisation (${target.kind}, ${target.status})`,
      'target',
    )
  }
  checkCurrency('Preauthorisation', target, requested)
  const left = target.amount - (target.completed ?? 0)
  if (requested.amount > left) {
    throw problem(
      'amount_exceeds_preauthorisation',
      `${requested.amount} exceeds the ${left} cents held by preauthorisation ${audit}`,
      'amount',
    )
  }
}

function checkCurrency(what: string, { audit, currency }: Transaction, requested: Requested): void {
  if (requested.currency === currency) return
  const message = `${what} ${audit} is in ${currency}, not ${requested.currency}`
  throw problem('currency_mismatch', message, 'currency')
}

/** When a hold expired that could have been completed until then. */
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
  const { kind, status, voiding } = target
  return actionsOn[kind].includes('completion') && status === 'approved' && !voiding
}

function isCompleted(target: Transaction, assumptions: Assumptions): boolean {
  const { completions = 0, completed = 0, amount } = target
  if (completions === 0) return false
  return completions >= assumptions.completions_per_preauthorisation || completed >= amount
}

/** Whether a refund of some amount would be accepted now. */
export function isRefundable(target: Transaction): boolean {
  return isCharged(target) && (target.refunded ?? 0) < totalOf(target)
}

/** Refuses a refund that its original does not allow. */
export function checkRefund(target: Transaction, requested: Requested): void {
  const { audit } = target
  if (!isCharged(target)) {
    const message = `Transaction ${audit} cannot be refunded: ${refundObjection(target)}`
    throw problem('not_refundable', message, 'target')
  }
  checkCurrency('Transaction', target, requested)
  const left = totalOf(target) - (target.refunded ?? 0)
  if (requested.amount > left) {
    throw problem(
      'refund_exceeds_original',
      `${requested.amount} exceeds the ${left} cents of transaction ${audit} not refunded yet`,
      'amount',
    )
  }
}

function refundObjection({ kind, status, voiding }: Transaction): string {
  if (voiding) return 'a void of it is being processed'
  return `it is not an approved purchase or completion (${kind}, ${status})`
}

function isCharged({ kind, status, voiding }: Transaction): boolean {
  return actionsOn[kind].includes('refund') && status === 'approved' && !voiding
}

/** Whether a void would be accepted now. */
export function isVoidable(target: Transaction, now: Instant): boolean {
  return voidObjection(target, now) === undefined
}

/**
 * The first instant at which a void would be too late; undefined if no void would be accepted now.
 */
export function voidableUntil(target: Transaction, now: Instant): Instant | undefined {
  if (!isVoidable(target, now)) return undefined
  return target.kind === 'preauthorisation' ? target.expiresAt : target.cutoffAt
}

/** Refuses a void that comes too late or has nothing to undo. */
export function checkVoid(target: Transaction, now: Instant): void {
  const reason = voidObjection(target, now)
  if (reason === undefined) return
  throw problem('not_voidable', `Transaction ${target.audit} cannot be voided: ${reason}`, 'target')
}

function voidObjection(target: Transaction, now: Instant): string | undefined {
  const { kind, status } = target
  if (kind === 'void') return 'it is a void itself'
  // Money that has left or reached a bank account can no longer be stopped.
  const stoppable = target.method.kind === 'card' ? 'approved' : 'pending'
  if (status !== stoppable) return status === 'approved' ? 'it has cleared' : `it is ${status}`
  if (target.voiding) return 'a void of it is being processed'
  if (kind === 'preauthorisation') return holdObjection(target, now)
  if (target.refunded) return 'it has live refunds'
  if (now >= target.cutoffAt) return 'its cut-off has passed'
  return undefined
}

function holdObjection(target: Transaction, now: Instant): string | undefined {
  if (target.completions) return 'it is completed'
  if (isPastExpiry(target, now)) return 'it has expired'
  return undefined
}

/** Whether each action would be accepted now. */
export const isPossible: Readonly<
  Record<FollowingKind, (target: Transaction, now: Instant, assumptions: Assumptions) => boolean>
> = { completion: isCompletable, refund: isRefundable, void: isVoidable }
