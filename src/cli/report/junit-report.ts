import { booksBlocks } from '../../judge/books/books-blocks.ts'
import type { BooksDocument } from '../../judge/books/books-document.ts'
import type { CaseDocument } from '../../judge/coverage/coverage-document.ts'
import { findingName } from '../../judge/findings/all-findings.ts'
import { groupPart } from '../../judge/findings/finding-blocks.ts'
import type { FindingDocument } from '../../judge/findings/finding-document.ts'
import { hasTestedNothing } from '../../judge/report/headline.ts'
import type { ReportDocument } from '../../judge/report/report-document.ts'
import { testName } from '../../judge/report/test-name.ts'
import type { TestRef } from '../../record/test-ref.ts'
import { blocksText } from '../terminal/blocks-text.ts'
import { incompleteSuite, type JunitCase, type JunitSuite, junitText } from './junit.ts'

/** For CI servers: a case per test with its findings, and on demand one per case of the coverage. */
export function junitReport(report: ReportDocument, hasCoverage: boolean): string {
  const { accepted, books, coverage, incomplete = [] } = report
  return junitText('sandgate', [
    incompleteSuite('run', incomplete),
    { name: 'tests', cases: testCases(report) },
    ...(hasTestedNothing(report) ? [recoverySuite(report)] : []),
    { name: 'accepted', cases: accepted.map(acceptedCase) },
    { name: 'books', cases: books.map(booksCase) },
    { name: 'coverage', cases: hasCoverage ? coverage.cases.map(coverageCase) : [] },
  ])
}

/** A run in which nothing was lost must not look like one that the client passed. */
function recoverySuite({ verdict, headline, not_tested }: ReportDocument): JunitSuite {
  const skipped = verdict === 'untested' ? headline : (not_tested ?? 'No response was lost')
  const name = 'recovery after a lost response'
  return { name: 'recovery', cases: [{ group: 'sandgate.recovery', name, skipped }] }
}

/** Each test of the run is a test case; findings of no test are a separate one. */
function testCases({ findings, all_tests }: ReportDocument): readonly JunitCase[] {
  const names = new Set([...all_tests, ...findings.map(({ test }) => test)].map(caseName))
  return [...names].map((name) => {
    return testCase(
      name,
      findings.filter(({ test }) => caseName(test) === name),
    )
  })
}

function caseName(test: TestRef | null): string {
  return test === null ? 'whole run' : testName(test)
}

/** Only errors fail; warnings and notes are listed and pass. */
function testCase(name: string, found: readonly FindingDocument[]): JunitCase {
  const group = 'sandgate'
  if (found.length === 0) return { group, name }
  const text = found.map((finding) => blocksText([groupPart([finding])])).join('\n\n')
  const [first, ...others] = found.filter(({ severity }) => severity === 'error')
  if (first === undefined) return { group, name, output: text }
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  return { group, name, failure: { message: `${first.message}${more}`, type: first.code, text } }
}

/** Skipped, with the reason: they do not fail their test, but are still visible. */
function acceptedCase({ code, test, because }: ReportDocument['accepted'][number]): JunitCase {
  const where = test === null ? 'the whole run' : testName(test)
  const name = `${findingName(code)} (${code}) in ${where}`
  return { group: 'sandgate.accepted', name, skipped: `Accepted: ${because}` }
}

/** The differences fail their test already; this shows them as a table. */
function booksCase(one: BooksDocument): JunitCase {
  const output = blocksText(booksBlocks(one))
  return { group: 'sandgate.books', name: caseName(one.test), output }
}

function coverageCase({ name, covered, provoke, not_counted }: CaseDocument): JunitCase {
  const skipped = covered ? undefined : (not_counted ?? `never tried: ${provoke}`)
  return { group: 'sandgate.coverage', name, skipped }
}
