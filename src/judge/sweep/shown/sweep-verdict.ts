import { type ReportVerdict, worstVerdict } from '../../report-verdict.ts'
import {
  type CellResult,
  cellResults,
  codeOfResult,
  isBooksError,
  isShown,
  isUnsafe,
} from '../cells/result.ts'
import { missingText } from '../document/shards.ts'
import type { BaselineFinding, CellFinding, CellOutcome, Swept } from '../document/sweep-schema.ts'

/** In how many cells the client gave up its sale. */
export function lostSales({ cells }: Pick<Swept, 'cells'>): number {
  return cells.filter(({ sale_lost }) => sale_lost).length
}

/** How often each result occurred, worst first. */
export function countsOf({ cells }: Pick<Swept, 'cells'>): readonly [CellResult, number][] {
  return cellResults.flatMap((result): [CellResult, number][] => {
    const count = cells.filter((one) => one.result === result).length
    return count === 0 ? [] : [[result, count]]
  })
}

/** Whether a cell fails the sweep: its result does, and the config does not accept it. */
export function hasFailed(
  { result, accepted }: Pick<CellOutcome, 'result' | 'accepted'>,
  { strict }: Pick<Swept, 'strict'>,
): boolean {
  return accepted === null && isUnsafe(result, strict)
}

/** The cells that fail the sweep, worst first. */
export function unsafeCells(swept: Swept): readonly CellOutcome[] {
  return worstCellsFirst(swept.cells.filter((cell) => hasFailed(cell, swept)))
}

/** By result; among equal ones, those with wrong books and then those that moved money come first. */
export function worstCellsFirst(cells: readonly CellOutcome[]): readonly CellOutcome[] {
  const hasRightBooks = ({ findings }: CellOutcome) => !findings.some(isBooksError)
  return [...cells].sort(
    (one, other) =>
      badness(one) - badness(other) ||
      Number(hasRightBooks(one)) - Number(hasRightBooks(other)) ||
      Number(one.at === 'before') - Number(other.at === 'before'),
  )
}

/** Less for a worse result; a cell that was not run comes last. */
export function badness({ result }: CellOutcome): number {
  return cellResults.indexOf(result)
}

/** Whether a cell is run once more: its result may be due to the machine. */
export function isRunAgain({ result }: CellOutcome): boolean {
  return result === 'failed_safe' || result === 'hung' || result === 'not_reached'
}

/** One cell that was run twice: the worse result counts. */
export function ofTwo(first: CellOutcome, second: CellOutcome): CellOutcome {
  if (first.result === second.result) return first
  const worse = badness(second) < badness(first) ? second : first
  return { ...worse, flaky: [first.result, second.result] }
}

export function warningsOf({ findings }: CellOutcome): readonly CellFinding[] {
  return findings.filter(({ severity }) => severity === 'warning')
}

/** The warnings of a cell that its result does not say already. */
export function furtherWarnings(cell: CellOutcome): readonly CellFinding[] {
  return warningsOf(cell).filter(({ code }) => code !== codeOfResult(cell.result))
}

/** Whether the result of a cell that does not fail is not right either. */
export function isDoubtful({ result, sale_lost }: CellOutcome): boolean {
  return isShown(result) || sale_lost
}

/** Whether a cell that does not fail has something to warn about. */
export function isWarned(cell: CellOutcome): boolean {
  return isDoubtful(cell) || furtherWarnings(cell).length > 0
}

/** A run is hung after ten times its clean duration. */
export function hungAfterMs(baselineMs: number): number {
  return Math.max(10 * baselineMs, 10_000)
}

/** Findings of the baseline run that count: the config does not accept them. */
export function countedIn(
  { baseline }: Pick<Swept, 'baseline'>,
  severity: BaselineFinding['severity'],
): readonly BaselineFinding[] {
  return baseline.findings.filter((one) => one.severity === severity && one.accepted === null)
}

/** The errors of the baseline run that fail the sweep; with `--strict`, its warnings too. */
export function wrongInBaseline(
  swept: Pick<Swept, 'baseline' | 'strict'>,
): readonly BaselineFinding[] {
  return [...countedIn(swept, 'error'), ...(swept.strict ? countedIn(swept, 'warning') : [])]
}

/** One finding of each kind that counts in the baseline run, the worst first. */
export function baselinePayments(swept: Pick<Swept, 'baseline'>): readonly BaselineFinding[] {
  const all = [...countedIn(swept, 'error'), ...countedIn(swept, 'warning')]
  return all.filter(({ code }, i) => all.findIndex((one) => one.code === code) === i)
}

/** Whether something fails the sweep, in a cell or without any fault. */
export function hasSweepFailed(swept: Swept): boolean {
  return unsafeCells(swept).length > 0 || wrongInBaseline(swept).length > 0
}

export function sweepVerdict(swept: Swept): ReportVerdict {
  const { cells, baseline, shards, incomplete } = swept
  const isProven = cells.length > 0 && cells.every(({ result }) => isProof(result))
  const isWhole = !shards || missingText(shards) === undefined
  return worstVerdict({
    unsafe: hasSweepFailed(swept),
    // What the config accepts does not fail, but it is not safe either.
    warnings: cells.some(isWarned) || baseline.findings.length > 0,
    untested: !isProven || !isWhole || Boolean(incomplete),
  })
}

/** Whether a cell is worth another run after a fix: it was run, and is neither safe nor accepted. */
export function isWrong(cell: CellOutcome): boolean {
  return hasFailed(cell, { strict: true }) || (cell.sale_lost && cell.accepted === null)
}

/** Only cells that were run, reached and ended prove something. */
export function isProof(result: CellResult): boolean {
  return result === 'safe' || result === 'failed_safe'
}
