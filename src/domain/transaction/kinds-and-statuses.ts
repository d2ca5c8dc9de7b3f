export const transactionKinds = [
  'purchase',
  'preauthorisation',
  'completion',
  'refund',
  'standalone_refund',
  'void',
] as const

export type TransactionKind = (typeof transactionKinds)[number]

/** They carry their own payment details. */
export const payingKinds = ['purchase', 'preauthorisation', 'standalone_refund'] as const

/** They act on another transaction. */
export const followingKinds = ['completion', 'refund', 'void'] as const

export type FollowingKind = (typeof followingKinds)[number]

export const transactionStatuses = [
  'approved',
  'declined',
  'pending',
  'error',
  'voided',
  'unknown',
] as const

export type TransactionStatus = (typeof transactionStatuses)[number]

/** What a bank's response can make of a transaction. */
export const decidedStatuses = ['approved', 'declined', 'error'] as const

export type DecidedStatus = (typeof decidedStatuses)[number]

/**
 * `response`: a slow bank responded; `due`: its time was reached; `settled`: a tester triggered it.
 */
export const moveCauses = ['created', 'response', 'due', 'settled', 'void'] as const

export type MoveCause = (typeof moveCauses)[number]

/** Whether it still counts against its target: it took effect, or still may. */
export function isLive(status: TransactionStatus): boolean {
  return status === 'approved' || status === 'pending' || status === 'unknown'
}
