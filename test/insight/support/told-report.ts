import type { Finding, FindingDocument } from '../../../src/insight/findings/finding.ts'
import { type ReportDocument, reportOf } from '../../../src/insight/report/report-document.ts'
import type { ToldChapter } from './told-chapter.ts'

/** The report of a run. */
export function reportFrom(told: ToldChapter): ReportDocument {
  return { ...reportOf(told.part, new Set()), findings: told.findings() }
}

/** A finding that can be changed. */
export function firstFinding(told: ToldChapter): Finding {
  const [finding] = told.findings()
  if (finding === undefined) throw new Error('nothing was found')
  return finding
}

/** A habit: a finding about no payment. */
export function habit(
  finding: FindingDocument,
  changes: Partial<FindingDocument>,
): FindingDocument {
  return { ...finding, code: 'hammering', severity: 'warning', story: null, ...changes }
}
