import { booksFindings } from '../../books/books-findings.ts'
import type { Severity } from '../../findings/finding.ts'
import type { SweepMoment } from './fault.ts'
import type { SweptOperation } from './swept-operation.ts'

export type ResultTone = 'good' | 'quiet' | 'bad' | 'odd'

interface ResultTraits {
  /** Whether it fails a sweep: always, or only with `--strict`. */
  readonly fails?: 'always' | 'strict'
  /** Whether it is always shown with its payment, and loudly: something happened that somebody pays for. */
  readonly isShown?: true
  readonly tone: ResultTone
  /** What one cell has, and several have: `1 double charge`, `2 double charges`. */
  readonly one: string
  readonly many: string
  /** Its sign in a grid of letters. */
  readonly mark: string
  /** What it says about the money. */
  readonly means: string
}

const luck =
  'your client sent the request again without asking; the money is right only because nothing had been processed'
const lost = 'less was charged or refunded, and your client did not try again'
const spared =
  'your command failed, but its payments are right; --artifacts <folder> keeps what it printed'

const isWrong = { fails: 'always', isShown: true } as const
const isDoubtful = { fails: 'strict', isShown: true } as const

/** The possible results of a cell, worst first. */
const table = {
  double_charge: {
    ...{ ...isWrong, tone: 'bad', mark: 'D', one: 'double charge', many: 'double charges' },
    means: 'more was charged or held than without the fault',
  },
  double_refund: {
    ...{ ...isWrong, tone: 'bad', mark: 'R', one: 'double refund', many: 'double refunds' },
    means: 'more was refunded than without the fault',
  },
  unresolved: {
    ...{ ...isWrong, tone: 'bad', mark: 'U', one: 'unresolved', many: 'unresolved' },
    means: 'your client does not know what happened to its request',
  },
  books_differ: {
    ...{ ...isWrong, tone: 'bad', mark: 'B', one: 'books differ', many: 'books differ' },
    means: 'the money is right, but your books show something else',
  },
  books_failed: {
    ...{ ...isWrong, tone: 'bad', mark: 'X', one: 'books failed', many: 'books failed' },
    means: 'your books could not be read after the fault',
  },
  blind_retry: {
    ...{ ...isWrong, tone: 'odd', mark: 'Y', one: 'blind retry', many: 'blind retries' },
    means: luck,
  },
  lost_sale: {
    ...{ ...isDoubtful, tone: 'odd', mark: 'L', one: 'lost sale', many: 'lost sales' },
    means: lost,
  },
  duplicate_customer: {
    ...{ ...isDoubtful, tone: 'odd', mark: 'C' },
    ...{ one: 'duplicate customer', many: 'duplicate customers' },
    means: 'a customer was stored twice',
  },
  duplicate_token: {
    ...{ ...isDoubtful, tone: 'odd', mark: 'T', one: 'duplicate token', many: 'duplicate tokens' },
    means: 'a card or account was stored twice',
  },
  hung: {
    ...{ fails: 'strict', tone: 'odd', mark: 'h', one: 'hung', many: 'hung' },
    means: 'your command did not end',
  },
  not_reached: {
    ...{ fails: 'strict', tone: 'quiet', mark: 'n', one: 'not reached', many: 'not reached' },
    means: 'the fault never happened, so nothing is proven',
  },
  failed_safe: {
    ...{ tone: 'quiet', mark: 'f', one: 'failed safe', many: 'failed safe' },
    means: spared,
  },
  safe: {
    ...{ tone: 'good', mark: '✓', one: 'safe', many: 'safe' },
    means: 'your command passed, and the money is right',
  },
  not_run: {
    ...{ tone: 'quiet', mark: '-', one: 'not run', many: 'not run' },
    means: 'there was no time for it, or the sandbox could not continue',
  },
} as const satisfies Readonly<Record<string, ResultTraits>>

export type CellResult = keyof typeof table
export const resultTraits: Readonly<Record<CellResult, ResultTraits>> = table
export const cellResults = Object.keys(table) as [CellResult, ...CellResult[]]

/** Whether a result fails the sweep. */
export function isUnsafe(result: CellResult, isStrict: boolean): boolean {
  const { fails } = resultTraits[result]
  return fails === 'always' || (isStrict && fails === 'strict')
}

/** Whether a result is always shown with its payment. */
export function isShown(result: CellResult): boolean {
  return resultTraits[result].isShown === true
}

