import { booksFindings } from '../books/books-findings.ts'
import type { SweptOperation } from './cell.ts'
import type { SweepMoment } from './fault.ts'

interface ResultTraits {
  /** Whether it fails a sweep: always, or only with `--strict`. */
  readonly fails?: 'always' | 'strict'
  /** Whether it is always shown with its payment: something happened that somebody pays for. */
  readonly isShown?: true
  readonly tone: 'good' | 'quiet' | 'bad' | 'odd'
  /** What it says about the money. */
  readonly means: string
}

const luck =
  'your client sent the request again without asking; the money is right only because nothing had been processed'
const lost = 'less money was taken or refunded, and your client did not notice or try again'
const spared =
  'your command failed, but no money moved wrongly; --artifacts <folder> keeps what it printed'

/** The possible results of a cell, worst first. */
const table = {
  'DOUBLE CHARGE': results(
    'bad',
    'more was charged or held than without the fault',
    'always',
    true,
  ),
  'DOUBLE REFUND': results('bad', 'more was refunded than without the fault', 'always', true),
  UNRESOLVED: results(
    'odd',
    'the client does not know what happened to its request',
    'always',
    true,
  ),
  'BOOKS DIFFER': results(
    'bad',
    'the money is right, but the shop’s books say otherwise',
    'always',
    true,
  ),
  'BOOKS FAILED': results(
    'bad',
    'the shop’s books could not be read after the fault',
    'always',
    true,
  ),
  'BLIND RETRY': results('odd', luck, 'always', true),
  'LOST SALE': results('odd', lost, 'strict', true),
  'DUPLICATE CUSTOMER': results('odd', 'a customer was stored twice', 'strict', true),
  'DUPLICATE TOKEN': results('odd', 'a card or account was stored twice', 'strict', true),
  hung: results('odd', 'your command did not end', 'strict'),
  'not reached': results('quiet', 'the fault never happened, so nothing is proven', 'strict'),
  'failed safe': results('quiet', spared),
  safe: results('good', 'your command passed, and the money is right'),
  'not run': results('quiet', 'there was no time for it'),
}

function results(
  tone: ResultTraits['tone'],
  means: string,
  fails?: ResultTraits['fails'],
  isShown?: true,
): ResultTraits {
  return { tone, means, ...(fails && { fails }), ...(isShown && { isShown }) }
}

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
  return result.toLowerCase().replace(' ', '-')
}

/** Whether a code is that of an error in the shop's books, or may be. */
export function isBooksError(code: string): boolean {
  return booksFindings.some(
    (kind) => kind.code === code && (kind.severity === 'error' || 'ifClosed' in kind),
  )
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
  /** A payment that the baseline runs undo was left as it is. */
  readonly isNotUndone: boolean
  /** Less was taken, held or refunded. */
  readonly isLess: boolean
  /** Less was taken or held by the call that met the fault, whatever was attempted after it. */
  readonly isOrderLess: boolean
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
  if (findings.has('unresolved')) return 'UNRESOLVED'
  if (money.isNotUndone && !isCutShort(run)) return 'UNRESOLVED'
  if (findings.has('blind-retry') && hasLostTrack(run)) return 'UNRESOLVED'
  if ([...findings].some(isBooksError)) return 'BOOKS DIFFER'
  if (run.areBooksMissing) return 'BOOKS FAILED'
  // The money is right by luck: nothing had been processed.
  if (findings.has('blind-retry')) return 'BLIND RETRY'
  if (findings.has('lost-sale') && (money.isLess || isCrashed)) return 'LOST SALE'
  if (money.hasMoreCustomers) return 'DUPLICATE CUSTOMER'
  if (money.hasMoreTokens) return 'DUPLICATE TOKEN'
  // What was asked for was not done, and nobody said so.
  if (hasPassed && money.isLess && !isCrashed) return 'LOST SALE'
  return hasPassed ? 'safe' : 'failed safe'
}

/** Whether the client gave up: nothing was charged twice only because it was not charged at all. */
export function isSaleLost(
  result: CellResult,
  { money, isCrashed }: Omit<CellRun, 'findings'>,
): boolean {
  if (result === 'LOST SALE') return true
  return result === 'failed safe' && money.isOrderLess && !isCrashed
}

/** Whether it was killed before it came to the call that lessens or undoes a payment. */
function isCutShort({ isCrashed, operation }: CellRun): boolean {
  return isCrashed && operation !== 'void' && operation !== 'completion'
}

/** Whether a blind retry shows that the client does not know about the first attempt. */
function hasLostTrack({ at, hasPassed, money }: CellRun): boolean {
  return at === 'after' || (hasPassed && money.isLess)
}
