import { findingPart } from '../../insight/findings/finding-blocks.ts'
import { isShown } from '../../insight/sweep/cells/result.ts'
import { partText } from '../../insight/sweep/document/shards.ts'
import type { CellFinding, CellOutcome, Swept } from '../../insight/sweep/document/sweep-schema.ts'
import { givenUpText, meaningOf, repeatLine } from '../../insight/sweep/shown/sweep-lines.ts'
import { hasFailed, wrongInBaseline } from '../../insight/sweep/shown/sweep-verdict.ts'
import { escaped, incompleteSuite, type JunitSuite, junitText } from '../report/junit.ts'
import { blocksText } from '../terminal/blocks-text.ts'

/** A sweep as JUnit XML: a suite for each call, a case for each fault. */
export function sweepJunit(swept: Swept): string {
  const names = [...swept.calls.map(({ name }) => name), ...swept.cells.map(({ call }) => call)]
  const suites = [...new Set(names)].flatMap((name) => {
    const own = swept.cells.filter(({ call }) => call === name)
    return own.length === 0 ? [] : [suite(name, own, swept)]
  })
  return junitText('sandgate sweep', [
    ...baselineSuite(swept),
    ...suites,
    ...givenUp(swept),
    ...missingShards(swept),
    ...(swept.incomplete ? [incompleteSuite('sweep', swept.incomplete)] : []),
  ])
}

/** What is wrong without any fault: a case for each finding. */
function baselineSuite(swept: Swept): readonly JunitSuite[] {
  const { findings } = swept.baseline
  if (findings.length === 0) return []
  const failing = wrongInBaseline(swept)
  const cases = findings.map((finding) => {
    const { code, test, subject, accepted } = finding
    const name = escaped(`${code}: ${subject}, ${test}`)
    const start = `    <testcase classname="sandgate.baseline" name="${name}" time="0.000">`
    if (accepted !== null) {
      return `${start}<skipped message="accepted (${escaped(accepted)})"/></testcase>`
    }
    const told = escaped(findingText(finding))
    return failing.includes(finding)
      ? `${start}<failure message="${code} without any fault">${told}</failure></testcase>`
      : `${start}<system-out>${told}</system-out></testcase>`
  })
  const skipped = findings.filter(({ accepted }) => accepted !== null).length
  return [{ name: 'baseline run', cases, failures: failing.length, skipped }]
}

/** Nothing was charged twice, but sales were lost: no failure, and no pass either. */
function givenUp(swept: Swept): readonly JunitSuite[] {
  const text = givenUpText(swept)
  if (text === undefined) return []
  const open = '    <testcase classname="sandgate.sales" name="no sale is lost" time="0.000">'
  const cases = [`${open}<skipped message="${escaped(text)}"/></testcase>`]
  return [{ name: 'sales', cases, failures: 0, skipped: 1 }]
}

/** The cells of other shards are not here, so that one shard is no whole sweep. */
function missingShards({ shards }: Swept): readonly JunitSuite[] {
  const missing = shards && partText(shards)
  if (!missing) return []
  const message = escaped(missing)
  const open = '    <testcase classname="sandgate.shards" name="every shard" time="0.000">'
  const cases = [`${open}<skipped message="${message}"/></testcase>`]
  return [{ name: 'shards', cases, failures: 0, skipped: 1 }]
}

function suite(name: string, cells: readonly CellOutcome[], swept: Swept): JunitSuite {
  return {
    name,
    cases: cells.map((cell) => testCase(cell, swept)),
    failures: cells.filter((one) => hasFailed(one, swept)).length,
    skipped: cells.filter((one) => isSkipped(one, swept)).length,
  }
}

function testCase(cell: CellOutcome, swept: Swept): string {
  const { name, call, duration_ms } = cell
  const seconds = ((duration_ms ?? 0) / 1000).toFixed(3)
  // `after/reset`: the name without the call.
  const fault = name.startsWith(`${call}/`) ? name.slice(call.length + 1) : name
  const start = `    <testcase classname="${escaped(call)}" name="${escaped(fault)}" time="${seconds}">`
  return `${start}${content(cell, swept)}</testcase>`
}

function content(cell: CellOutcome, swept: Swept): string {
  const { result, findings, accepted } = cell
  const meaning = escaped(meaningOf(swept, cell))
  if (accepted !== null) {
    const reasons = accepted.map(({ code, because }) => `${code}: ${because}`)
    return `<skipped message="${meaning}, accepted (${escaped(reasons.join('; '))})"/>`
  }
  if (isSkipped(cell, swept)) return `<skipped message="${meaning}"/>`
  const payments = [...findings.map(findingText), repeatLine(swept, cell)]
  const told = escaped(payments.join('\n\n'))
  if (hasFailed(cell, swept)) return `<failure message="${meaning}">${told}</failure>`
  return `<system-out>${isShown(result) ? `${meaning}\n\n${told}` : meaning}</system-out>`
}

/** Not a pass: nothing was shown. */
function isSkipped(cell: CellOutcome, swept: Swept): boolean {
  const { result, accepted } = cell
  if (hasFailed(cell, swept)) return false
  if (accepted !== null) return true
  return result === 'not_run' || result === 'not_reached' || result === 'hung'
}

function findingText(finding: CellFinding): string {
  return blocksText([findingPart(finding)])
}
