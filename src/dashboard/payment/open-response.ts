import { counted } from '../../base/text/counted.ts'
import { unresolved } from '../../judge/findings/payment/unresolved.ts'
import { rejudged } from '../../judge/report/make-report.ts'
import type { ReportDocument } from '../../judge/report/report-document.ts'

/** A payment whose response was lost, and whose client may still look it up; or one without a response yet. */
export interface OpenResponse {
  readonly payment: string
  /** Its errors, which are found now and may go away. */
  readonly errors: number
  /** Milliseconds until it is judged. */
  readonly left: number
  /** Whether its request has no response yet, so that nothing is lost. */
  readonly isUnderWay: boolean
  /** Whether the gateway has not decided it yet. */
  readonly isUndecided: boolean
}

/** How many responses told nothing and may still be looked up; undefined if none. */
export function waitingText(open: readonly OpenResponse[]): string | undefined {
  const dark = open.filter(({ isUnderWay }) => !isUnderWay)
  if (dark.length === 0) return undefined
  const undecided = dark.filter(({ isUndecided }) => isUndecided).length
  const rest = undecided === dark.length ? 'undecided' : 'lost or undecided'
  const how = undecided === 0 ? 'lost' : rest
  return `${counted(dark.length, 'response')} ${how}, waiting for your client to look`
}

/** Those of one test. */
export function openIn(test: string, open: readonly OpenResponse[]): readonly OpenResponse[] {
  return open.filter(({ payment }) => payment.startsWith(`${test}-`))
}

/** A report of what is judged: its first line, findings and tests do not count what is open. */
export function judgedSoFar(report: ReportDocument, open: readonly OpenResponse[]): ReportDocument {
  if (open.length === 0) return report
  const { counts, counts_by_code, undecided, findings, tests } = report
  const { [unresolved.code]: count = 0 } = counts_by_code
  // What the config accepts is not counted.
  const errors = Math.min(count, errorsOf(open))
  const opened = new Set<string | null>(open.map(({ payment }) => payment))
  return rejudged(
    {
      ...report,
      counts: { ...counts, error: counts.error - errors },
      undecided: undecided - open.filter(({ isUndecided }) => isUndecided).length,
      counts_by_code: { ...counts_by_code, [unresolved.code]: count - errors },
      findings: findings.filter(
        ({ code, payment }) => code !== unresolved.code || !opened.has(payment),
      ),
      tests: tests.map((test) => {
        const error = Math.max(0, test.counts.error - errorsOf(openIn(test.id, open)))
        return { ...test, counts: { ...test.counts, error } }
      }),
    },
    {},
  )
}

function errorsOf(open: readonly OpenResponse[]): number {
  return open.reduce((sum, { errors }) => sum + errors, 0)
}
