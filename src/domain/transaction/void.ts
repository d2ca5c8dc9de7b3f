import { problem } from '../problem.ts'
import type { Instant } from '../time/instant.ts'
import { isPastExpiry } from './completion.ts'
import { canActOn } from './targets.ts'
import type { Transaction } from './transaction.ts'

/** Whether a void would be accepted now. */
export function isVoidable(target: Transaction, now: Instant): boolean {
  return objection(target, now) === undefined
}

/** The first instant at which a void would come too late; undefined: none would be accepted now. */
export function voidableUntil(target: Transaction, now: Instant): Instant | undefined {
  if (!isVoidable(target, now)) return undefined
  return target.kind === 'preauthorisation' ? target.expiresAt : target.cutoffAt
}

/** Refuses a void that comes too late or has nothing to undo. */
export function checkVoid(target: Transaction, now: Instant): void {
  const reason = objection(target, now)
  if (reason === undefined) return
  throw problem('not_voidable', `Transaction ${target.audit} cannot be voided: ${reason}`, 'target')
}

function objection(target: Transaction, now: Instant): string | undefined {
  const { kind, status } = target
  if (!canActOn('void', kind)) return 'it is a void itself'
  if (!isStoppable(target)) return isCleared(target) ? 'it has cleared' : `it is ${status}`
  if (target.voiding) return 'a void of it is being processed'
  if (kind === 'preauthorisation') return holdObjection(target, now)
  if (target.refunded > 0) return 'it has live refunds'
  if (now >= target.cutoffAt) return 'its cut-off has passed'
  return undefined
}

/** Money that has left a bank account, or reached it, cannot be stopped any more. */
function isStoppable({ status, method }: Transaction): boolean {
  return status === (method.rail === 'card' ? 'approved' : 'pending')
}

function isCleared({ status, method }: Transaction): boolean {
  return status === 'approved' && method.rail === 'direct_debit'
}

function holdObjection(target: Transaction, now: Instant): string | undefined {
  if (target.completions > 0) return 'it is completed'
  if (isPastExpiry(target, now)) return 'it has expired'
  return undefined
}
