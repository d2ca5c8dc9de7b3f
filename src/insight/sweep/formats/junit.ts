import { escaped, type JunitSuite, junitText } from '../../report/junit.ts'
import type { SweepCell } from '../cell.ts'
import { isUnsafe } from '../result.ts'
import { type CellOutcome, meaningOf, repeatLine, type Swept } from '../swept.ts'

/** A sweep as JUnit XML: a suite for each call, a case for each fault. */
export function sweepJunit(swept: Swept): string {
  const names = [...swept.calls, ...swept.outcomes.map(({ cell }) => cell.call)]
  const suites = [...new Set(names.map(({ name }) => name))].flatMap((name) => {
    const own = swept.outcomes.filter(({ cell }) => cell.call.name === name)
    return own.length === 0 ? [] : [suite(name, own, swept)]
  })
  return junitText('sandgate sweep', suites)
}

function suite(name: string, outcomes: readonly CellOutcome[], swept: Swept): JunitSuite {
  return {
    name,
    cases: outcomes.map((outcome) => testCase(outcome, swept)),
    failures: outcomes.filter((one) => hasFailed(one, swept)).length,
    skipped: outcomes.filter((one) => isSkipped(one, swept)).length,
  }
}

function testCase(outcome: CellOutcome, swept: Swept): string {
  const { cell, durationMs = 0 } = outcome
  const seconds = (durationMs / 1000).toFixed(3)
  const start = `    <testcase classname="${escaped(cell.call.name)}" name="${escaped(faultOf(cell))}" time="${seconds}">`
  return `${start}${content(outcome, swept)}</testcase>`
}

/** `after/reset`: the name without the call. */
function faultOf({ name, call }: SweepCell): string {
  return name.startsWith(`${call.name}/`) ? name.slice(call.name.length + 1) : name
}

function content(outcome: CellOutcome, swept: Swept): string {
  const { result = 'not run', findings } = outcome
  const meaning = escaped(meaningOf(swept, outcome))
  if (isSkipped(outcome, swept)) return `<skipped message="${meaning}"/>`
  const stories = [...findings.map(({ text }) => text), repeatLine(swept, outcome)]
  const told = escaped(stories.join('\n\n'))
  if (hasFailed(outcome, swept)) return `<failure message="${meaning}">${told}</failure>`
  const isReported = result === result.toUpperCase()
  return `<system-out>${isReported ? `${meaning}\n\n${told}` : meaning}</system-out>`
}

function hasFailed({ result }: CellOutcome, { isStrict }: Swept): boolean {
  return result !== undefined && isUnsafe(result, isStrict)
}

/** Not a pass: nothing was shown. */
function isSkipped(outcome: CellOutcome, swept: Swept): boolean {
  const { result } = outcome
  if (hasFailed(outcome, swept)) return false
  return result === undefined || result === 'not reached' || result === 'hung'
}
