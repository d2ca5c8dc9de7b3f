import { expect, test } from 'vitest'
import { mergedReport } from '../../../src/judge/report/merged-report.ts'
import type { ReportDocument } from '../../../src/judge/report/report-document.ts'
import { lostAfter, SimulatedTest } from '../support/test-chapter.ts'
import { habit, reportFrom } from '../support/test-report.ts'

/** Purchases one of which is paid twice. */
function purchases(): ReportDocument {
  const told = new SimulatedTest({}, 'purchases')
  told.pay(lostAfter)
  told.pay({ made: 'approved' })
  return reportFrom(told)
}

/** A payment and its refund, of whose client nothing is known at first. */
function refunds(): ReportDocument {
  const told = new SimulatedTest({}, 'refunds')
  const target = told.pay({ made: 'approved' })
  told.pay({ ...lostAfter, operation: 'refund', target })
  told.pay({ made: 'declined', reference: 'B' })
  return reportFrom(told)
}

test('reports of several runs add up', () => {
  const merged = mergedReport([purchases(), refunds()])
  expect(merged).toMatchObject({
    verdict: 'unsafe',
    headline: 'Unsafe: 1 double charge, AUD 49.95 overcharged; 1 blind retry, 1 unresolved',
    requests: 5,
    worlds: 2,
    all_tests: [{ label: 'purchases' }, { label: 'refunds' }],
    counts: { error: 3, warning: 0, note: 0 },
  })
  expect(merged.counts_by_code).toEqual({ 'double-charge': 1, 'blind-retry': 1, unresolved: 1 })
  expect(merged.encountered).toMatchObject({ faults_after: 2, declines: 1, timeouts: 0 })
  expect(merged.operations).toEqual({
    purchase: { requests: 4, lost: 1 },
    refund: { requests: 1, lost: 1 },
  })
  const twice = mergedReport([purchases(), purchases()])
  expect(twice.overcharged).toEqual({ 'double-charge': { AUD: 2 * 4995 } })
  expect(merged.tests.map(({ id, label }) => [id, label])).toEqual([
    ['1.default-1', 'purchases'],
    ['2.default-1', 'refunds'],
  ])
})

test('findings are numbered by run and ordered by how bad they are, errors before warnings', () => {
  const [one, other] = [purchases(), refunds()]
  const [double] = one.findings
  if (double === undefined) throw new Error('nothing was found')
  const at = { id: 'w', code: 'charged-at-once', severity: 'warning' } as const
  const browser = habit(double, { id: 'b', code: 'browser-call', severity: 'error' })
  const note = habit(double, { id: 'n', code: 'unmatched-rule', severity: 'note' })
  const merged = mergedReport([
    { ...one, findings: [note, { ...double, ...at }] },
    { ...other, findings: [browser, ...other.findings, double] },
  ])
  expect(merged.findings.map(({ code, id, payment }) => [code, id, payment])).toEqual([
    ['double-charge', '2.double-charge-default-1-1', '2.default-1-1'],
    ['unresolved', '2.unresolved-default-1-1', '2.default-1-1'],
    ['browser-call', '2.b', null],
    ['charged-at-once', '1.w', '1.default-1-1'],
    ['unmatched-rule', '1.n', null],
  ])
})

test('only a scenario that no run met has tested nothing', () => {
  const report = refunds()
  const unmet = (...names: readonly string[]): ReportDocument => ({
    ...report,
    unmatched_scenarios: names.map((name) => ({ name, rules: name === 'one-rule' ? 1 : 3 })),
  })
  const mergedOf = (...reports: readonly ReportDocument[]) => {
    const { unmatched_scenarios, not_tested } = mergedReport(reports)
    return [unmatched_scenarios.map(({ name }) => name), not_tested]
  }
  expect(mergedOf(unmet('a', 'b', 'one-rule'), unmet('one-rule', 'c', 'a'))).toEqual([
    ['a', 'one-rule'],
    'a: none of its 3 rules matched, so it tested nothing.\none-rule: its only rule matched no request, so it tested nothing.',
  ])
  expect(mergedOf(unmet('a'), unmet())).toEqual([[], null])
  expect(mergedOf(unmet(), unmet('a'))).toEqual([[], null])
})

test('if one run does not know its past, the merged report says it does not either', () => {
  const earlier_payments = 'This report begins at the restart.'
  const merged = mergedReport([refunds(), { ...refunds(), earlier_payments }])
  expect([merged.earlier_payments, merged.not_tested]).toEqual([earlier_payments, earlier_payments])
  expect(mergedReport([refunds()]).earlier_payments).toBeNull()
})

test('a case is covered if one run covers it, and counts if it counts in one', () => {
  const report = refunds()
  const [known] = report.coverage.cases
  if (known === undefined) throw new Error('there is no case')
  const cases = (changes: Readonly<Record<string, Partial<typeof known>>>): ReportDocument => ({
    ...report,
    coverage: {
      percent: 0,
      cases: Object.entries(changes).map(([name, change]) => {
        return { ...known, covered: false, not_counted: null, name, ...change }
      }),
    },
  })
  const { coverage } = mergedReport([
    cases({ a: { not_counted: 'x' }, b: { not_counted: 'x' }, c: {}, d: { not_counted: 'first' } }),
    cases({ a: { covered: true }, b: {}, c: {}, d: { not_counted: 'second' }, e: {} }),
  ])
  expect(
    coverage.cases.map(({ name, covered, not_counted }) => [name, covered, not_counted]),
  ).toEqual([
    ['a', true, null],
    ['b', false, null],
    ['c', false, null],
    ['d', false, 'first'],
    ['e', false, null],
  ])
  expect(coverage.percent).toBe(25)
})
