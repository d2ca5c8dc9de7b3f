import type { TransactionKind } from './transaction.ts'

/** What each kind may act on; a kind that is not listed acts on nothing. */
const targets: Readonly<Partial<Record<TransactionKind, readonly TransactionKind[]>>> = {
  completion: ['preauthorisation'],
  refund: ['purchase', 'completion'],
  void: ['purchase', 'preauthorisation', 'completion', 'refund', 'standalone_refund'],
}

export function actsOnAnother(kind: TransactionKind): boolean {
  return targets[kind] !== undefined
}

export function canActOn(kind: TransactionKind, target: TransactionKind): boolean {
  return targets[kind]?.includes(target) ?? false
}
