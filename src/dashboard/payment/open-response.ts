import { counted } from '../../insight/counted.ts'
import { unresolved } from '../../insight/findings/payment/unresolved.ts'
import { rejudged } from '../../insight/report/make-report.ts'
import type { ReportDocument } from '../../insight/report/report-document.ts'

/** A payment whose response was lost, and whose client may still look it up. */
export interface OpenResponse {
  readonly payment: string
  /** Its errors, which are found now and may go away. */
  readonly errors: number
  /** Milliseconds until it is judged. */
  readonly left: number
}

export function waitingText(responses: number): string {
  return `${counted(responses, 'response')} lost, waiting for your client to look`
}

/** Those of one test. */
export function openIn(test: string, open: readonly OpenResponse[]): readonly OpenResponse[] {
  return open.filter(({ payment }) => payment.startsWith(`${test}-`))
}

/** A report of what is judged: its first line, findings and tests do not count what is open. */
export function judgedSoFar(report: ReportDocument, open: readonly OpenResponse[]): ReportDocument {
  if (open.length === 0) return report
  const { counts, counts_by_code, findings, tests } = report
  const { [unresolved.code]: count = 0 } = counts_by_code
  // What the config accepts is not counted.
  const errors = Math.min(count, errorsOf(open))
  const isOpen = (id: string | null) => open.some(({ payment }) => payment === id)
  return rejudged(
    {
      ...report,
      counts: { ...counts, error: counts.error - errors },
      counts_by_code: { ...counts_by_code, [unresolved.code]: count - errors },
      findings: findings.filter(
        ({ code, payment }) => code !== unresolved.code || !isOpen(payment),
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
