import type { SweepCell } from '../../insight/sweep/cell.ts'
import type { CellRequest } from '../../insight/sweep/cell-request.ts'
import { judgeMoney, moneyOf } from '../../insight/sweep/oracle.ts'
import { cellResult } from '../../insight/sweep/result.ts'
import type { CellFinding, CellOutcome } from '../../insight/sweep/swept.ts'
import type { CleanBaseline } from './baseline.ts'
import { newFindings, type SweepRun } from './sweep-run.ts'

/** What happened to the money in a cell, against the clean runs. */
export function cellOutcome(
  cell: SweepCell,
  run: SweepRun,
  { money: clean, findings: usual, known }: Pick<CleanBaseline, 'money' | 'findings' | 'known'>,
): CellOutcome {
  const { watch, exitCode, durationMs, isHung, booksFailure, isRepeated } = run
  const [hasPassed, isCrashed] = [exitCode === 0, cell.form === 'crash']
  const news = newFindings(run.findings, usual, isCrashed)
  const isChargedAgain = news.some(({ code }) => code === 'charged-again')
  const isWhole = hasPassed && !isCrashed
  const attacked = { name: cell.call.name, isWhole, isChargedAgain, isRepeated }
  const money = judgeMoney(moneyOf(watch, known), clean, attacked)
  // What is bought twice on purpose looks like a double charge, but comes to no more money.
  const found = news.filter(
    ({ code }) =>
      watch.isUncounted ||
      (code === 'double-charge' && money.change.isChargedMore) ||
      (code === 'double-refund' && money.change.isRefundedMore) ||
      !code.startsWith('double-'),
  )
  const result = cellResult({
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
  })
  const proof = moneyProof(result, found, [
    ...money.texts,
    ...vaultTexts(watch.sums, clean),
    ...watch.requests.slice(-MOST_LINES).map(requestText),
    ...(isRepeated && money.change.isChargedMore ? [JOB_ADVICE] : []),
  ])
  const missing: readonly CellFinding[] =
    booksFailure === undefined
      ? []
      : [{ code: 'books-failed', severity: 'error', text: booksFailure }]
  const findings = [...proof, ...found, ...missing, ...priceWarning(money.price)]
  return { cell, result, exitCode, durationMs, findings, requests: watch.requests }
}

/** The most requests that the story of a cell tells; its JSON and its page have all. */
const MOST_LINES = 12

const JOB_ADVICE =
  'Instead: reserve each order in one atomic step before you charge it, with the correlation id that you will use; a later run settles what was reserved before it charges anything. examples/clients/careful-bill.mjs shows how.'

/** `  purchase  order-1  200 approved` */
function requestText({ operation, about, answer }: CellRequest): string {
  return `  ${operation}  ${about}  ${answer}`
}

const severities: Readonly<Record<string, 'error' | 'warning'>> = {
  'double-charge': 'error',
  'double-refund': 'error',
  unresolved: 'error',
  'lost-sale': 'warning',
  'duplicate-customer': 'warning',
  'duplicate-token': 'warning',
}

/** Where sums alone show what is wrong, they are the story. */
function moneyProof(
  result: CellOutcome['result'],
  found: readonly CellFinding[],
  texts: readonly string[],
): readonly CellFinding[] {
  const code = result?.toLowerCase().replace(' ', '-') ?? ''
  if (!(code in severities) || texts.length === 0) return []
  // A finding tells more than a sum that is too small.
  const isMore = code.startsWith('double-') || code.startsWith('duplicate-')
  if (isMore ? found.some((one) => one.code === code) : found.length > 0) return []
  const severity = severities[code] ?? 'warning'
  return [{ code, severity, text: texts.join('\n') }]
}

function priceWarning(text: string | undefined): readonly CellFinding[] {
  return text === undefined ? [] : [{ code: 'changed-price', severity: 'warning', text }]
}

function vaultTexts(
  run: { readonly customers: number; readonly tokens: number },
  clean: readonly (typeof run)[],
): readonly string[] {
  return (['customers', 'tokens'] as const).flatMap((name) => {
    const most = Math.max(0, ...clean.map((one) => one[name]))
    return run[name] > most ? [`${run[name]} ${name} at the end, ${most} in the clean run`] : []
  })
}
