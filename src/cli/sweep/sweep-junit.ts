import { findingPart } from '../../judge/findings/finding-blocks.ts'
import { testText } from '../../judge/report/test-name.ts'
import { isShown } from '../../judge/sweep/cells/result.ts'
import { partText } from '../../judge/sweep/document/shards.ts'
import type {
  BaselineFinding,
  CellFinding,
  CellOutcome,
  Swept,
} from '../../judge/sweep/document/sweep-schema.ts'
import { givenUpText, meaningOf, repeatLine } from '../../judge/sweep/shown/sweep-lines.ts'
import { hasFailed, wrongInBaseline } from '../../judge/sweep/shown/sweep-verdict.ts'
import { incompleteSuite, type JunitCase, type JunitSuite, junitText } from '../report/junit.ts'
import { blocksText } from '../terminal/blocks-text.ts'

/** A sweep as JUnit XML: a suite for each call, a case for each fault. */
export function sweepJunit(swept: Swept): string {
  const names = [...swept.calls.map(({ name }) => name), ...swept.cells.map(({ call }) => call)]
  return junitText('sandgate sweep', [
    { name: 'baseline run', cases: swept.baseline.findings.map((one) => baselineCase(one, swept)) },
    ...[...new Set(names)].map((name) => ({
      name,
      cases: swept.cells.filter(({ call }) => call === name).map((cell) => cellCase(cell, swept)),
    })),
    // Nothing was charged twice, but sales were lost: no failure, and no pass either.
    skippedSuite('sales', 'no sale is lost', givenUpText(swept)),
    // The cells of other shards are not here, so that one shard is no whole sweep.
    skippedSuite('shards', 'every shard', swept.shards && partText(swept.shards)),
    incompleteSuite('sweep', swept.incomplete ?? []),
  ])
}

function skippedSuite(suite: string, name: string, skipped: string | null | undefined): JunitSuite {
  const group = `sandgate.${suite}`
  return { name: suite, cases: skipped ? [{ group, name, seconds: 0, skipped }] : [] }
}

/** What is wrong without any fault. */
function baselineCase(finding: BaselineFinding, swept: Swept): JunitCase {
  const { code, test, subject, accepted } = finding
  const name = [`${code}: ${subject}`, testText(test)].filter(Boolean).join(', ')
  const one = { group: 'sandgate.baseline', name, seconds: 0 }
  if (accepted !== null) return { ...one, skipped: `accepted (${accepted})` }
  const text = findingText(finding)
  return wrongInBaseline(swept).includes(finding)
    ? { ...one, failure: { message: `${code} without any fault`, text } }
    : { ...one, output: text }
}

function cellCase(cell: CellOutcome, swept: Swept): JunitCase {
  const { name, call, duration_ms, result, findings, accepted } = cell
  // `after/reset`: the name without the call.
  const fault = name.startsWith(`${call}/`) ? name.slice(call.length + 1) : name
  const one = { group: call, name: fault, seconds: (duration_ms ?? 0) / 1000 }
  const meaning = meaningOf(swept, cell)
  if (accepted !== null) {
    const reasons = accepted.map(({ code, because }) => `${code}: ${because}`)
    return { ...one, skipped: `${meaning}, accepted (${reasons.join('; ')})` }
  }
  const text = [...findings.map(findingText), repeatLine(swept, cell)].join('\n\n')
  if (hasFailed(cell, swept)) return { ...one, failure: { message: meaning, text } }
  // Not a pass: nothing was shown.
  const isOpen = result === 'not_run' || result === 'not_reached' || result === 'hung'
  if (isOpen) return { ...one, skipped: meaning }
  return { ...one, output: isShown(result) ? `${meaning}\n\n${text}` : meaning }
}

function findingText(finding: CellFinding): string {
  return blocksText([findingPart(finding)])
}
