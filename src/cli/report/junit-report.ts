import { booksBlocks } from '../../insight/books/books-blocks.ts'
import type { BooksDocument } from '../../insight/books/books-document.ts'
import type { CaseDocument } from '../../insight/coverage/coverage-document.ts'
import { findingName } from '../../insight/findings/all-findings.ts'
import { groupPart } from '../../insight/findings/finding-blocks.ts'
import type { FindingDocument } from '../../insight/findings/finding-document.ts'
import { hasTestedNothing } from '../../insight/report/headline.ts'
import type { ReportDocument } from '../../insight/report/report-document.ts'
import { testName } from '../../insight/report/test-name.ts'
import { blocksText } from '../terminal/blocks-text.ts'
import { escaped, incompleteSuite, type JunitSuite, junitText } from './junit.ts'

/** For CI servers: a case per test with its findings, and on demand one per case of the coverage. */
export function junitReport(report: ReportDocument, hasCoverage: boolean): string {
  const { accepted, books, coverage, incomplete = [] } = report
  const all = [
    ...(incomplete.length === 0 ? [] : [incompleteSuite('run', incomplete)]),
    testSuite(report),
    ...(hasTestedNothing(report) ? [recoverySuite(report)] : []),
    ...(accepted.length === 0 ? [] : [acceptedSuite(accepted)]),
    ...(books.length === 0 ? [] : [booksSuite(books)]),
    ...(hasCoverage ? [coverageSuite(coverage.cases)] : []),
  ]
  const tests = all.reduce((sum, { cases }) => sum + cases.length, 0)
  const failures = all.reduce((sum, suite) => sum + suite.failures, 0)
  return junitText('sandgate', all, ` tests="${tests}" failures="${failures}"`)
}

/** A run in which nothing was lost must not look like one that the client passed. */
function recoverySuite({ verdict, headline, not_tested }: ReportDocument): JunitSuite {
  const why = verdict === 'untested' ? headline : (not_tested ?? 'No response was lost')
  const open = '    <testcase classname="sandgate.recovery" name="recovery after a lost response"'
  const cases = [`${open}><skipped message="${escaped(why)}"/></testcase>`]
  return { name: 'recovery', cases, failures: 0, skipped: 1 }
}

/** Each test of the run is a test case; findings of no test are a separate one. */
function testSuite({ findings, test_names, tests: all }: ReportDocument): JunitSuite {
  const worlds = new Map(all.map(({ name, world }) => [name, world]))
  const named = test_names.map((test) => testName({ world: worlds.get(test) ?? '', test }))
  const names = [...new Set([...named, ...findings.map(caseName)])]
  const tests = names.map((name) => ({
    name,
    found: findings.filter((finding) => caseName(finding) === name),
  }))
  const failed = tests.filter(({ found }) => found.some(isError))
  const cases = tests.map(({ name, found }) => testCase(name, found))
  return { name: 'tests', cases, failures: failed.length, skipped: 0 }
}

function caseName(finding: FindingDocument): string {
  return finding.test === '' ? 'whole run' : testName(finding)
}

function isError({ severity }: FindingDocument): boolean {
  return severity === 'error'
}

/** Only errors fail; warnings and notes are listed and pass. */
function testCase(name: string, found: readonly FindingDocument[]): string {
  const open = `    <testcase classname="sandgate" name="${escaped(name)}"`
  const text = escaped(found.map((finding) => blocksText([groupPart([finding])])).join('\n\n'))
  const [first, ...others] = found.filter(isError)
  if (found.length === 0) return `${open}/>`
  if (first === undefined) return `${open}><system-out>${text}</system-out></testcase>`
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  const message = escaped(`${first.message}${more}`)
  return `${open}><failure message="${message}" type="${escaped(first.code)}">${text}</failure></testcase>`
}

/** Skipped, with the reason: they do not fail their test, but are still visible. */
function acceptedSuite(accepted: ReportDocument['accepted']): JunitSuite {
  const cases = accepted.map(({ code, test, because }) => {
    const name = escaped(
      `${findingName(code)} (${code}) in ${test === '' ? 'the whole run' : test}`,
    )
    const open = `    <testcase classname="sandgate.accepted" name="${name}"`
    return `${open}><skipped message="${escaped(`Accepted: ${because}`)}"/></testcase>`
  })
  return { name: 'accepted', cases, failures: 0, skipped: cases.length }
}

/** The differences fail their test already; this shows them as a table. */
function booksSuite(books: readonly BooksDocument[]): JunitSuite {
  const cases = books.map((one) => {
    const open = `    <testcase classname="sandgate.books" name="${escaped(testName(one))}"`
    return `${open}><system-out>${escaped(blocksText(booksBlocks(one)))}</system-out></testcase>`
  })
  return { name: 'books', cases, failures: 0, skipped: 0 }
}

function coverageSuite(all: readonly CaseDocument[]): JunitSuite {
  const skipped = all.filter(({ covered }) => !covered).length
  return { name: 'coverage', cases: all.map(coverageCase), failures: 0, skipped }
}

function coverageCase({ name, covered, provoke, not_counted }: CaseDocument): string {
  const open = `    <testcase classname="sandgate.coverage" name="${escaped(name)}"`
  if (covered) return `${open}/>`
  const why = not_counted ?? `never tried: ${provoke}`
  return `${open}><skipped message="${escaped(why)}"/></testcase>`
}
