import { booksFindings } from '../books/books-findings.ts'
import type { SweepMoment, SweptOperation } from './cell.ts'

/** The possible results of a cell, worst first. */
export const cellResults = [
  'DOUBLE CHARGE',
  'DOUBLE REFUND',
  'BOOKS DIFFER',
  'BOOKS FAILED',
  'UNRESOLVED',
  'BLIND RETRY',
  'LOST SALE',
  'DUPLICATE CUSTOMER',
  'DUPLICATE TOKEN',
  'hung',
  'not reached',
  'failed safe',
  'safe',
] as const

export type CellResult = (typeof cellResults)[number]

/** Whether a code is that of an error in the shop's books. */
export function isBooksError(code: string): boolean {
  return booksFindings.some((kind) => kind.code === code && kind.severity === 'error')
}

/** One run of the command with its faults, against the clean runs. */
export interface CellRun {
  /** Of the call that met the fault. */
  readonly operation: SweptOperation
  readonly at: SweepMoment
  /** Whether any request met the fault. */
  readonly isReached: boolean
  readonly isHung: boolean
  readonly hasPassed: boolean
  /** Codes of findings that the clean runs do not have. */
  readonly findings: ReadonlySet<string>
  /** The command was killed on purpose, so that the rest of it was not run. */
  readonly isCrashed: boolean
  /** The books command failed, or what it printed are no books. */
  readonly areBooksMissing?: boolean
  readonly money: MoneyChange
}

/** How the sums of a run differ from those of the clean runs. */
export interface MoneyChange {
  /** More was taken or held from some card or account. */
  readonly isChargedMore: boolean
  /** More was given back to some card or account. */
  readonly isRefundedMore: boolean
  /** A payment that the clean runs undo was left as it is. */
  readonly isNotUndone: boolean
  /** Less was taken, held or given back. */
  readonly isLess: boolean
  readonly hasMoreCustomers: boolean
  readonly hasMoreTokens: boolean
}

export function cellResult(run: CellRun): CellResult {
  const { isReached, isHung, hasPassed, findings, money, isCrashed } = run
  if (!isReached) return 'not reached'
  if (money.isChargedMore || findings.has('double-charge')) return 'DOUBLE CHARGE'
  if (money.isRefundedMore || findings.has('double-refund')) return 'DOUBLE REFUND'
  // A command that was stopped had no chance to look, so this is not held against it.
  if (isHung) return 'hung'
  if ([...findings].some(isBooksError)) return 'BOOKS DIFFER'
  if (run.areBooksMissing) return 'BOOKS FAILED'
  if (findings.has('unresolved')) return 'UNRESOLVED'
  if (money.isNotUndone && !isCutShort(run)) return 'UNRESOLVED'
  if (findings.has('blind-retry') && hasLostTrack(run)) return 'UNRESOLVED'
  // The money is right by luck: nothing had been processed.
  if (findings.has('blind-retry')) return 'BLIND RETRY'
  if (findings.has('lost-sale') && (money.isLess || isCrashed)) return 'LOST SALE'
  if (money.hasMoreCustomers) return 'DUPLICATE CUSTOMER'
  if (money.hasMoreTokens) return 'DUPLICATE TOKEN'
  // What was asked for was not done, and nobody said so.
  if (hasPassed && money.isLess && !isCrashed) return 'LOST SALE'
  return hasPassed ? 'safe' : 'failed safe'
}

/** Whether it was killed before it came to the call that lessens or undoes a payment. */
function isCutShort({ isCrashed, operation }: CellRun): boolean {
  return isCrashed && operation !== 'void' && operation !== 'completion'
}

/** Whether a blind retry shows that the client does not know about the first attempt. */
function hasLostTrack({ at, hasPassed, money }: CellRun): boolean {
  return at === 'after' || (hasPassed && money.isLess)
}

const wrong: readonly CellResult[] = [
  'DOUBLE CHARGE',
  'DOUBLE REFUND',
  'BOOKS DIFFER',
  'BOOKS FAILED',
  'UNRESOLVED',
  'BLIND RETRY',
]
const doubtful: readonly CellResult[] = [
  'LOST SALE',
  'DUPLICATE CUSTOMER',
  'DUPLICATE TOKEN',
  'hung',
  'not reached',
]

/** Whether a result fails the sweep. */
export function isUnsafe(result: CellResult, isStrict: boolean): boolean {
  return wrong.includes(result) || (isStrict && doubtful.includes(result))
}
