import type { TestRef } from '../../record/test-ref.ts'
import type { BooksDocument } from '../books/books-document.ts'
import { mergedBooks } from '../books/merged-books.ts'
import type { CaseName } from '../coverage/coverage.ts'
import type { Finding } from '../findings/finding-document.ts'
import type { Accepted, AcceptedFinding, UnmatchedScenario } from '../report/report-document.ts'
import { acceptedBy } from './accepted.ts'
import { hasHappened, sumOfTallies, type TestResult } from './ended-tests.ts'
import type { OpenResult, TestSettings } from './judge-test.ts'
import { worstOf } from './kept.ts'
import { type NamedScenario, unmatchedRules, unmatchedScenarios } from './named-scenario.ts'
import { type Counts, count, type Tally } from './tally.ts'

/** The part of a run to report. */
export interface RunScope {
  /** Undefined: all worlds. */
  readonly world: string | undefined
  /** Only what happened since the last reset of each world. */
  readonly isCurrentOnly: boolean
  /** The id of one test: its world and number. */
  readonly test?: string | undefined
}

export interface ListedTest extends TestResult {
  readonly isOpen: boolean
}

/** A part of a run, added up. */
export interface RunPart {
  readonly tally: Tally
  readonly worlds: number
  /** All tests: labelled ones, then others that had requests. */
  readonly allTests: readonly TestRef[]
  /** The kept findings, worst first; the tally counts all of them. */
  readonly findings: readonly Finding[]
  /** The latest comparisons with books; those without differences are added up. */
  readonly books: readonly BooksDocument[]
  /** Its tests that had requests, oldest first. */
  readonly tests: readonly ListedTest[]
  /** Refused calls of other sites or without valid credentials; they count nowhere else. */
  readonly turnedAway: number
  /** Those that the config accepts, which are counted nowhere else. */
  readonly accepted: readonly AcceptedFinding[]
  /** What the config accepts and the whole run did not show. */
  readonly unusedAccepts: readonly Accepted[]
  /** The errors of the run before the restart, by their code, which are counted nowhere else. */
  readonly earlier: Counts
  /** What DELETE /report has deleted, which is counted nowhere else. */
  readonly deleted: Tally
  /** Named scenarios that no request of the whole run matched. */
  readonly unmatchedScenarios: readonly UnmatchedScenario[]
}

/** What a part of a run consists of. */
interface Reported {
  /** Tests that are not closed. */
  readonly open: readonly (OpenResult & ListedTest)[]
  readonly ended: readonly TestResult[]
  /** The counts of ended tests, also of those that are not listed. */
  readonly counts: readonly Tally[]
  /** The kept findings of closed payments. */
  readonly findings: readonly Finding[]
  readonly labelled: readonly TestRef[]
  readonly deleted: readonly Tally[]
  /** What counts only for the whole run. */
  readonly whole: WholeRun | undefined
}

interface WholeRun {
  /** How many worlds were removed. */
  readonly removed: number
  readonly turnedAway: number
  readonly earlier: Counts
  readonly coveredAway: ReadonlySet<CaseName>
  readonly named: readonly NamedScenario[]
}

/** Adds up the results of tests. What the config accepts is taken out here, once. */
export function addedUp(
  { open, ended, counts, findings, labelled, deleted, whole }: Reported,
  { accept = [], findingsKept }: TestSettings,
): RunPart {
  const tally = sumOfTallies([...counts, ...open.map((one) => one.tally)])
  const isAccepted = (finding: Finding) => acceptedBy(accept, finding) !== undefined
  const unmet = unmatchedRules(whole?.named ?? [], tally)
  for (const finding of unmet) if (!isAccepted(finding)) count(tally.counts_by_code, finding.code)
  for (const name of whole?.coveredAway ?? []) tally.covered.add(name)
  const found = [...findings, ...open.flatMap((one) => one.findings), ...unmet]
  const tests = [...ended.map((one) => ({ ...one, isOpen: false })), ...open.filter(hasHappened)]
  const accepted = found.filter(isAccepted)
  return {
    tally,
    worlds: open.filter(({ isOpen }) => isOpen).length + (whole?.removed ?? 0),
    allTests: testsOf(labelled, tests),
    findings: worstOf(
      found.filter((finding) => !isAccepted(finding)),
      findingsKept,
    ),
    accepted: accepted.map((finding) => {
      const { code, severity, subject, message, test, payment } = finding
      const { because = '' } = acceptedBy(accept, finding) ?? {}
      return { code, severity, subject, message, test, payment, because }
    }),
    unusedAccepts:
      whole === undefined
        ? []
        : accept.filter((one) => !accepted.some((finding) => acceptedBy([one], finding))),
    books: mergedBooks(tests.flatMap(({ books }) => books)),
    turnedAway: whole?.turnedAway ?? 0,
    earlier: whole?.earlier ?? {},
    deleted: sumOfTallies(deleted),
    unmatchedScenarios: unmatchedScenarios(whole?.named ?? [], tally),
    tests,
  }
}

function testsOf(labelled: readonly TestRef[], tests: readonly TestResult[]): readonly TestRef[] {
  const unnamed = tests.filter(({ test, tally }) => test.label === null && tally.requests > 0)
  return [...labelled, ...unnamed.map(({ test }) => test)]
}
