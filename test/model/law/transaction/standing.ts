import type { State, Transaction } from '../state.ts'

/** Where a transaction stands towards those that act on it. */

function acting(state: State, target: Transaction, kind: 'completion' | 'refund') {
  return [...state.transactions.values()].filter(
    (one) => one.target === target.audit && one.kind === kind,
  )
}

const live = new Set(['approved', 'pending', 'unknown'])

export function isCompleted(state: State, hold: Transaction): boolean {
  return acting(state, hold, 'completion').some(({ status }) => live.has(status))
}

export function refunded(state: State, target: Transaction): bigint {
  return acting(state, target, 'refund')
    .filter(({ status }) => live.has(status))
    .reduce((sum, { total }) => sum + total, 0n)
}

export function isHoldOver(state: State, hold: Transaction): boolean {
  return state.now >= hold.expiresAt
}

export function canComplete(state: State, hold: Transaction): boolean {
  return (
    hold.kind === 'preauthorisation' &&
    hold.status === 'approved' &&
    !isHoldOver(state, hold) &&
    !isCompleted(state, hold)
  )
}

export function isRefundable(target: Transaction): boolean {
  const isPayment = target.kind === 'purchase' || target.kind === 'completion'
  return isPayment && target.status === 'approved'
}

export function canVoid(state: State, target: Transaction): boolean {
  if (target.kind === 'void') return false
  if (target.kind === 'preauthorisation') return canComplete(state, target)
  if (refunded(state, target) > 0n) return false
  const isOpen = target.method.kind === 'card' ? 'approved' : 'pending'
  return target.status === isOpen && state.now < target.voidLimit
}

export function isForgotten(state: State, until: number): boolean {
  return state.now >= until
}
