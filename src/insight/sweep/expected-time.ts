import { isBase, isJobCell, type SweepCell, type SweepChoice, type SweepForm } from './cell.ts'

/** Starting a sandbox and judging a cell. */
const OVERHEAD_MS = 100

/** What a form adds, in milliseconds; a client's time-out is a guess. */
const extraMs: Partial<Record<SweepForm, number>> = {
  hang: 3000,
  late: 4000,
  delayed: 3000,
  unknown: 2000,
  pending: 2000,
  slow: 1500,
  busy: 1000,
  twice: 1500,
}

/** How many cells the recovery of a payment has, more or less. */
export function recoveryCount({ calls }: Pick<SweepChoice, 'calls'>): number {
  return calls === 'quick' ? 4 : 20
}

/** How long a cell takes, with those of its recovery, if a clean run takes `cleanMs`. */
export function expectedSeconds(cell: SweepCell, cleanMs: number, choice: SweepChoice): number {
  const isFollowed = cell.form === 'crash' || (choice.isIdempotent && cell.form !== 'twice')
  const runMs = (isFollowed ? 2 : 1) * cleanMs + OVERHEAD_MS
  const cells = isBase(cell, choice) && !isJobCell(cell) ? 1 + recoveryCount(choice) : 1
  return Math.round((cells * runMs + (extraMs[cell.form] ?? 0)) / 100) / 10
}