/** The code of the finding that shows a result. */
export function codeOfResult(result: CellResult): string {
  return result.replace('_', '-')
}

/** Whether it is an error in the shop's books; a warning leaves open who is right. */
export function isBooksError({
  code,
  severity,
}: {
  readonly code: string
  readonly severity: Severity
}): boolean {
  return severity === 'error' && booksFindings.some((kind) => kind.code === code)
}

/** One run of the command with its faults, against the baseline runs. */
export interface CellRun {
  /** Of the call that met the fault. */
  readonly operation: SweptOperation
  readonly at: SweepMoment
  /** Whether any request met the fault. */
  readonly isReached: boolean
  readonly isHung: boolean
  readonly hasPassed: boolean
  /** Codes of findings that the baseline runs do not have. */
  readonly findings: ReadonlySet<string>
  /** The command was killed on purpose, so that the rest of it was not run. */
  readonly isCrashed: boolean
  /** The books have an error that those of the baseline runs do not have. */
  readonly areBooksWrong?: boolean
  /** The books command failed, or what it printed are no books. */
  readonly areBooksMissing?: boolean
  readonly money: MoneyChange
}

/** How the sums of a run differ from those of the baseline runs. */
export interface MoneyChange {
  /** More was charged or held from some card or account. */
  readonly isChargedMore: boolean
  /** More was refunded to some card or account. */
  readonly isRefundedMore: boolean
  /** A payment that the baseline runs keep was refunded. */
  readonly isReturned: boolean
  /** A payment that the baseline runs undo was left as it is. */
  readonly isNotUndone: boolean
  /** Less was taken, held or refunded, or what was taken was given back. */
  readonly isLess: boolean
  /** Less was refunded, and nothing less was taken or held. */
  readonly isOnlyRefundLess: boolean
  /** Less was taken or held by the call that met the fault, whatever was attempted after it. */
  readonly isOrderLess: boolean
  readonly hasMoreCustomers: boolean
  readonly hasMoreTokens: boolean
}

export function cellResult(run: CellRun): CellResult {
  const { isReached, isHung, hasPassed, findings, money, isCrashed } = run
  if (!isReached) return 'not_reached'
  if (money.isChargedMore || findings.has('double-charge')) return 'double_charge'
  if (money.isRefundedMore || findings.has('double-refund')) return 'double_refund'
  // A command that was stopped had no chance to look, so this is not held against it.
  if (isHung) return 'hung'
  if (findings.has('unresolved')) return 'unresolved'
  if (money.isNotUndone && !isCutShort(run)) return 'unresolved'
  if (findings.has('blind-retry') && hasLostTrack(run)) return 'unresolved'
  if (run.areBooksWrong) return 'books_differ'
  if (run.areBooksMissing) return 'books_failed'
  // The money is right by luck: nothing had been processed.
  if (findings.has('blind-retry')) return 'blind_retry'
  if (findings.has('lost-sale') && (money.isLess || isCrashed)) return 'lost_sale'
  if (money.hasMoreCustomers) return 'duplicate_customer'
  if (money.hasMoreTokens) return 'duplicate_token'
  // What was asked for was not done, and nobody said so.
  if (hasPassed && money.isLess && !isCrashed && !isStoppedAtPending(run)) return 'lost_sale'
  return hasPassed ? 'safe' : 'failed_safe'
}

/** Whether the client gave up: nothing was charged twice only because it was not charged at all. */
export function isSaleLost(
  result: CellResult,
  { money, isCrashed }: Omit<CellRun, 'findings'>,
): boolean {
  if (result === 'lost_sale') return true
  return result === 'failed_safe' && money.isOrderLess && !isCrashed
}

/** Whether the sale was made, and the client never learnt it, so only a refund is missing. */
function isStoppedAtPending({ operation, findings, money }: CellRun): boolean {
  return operation === 'purchase' && findings.has('ignored-pending') && money.isOnlyRefundLess
}

/** Whether it was killed before it came to the call that lessens or undoes a payment. */
function isCutShort({ isCrashed, operation }: CellRun): boolean {
  return isCrashed && operation !== 'void' && operation !== 'completion'
}

/** Whether a blind retry shows that the client does not know about the first attempt. */
function hasLostTrack({ at, hasPassed, money }: CellRun): boolean {
  return at === 'after' || (hasPassed && money.isLess)
}
