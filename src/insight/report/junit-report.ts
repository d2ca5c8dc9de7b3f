import type { CaseDocument } from '../coverage/coverage.ts'
import { allFindings } from '../findings/all-findings.ts'
import type { FindingDocument, ReportDocument } from './report-document.ts'
import { findingText } from './text-report.ts'

/** For CI servers: a suite per test, a case per kind of finding and per case of the coverage. */
export function junitReport(report: ReportDocument): string {
  const labels = [...new Set([...report.chapter_names, ...report.findings.map(suiteName)])]
  const suites = labels.map((label) =>
    findingSuite(
      label,
      report.findings.filter((finding) => suiteName(finding) === label),
    ),
  )
  const all = [...suites, coverageSuite(report.coverage.cases)]
  const tests = all.reduce((sum, { cases }) => sum + cases.length, 0)
  const failures = all.reduce((sum, suite) => sum + suite.failures, 0)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="sandgate" tests="${tests}" failures="${failures}">`,
    ...all.map(suiteText),
    '</testsuites>',
    '',
  ].join('\n')
}

interface Suite {
  readonly name: string
  readonly cases: readonly string[]
  readonly failures: number
  readonly skipped: number
}

function suiteName({ chapter }: FindingDocument): string {
  return chapter === '' ? 'whole run' : chapter
}

function findingSuite(name: string, findings: readonly FindingDocument[]): Suite {
  const cases = allFindings.map(({ code }) =>
    findingCase(
      name,
      code,
      findings.filter((finding) => finding.code === code),
    ),
  )
  const failed = new Set(
    findings.filter(({ severity }) => severity === 'error').map(({ code }) => code),
  )
  return { name, cases, failures: failed.size, skipped: 0 }
}

/** Only errors fail; warnings and notes are listed and pass. */
function findingCase(suite: string, code: string, findings: readonly FindingDocument[]): string {
  const open = `    <testcase classname="${escaped(`sandgate.${suite}`)}" name="${escaped(code)}"`
  const [first] = findings
  if (first === undefined) return `${open}/>`
  const text = findings.map((finding) => findingText(finding)).join('\n\n')
  const body =
    first.severity === 'error'
      ? `<failure message="${escaped(first.message)}" type="${escaped(code)}">${escaped(text)}</failure>`
      : `<system-out>${escaped(text)}</system-out>`
  return `${open}>${body}</testcase>`
}

function coverageSuite(cases: readonly CaseDocument[]): Suite {
  const isMissing = ({ covered }: CaseDocument) => !covered
  return {
    name: 'coverage',
    cases: cases.map(coverageCase),
    failures: 0,
    skipped: cases.filter(isMissing).length,
  }
}

function coverageCase({ name, covered, provoke, not_counted }: CaseDocument): string {
  const open = `    <testcase classname="sandgate.coverage" name="${escaped(name)}"`
  if (covered) return `${open}/>`
  const why = not_counted ?? `never tried: ${provoke}`
  return `${open}><skipped message="${escaped(why)}"/></testcase>`
}

function suiteText({ name, cases, failures, skipped }: Suite): string {
  const counts = `tests="${cases.length}" failures="${failures}" skipped="${skipped}"`
  return [`  <testsuite name="${escaped(name)}" ${counts}>`, ...cases, '  </testsuite>'].join('\n')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Characters that XML does not allow become a replacement character. */
function escaped(text: string): string {
  return text
    .replaceAll(/[&<>"]/g, (found) => entities[found] ?? found)
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')
}
