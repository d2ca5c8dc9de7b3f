import type { Accepted } from '../report/report-document.ts'
import { findingText } from '../report/text-report.ts'
import { acceptedIn } from './accepted-cell.ts'
import type { Baseline, WatchedRun } from './baseline.ts'
import type { SweepCell } from './cell.ts'
import { afterCrash, newFindings } from './new-findings.ts'
import { judgeMoney } from './oracle.ts'
import {
  type CellResult,
  cellResult,
  codeOfResult,
  isSaleLost,
  isShown,
  isUnsafe,
} from './result.ts'
import { moneyOf } from './run-money.ts'
import type { CellFinding, CellOutcome } from './sweep-schema.ts'

/** A cell that there was no time for. */
export function cellNotRun({ name, call, at, fault, recovery }: SweepCell): CellOutcome {
  const unknown = {
    flaky: null,
    exit_code: null,
    duration_ms: null,
    overcharged: null,
    sale_lost: false,
    accepted: null,
  }
  const head = { name, call: call.name, at, fault, recovery: recovery ?? null }
  return { ...head, ...unknown, result: 'not run', findings: [], requests: [] }
}

/** What happened to the money in a cell, against the baseline runs. */
export function cellOutcome(
  cell: SweepCell,
  run: WatchedRun,
  { money: clean, findings: usual, known }: Pick<Baseline, 'money' | 'findings' | 'known'>,
  accept: readonly Accepted[] = [],
): CellOutcome {
  const { watch, exitCode, durationMs, isHung, booksFailure, isRepeated } = run
  const [hasPassed, isCrashed] = [exitCode === 0, cell.fault === 'crash']
  const news = newFindings(run.findings, usual)
  const isChargedAgain = news.some(({ code }) => code === 'charged-again')
  const isWhole = hasPassed && !isCrashed
  const attacked = { name: cell.call.name, isWhole, isChargedAgain, isRepeated }
  const money = judgeMoney(moneyOf(watch, known), clean, attacked)
  // What is bought twice on purpose looks like a double charge, but comes to no more money.
  const own = news.filter(
    ({ code }) =>
      watch.isUncounted ||
      (code === 'double-charge' && money.change.isChargedMore) ||
      (code === 'double-refund' && money.change.isRefundedMore) ||
      !code.startsWith('double-'),
  )
  const found: readonly CellFinding[] = [
    ...own.map((finding) => ({
      code: finding.code,
      severity: finding.severity,
      text: findingText(isCrashed ? afterCrash(finding) : finding),
    })),
    ...(booksFailure
      ? [{ code: 'books-failed', severity: 'error', text: booksFailure } as const]
      : []),
  ]
  const judged = {
    operation: cell.call.operation,
    at: cell.at,
    isReached: watch.isReached && !watch.isCut,
    isHung,
    hasPassed,
    findings: new Set(found.map(({ code }) => code)),
    // A job that ran again had its chance to finish.
    isCrashed: isCrashed && !isRepeated,
    areBooksMissing: booksFailure !== undefined,
    money: money.change,
  }
  const result = cellResult(judged)
  const proof = moneyProof(result, found, [
    ...money.texts,
    ...vaultTexts(watch.sums, clean),
    ...watch.requests
      .slice(-MOST_LINES)
      .map(({ operation, about, response }) => `  ${operation}  ${about}  ${response}`),
    ...(isRepeated && money.change.isChargedMore ? [JOB_ADVICE] : []),
  ])
  const { price, overcharged, otherCard } = money
  return {
    ...cellNotRun(cell),
    result,
    exit_code: exitCode,
    duration_ms: Math.round(durationMs),
    overcharged: result === 'DOUBLE CHARGE' || result === 'DOUBLE REFUND' ? overcharged : null,
    sale_lost: isSaleLost(result, judged),
    accepted: acceptedIn(accept, result, { findings: own, test: cell.call.label }),
    findings: [
      ...proof,
      ...found,
      ...(otherCard ? [{ code: 'other-card', severity: 'warning', text: otherCard } as const] : []),
      ...(price ? [{ code: 'changed-price', severity: 'warning', text: price } as const] : []),
    ],
    requests: watch.requests,
  }
}

/** The most requests that the evidence of a cell shows; its JSON and its page have all. */
const MOST_LINES = 12

const JOB_ADVICE =
  'Instead: reserve each order in one atomic step before you charge it, with the correlation id that you will use; a later run settles what was reserved before it charges anything. examples/clients/careful-bill.mjs shows how.'

/** Where sums alone show what is wrong, they are the story. */
function moneyProof(
  result: CellResult,
  found: readonly CellFinding[],
  texts: readonly string[],
): readonly CellFinding[] {
  if (!isShown(result) || texts.length === 0) return []
  const code = codeOfResult(result)
  // A finding tells more than a sum that is too small.
  const isMore = code.startsWith('double-') || code.startsWith('duplicate-')
  if (isMore ? found.some((one) => one.code === code) : found.length > 0) return []
  return [{ code, severity: isUnsafe(result, false) ? 'error' : 'warning', text: texts.join('\n') }]
}

function vaultTexts(
  run: { readonly customers: number; readonly tokens: number },
  clean: readonly (typeof run)[],
): readonly string[] {
  return (['customers', 'tokens'] as const).flatMap((name) => {
    const most = Math.max(0, ...clean.map((one) => one[name]))
    return run[name] > most ? [`${run[name]} ${name} at the end, ${most} in the baseline run`] : []
  })
}
