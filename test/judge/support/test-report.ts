import { findingAnswer } from '../../../src/control/representation/report-representation.ts'
import type { FindingDocument } from '../../../src/judge/findings/finding-document.ts'
import { reportOf } from '../../../src/judge/report/make-report.ts'
import type { ReportDocument } from '../../../src/judge/report/report-document.ts'
import type { SimulatedTest } from './test-chapter.ts'

/** The report of a run. */
export function reportFrom(told: SimulatedTest): ReportDocument {
  return { ...reportOf(told.part, new Set()), findings: told.findings().map(findingAnswer) }
}

/** A habit: a finding about no payment. */
export function habit(
  finding: FindingDocument,
  changes: Partial<FindingDocument>,
): FindingDocument {
  return { ...finding, code: 'hammering', severity: 'warning', payment: null, ...changes }
}
