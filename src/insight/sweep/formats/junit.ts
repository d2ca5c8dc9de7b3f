import { isUnsafe } from '../result.ts'
import { type CellOutcome, meaningOf, repeatLine, type Swept } from '../swept.ts'

/** A sweep as JUnit XML: a suite for each call, a case for each fault. */
export function sweepJunit(swept: Swept): string {
  const suites = swept.calls.flatMap(({ name }) => {
    const own = swept.outcomes.filter(({ cell }) => cell.call.name === name)
    return own.length === 0 ? [] : [suite(name, own, swept)]
  })
  const head = '<?xml version="1.0" encoding="UTF-8"?>'
  return [head, '<testsuites name="sandgate sweep">', ...suites, '</testsuites>', ''].join('\n')
}

function suite(name: string, outcomes: readonly CellOutcome[], swept: Swept): string {
  const failures = outcomes.filter((one) => hasFailed(one, swept)).length
  const skipped = outcomes.filter((one) => isSkipped(one, swept)).length
  const counts = `tests="${outcomes.length}" failures="${failures}" skipped="${skipped}"`
  const cases = outcomes.map((outcome) => testCase(outcome, swept))
  return [`  <testsuite name="${escaped(name)}" ${counts}>`, ...cases, '  </testsuite>'].join('\n')
}

function testCase(outcome: CellOutcome, swept: Swept): string {
  const { cell, durationMs = 0 } = outcome
  const seconds = (durationMs / 1000).toFixed(3)
  const start = `    <testcase classname="${escaped(cell.call.name)}" name="${escaped(cell.name.slice(cell.call.name.length + 1))}" time="${seconds}">`
  return `${start}${content(outcome, swept)}</testcase>`
}

function content(outcome: CellOutcome, swept: Swept): string {
  const { result = 'not run', findings } = outcome
  const meaning = escaped(meaningOf(swept, outcome))
  if (isSkipped(outcome, swept)) return `<skipped message="${meaning}"/>`
  const stories = [...findings.map(({ text }) => text), repeatLine(swept, outcome)]
  const told = escaped(stories.join('\n\n'))
  if (hasFailed(outcome, swept)) return `<failure message="${meaning}">${told}</failure>`
  const isTold = result === result.toUpperCase()
  return `<system-out>${isTold ? `${meaning}\n\n${told}` : meaning}</system-out>`
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

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Escapes text for XML, and drops characters that it does not allow. */
function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (found) => entities[found] ?? '').replaceAll(controls, '')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML refuses.
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
