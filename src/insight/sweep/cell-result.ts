import type { Moment } from './cell.ts'

/** What a cell came to, the worst first. */
export const cellResults = [
  'DOUBLE CHARGE',
  'DOUBLE REFUND',
  'UNRESOLVED',
  'LOST SALE',
  'hung',
  'not reached',
  'failed safe',
  'safe',
] as const

export type CellResult = (typeof cellResults)[number]

/** What happened while one fault was in force. */
export interface CellRun {
  readonly at: Moment
  /** Whether any request met the fault. */
  readonly isReached: boolean
  readonly isHung: boolean
  readonly hasPassed: boolean
  /** Codes of the findings that the clean runs do not have. */
  readonly findings: ReadonlySet<string>
  /** Whether something was sent again and still done less often than in the clean runs. */
  readonly isShort: boolean
}

export function cellResult(run: CellRun): CellResult {
  const { isReached, isHung, hasPassed, findings } = run
  if (!isReached) return 'not reached'
  if (findings.has('double-charge')) return 'DOUBLE CHARGE'
  if (findings.has('double-refund')) return 'DOUBLE REFUND'
  // A command that was stopped had no chance to ask, so nothing is said against it.
  if (isHung) return 'hung'
  if (findings.has('unresolved')) return 'UNRESOLVED'
  if (findings.has('blind-retry') && hasLostTrack(run)) return 'UNRESOLVED'
  if (findings.has('lost-sale')) return 'LOST SALE'
  return hasPassed ? 'safe' : 'failed safe'
}

/** Sent again without looking, and not done twice: does the client know nothing of the first? */
function hasLostTrack({ at, hasPassed, isShort }: CellRun): boolean {
  return at === 'after' || (hasPassed && isShort)
}

const wrong: readonly CellResult[] = ['DOUBLE CHARGE', 'DOUBLE REFUND', 'UNRESOLVED']
const doubtful: readonly CellResult[] = ['LOST SALE', 'hung', 'not reached']

/** Whether a result is a reason to fail. */
export function isUnsafe(result: CellResult, isStrict: boolean): boolean {
  return wrong.includes(result) || (isStrict && doubtful.includes(result))
}
