import type { TestRef } from '../../../record/test-ref.ts'
import type { Advice } from '../../findings/finding.ts'
import type { Finding, FindingDocument } from '../../findings/finding-document.ts'
import { chargedAtOnce } from '../../findings/payment/double.ts'
import { ignoredPending, lostSale } from '../../findings/payment/overlooked.ts'
import type { Accepted } from '../../report/report-document.ts'
import { acceptedBy } from '../../run/accepted.ts'
import type { SweepCell } from '../cells/cell.ts'
import {
  type CellResult,
  cellResult,
  codeOfResult,
  isBooksError,
  isSaleLost,
  isShown,
  isUnsafe,
  resultTraits,
} from '../cells/result.ts'
import { booksFailed, changedPrice, otherCard } from '../cells/sweep-findings.ts'
import type { Baseline } from '../document/baseline.ts'
import { cellFinding, ownFinding } from '../document/cell-finding.ts'
import type { CellFinding, CellOutcome } from '../document/sweep-schema.ts'
import { judgeMoney } from '../money/oracle.ts'
import { measureFor, moneyOf } from '../money/run-money.ts'
import type { WatchedRun } from './baseline.ts'
import { afterCrash, newFindings } from './new-findings.ts'

/** A cell that there was no time for. */
export function cellNotRun({ name, call, at, fault, recovery }: SweepCell): CellOutcome {
  const unknown = {
    flaky: null,
    exit_code: null,
    duration_ms: null,
    overcharged: null,
    accepted: null,
    sale_lost: false,
  }
  const head = { name, call: call.name, at, fault, recovery: recovery ?? null }
  return { ...head, ...unknown, result: 'not_run', findings: [], requests: [] }
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
  const news = newFindings(run.findings, usual).map((one) => stillPending(one, run))
  const isChargedAgain = news.some(({ code }) => code === 'charged-again')
  const isWhole = hasPassed && !isCrashed
  const attacked = { name: cell.call.name, isWhole, isChargedAgain, isRepeated }
  const measure = measureFor(cell.call.name, clean)
  const money = judgeMoney(moneyOf(watch, known), measure, attacked)
  const isRefundedMore = money.change.isRefundedMore || money.change.isReturned
  // What is bought twice on purpose looks like a double charge, but comes to no more money.
  const own = news.filter(
    ({ code, missed }) =>
      watch.isUncounted ||
      (code === 'double-charge' && money.change.isChargedMore) ||
      (code === 'double-refund' && isRefundedMore) ||
      (code === chargedAtOnce.code && (money.change.isChargedMore || isRefundedMore)) ||
      // Nor is a sale lost that the baseline runs undo on purpose.
      (code === lostSale.code && (!missed || money.change.isLess || isCrashed)) ||
      !(code.startsWith('double-') || code === chargedAtOnce.code || code === lostSale.code),
  )
  const found: readonly CellFinding[] = [
    ...own.map((finding) => cellFinding(isCrashed ? afterCrash(finding) : finding)),
    ...(booksFailure ? [ownFinding(booksFailed, booksFailure)] : []),
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
    areBooksWrong: found.some(isBooksError),
    areBooksMissing: booksFailure !== undefined,
    money: money.change,
  }
  const result = cellResult(judged)
  const proof = moneyProof(result, found, {
    texts: [...money.texts, ...vaultTexts(watch.sums, clean)],
    advice: isRepeated && money.change.isChargedMore ? jobAdvice : undefined,
    told: found.find((one) => toldBy.some((code) => code === one.code)),
    hasRequests: watch.requests.length > 0,
  })
  return {
    ...cellNotRun(cell),
    result,
    exit_code: exitCode,
    duration_ms: Math.round(durationMs),
    overcharged:
      result === 'double_charge' || result === 'double_refund' ? money.overcharged : null,
    sale_lost: isSaleLost(result, judged),
    accepted: acceptedIn(accept, result, {
      findings: own,
      test: { label: cell.call.label ?? null },
    }),
    findings: [
      ...proof,
      ...found,
      ...(money.otherCard ? [ownFinding(otherCard, money.otherCard)] : []),
      ...(money.price ? [ownFinding(changedPrice, money.price)] : []),
    ],
    requests: watch.requests,
  }
}

/** A client that ended before the bank decided could not have looked: that is no more than a note. */
function stillPending(
  finding: FindingDocument,
  { undecidedAtEnd }: Pick<WatchedRun, 'undecidedAtEnd'>,
): FindingDocument {
  const { code, test, steps } = finding
  const isOpen = undecidedAtEnd.some(
    ({ world, audit }) => test?.world === world && steps.some((step) => step.audit === audit),
  )
  return isOpen && code === ignoredPending.code ? { ...finding, severity: 'note' } : finding
}

const jobAdvice: Advice = {
  cause: 'no-reservation',
  advice:
    'Reserve each order in one atomic step before you charge it, with the correlation id that you will use; a later run settles what was reserved before it charges anything. examples/clients/careful-bill.mjs shows how.',
}

/** Findings on a payment that the client did not follow up: where it paid once more, their advice would have helped. */
const toldBy = [
  'blind-retry',
  'charged-again',
  'charged-at-once',
  'charged-though-refused',
  'unresolved',
  'late-request',
  'ignored-pending',
  'blind-recreate',
]

interface MoneyProof {
  readonly texts: readonly string[]
  readonly advice: Advice | undefined
  /** A finding on what led to it. */
  readonly told: CellFinding | undefined
  readonly hasRequests: boolean
}

/** Where sums alone show what is wrong, they are the evidence. */
function moneyProof(
  result: CellResult,
  found: readonly CellFinding[],
  { texts, advice, told, hasRequests }: MoneyProof,
): readonly CellFinding[] {
  if (!isShown(result) || (texts.length === 0 && !hasRequests)) return []
  const code = codeOfResult(result)
  // A finding tells more than a sum that is too small.
  const isMore = code.startsWith('double-') || code.startsWith('duplicate-')
  if (isMore ? found.some((one) => one.code === code) : found.length > 0) return []
  const severity = isUnsafe(result, false) ? 'error' : 'warning'
  const proof = ownFinding({ code, severity }, texts.join('\n'), advice ?? told)
  // Its steps may end before the second payment, which the requests of the cell show.
  return [advice === undefined && told ? { ...proof, subject: told.subject } : proof]
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

interface CellEvidence {
  readonly findings: readonly Pick<Finding, 'code' | 'severity' | 'test'>[]
  /** The test of the call that met the fault. */
  readonly test: Pick<TestRef, 'label'>
}

/**
 * Why the config accepts the result of a cell: it must accept the result's own code and every error
 * of the cell, each in its test. Null if it does not, or if there is nothing to accept.
 */
function acceptedIn(
  accept: readonly Accepted[],
  result: CellResult,
  { findings, test }: CellEvidence,
): readonly Pick<Accepted, 'code' | 'because'>[] | null {
  if (resultTraits[result].fails === undefined) return null
  const code = codeOfResult(result)
  const own = findings.filter((one) => one.severity === 'error' || one.code === code)
  // Money may show a result that no finding has; what is wrong in the books has its own codes.
  const isShown = own.some((one) =>
    result === 'books_differ' ? isBooksError(one) : one.code === code,
  )
  const wrong = isShown ? own : [...own, { code, test }]
  const reasons = wrong.map((one) => acceptedBy(accept, one))
  if (!reasons.every((one) => one !== undefined)) return null
  return [...new Set(reasons)].map(({ code: accepted, because }) => ({ code: accepted, because }))
}
