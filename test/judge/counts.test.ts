import { expect, test } from 'vitest'
import { counted, spanText } from '../../src/base/text/counted.ts'
import { mergedReport } from '../../src/judge/report/merged-report.ts'
import { lostAfter, lostBefore, SimulatedTest } from './support/test-chapter.ts'
import { reportFrom } from './support/test-report.ts'

/** So many orders whose answers are lost and that are paid again. */
function payTwice(told: SimulatedTest, orders: number): void {
  for (let n = 1; n <= orders; n += 1) {
    told.pay({ ...lostAfter, reference: `D-${n}` })
    told.pay({ made: 'approved', reference: `D-${n}` })
  }
}

test.each([false, true])(
  'everything that was found counts, kept or not; test over: %s',
  (isOver) => {
    const told = new SimulatedTest()
    payTwice(told, 600)
    if (isOver) told.reset()
    const { headline, counts, findings, dropped_findings } = reportFrom(told)
    expect(headline).toBe(
      'Unsafe: 600 double charges, AUD 29,970.00 overcharged; 600 blind retries',
    )
    expect(counts).toEqual({ error: 1200, warning: 0, note: 0 })
    expect(findings).toHaveLength(1000)
    expect(dropped_findings).toBe(200)
  },
)

test('so does what the runs of a merged report had found', () => {
  const told = new SimulatedTest()
  payTwice(told, 600)
  const { counts_by_code, ...older } = reportFrom(told)
  expect(counts_by_code).toEqual({ 'double-charge': 600, 'blind-retry': 600 })
  const merged = mergedReport([
    { ...older, counts_by_code },
    { ...older, counts_by_code },
  ])
  expect([merged.headline, merged.counts_by_code, merged.dropped_findings]).toEqual([
    'Unsafe: 1,200 double charges, AUD 59,940.00 overcharged; 1,200 blind retries',
    { 'double-charge': 1200, 'blind-retry': 1200 },
    400,
  ])
})

test('of what must go, double charges and double refunds go last', () => {
  const told = new SimulatedTest({ findingsKept: 6 })
  for (let n = 1; n <= 20; n += 1) told.pay({ ...lostAfter, reference: `L-${n}` })
  const audit = told.pay({ made: 'approved', reference: 'R-1' })
  const refund = { operation: 'refund', target: audit, amount: 1000, reference: 'R-1' } as const
  told.pay({ ...refund, ...lostAfter })
  told.pay({ ...refund, made: 'approved' })
  payTwice(told, 4)
  told.pay({ made: 'approved', facts: { foreign_card: '456400…0001' } })
  told.reset()
  expect(reportFrom(told).findings.map(({ code }) => code)).toEqual([
    ...Array.from({ length: 4 }, () => 'double-charge'),
    'double-refund',
    'blind-retry',
  ])
  expect(reportFrom(told).counts).toEqual({ error: 30, warning: 1, note: 0 })
})

test('a finding keeps its whole payment, however many others come after it', () => {
  const told = new SimulatedTest({ paymentsKept: 10 })
  payTwice(told, 1)
  for (let n = 1; n <= 500; n += 1) told.pay({ made: 'approved', reference: `P-${n}` })
  told.reset()
  const payments = told.payments()
  expect(payments).toHaveLength(11)
  expect(payments[0]).toMatchObject({ verdict: 'double-charge', dropped_steps: 0 })
  expect(payments[0]?.exchanges.map(({ id }) => id)).toEqual([1, 2])
  expect(payments[1]).toMatchObject({ verdict: 'paid', steps: [], exchanges: [] })
  expect(told.part.tally.totals.payments).toBe(501)
})

test('of the payments of ended tests, the latest are kept, and all that show a finding', () => {
  const told = new SimulatedTest({ paymentsKept: 4 })
  const pay = (reference: string) => told.pay({ made: 'approved', reference, card: reference })
  told.pay({ ...lostAfter, reference: 'lost' })
  for (const reference of ['a', 'b', 'c']) pay(reference)
  told.reset()
  for (const reference of ['d', 'e', 'f']) pay(reference)
  told.remove()
  const kept = told.payments().map(({ reference }) => reference)
  expect(kept).toEqual(['lost', 'c', 'd', 'e', 'f'])
})

test('what the client went through is counted', () => {
  const told = new SimulatedTest()
  for (const made of ['approved', 'declined', 'pending', 'unknown'] as const) told.pay({ made })
  told.pay({ status: 422 })
  told.pay(lostAfter)
  told.pay(lostBefore)
  const one = { declines: 1, pendings: 1, undecided: 1, refusals: 1, faults_after: 1 }
  expect(told.part.tally.counts).toMatchObject({ ...one, faults_before: 1, timeouts: 0 })
})

test('a test lasts from its first call to the last response', () => {
  const told = new SimulatedTest()
  told.pay({ made: 'approved' })
  const answer = told.prepare({ made: 'approved' })
  told.pay({ made: 'approved', later: 5000 })
  answer()
  const { from = 0, to = 0 } = told.part.tally.span ?? {}
  expect(to - from).toBe(1010 + 1010 + 5000 + 1)
})

test('large numbers have commas, short times milliseconds, and long times minutes, hours or days', () => {
  expect([counted(1, 'request'), counted(5170, 'request')]).toEqual(['1 request', '5,170 requests'])
  expect([68, 2040, 59_600, 1_021_000].map(spanText)).toEqual([
    '68 ms',
    '2.0 s',
    '1 min',
    '17 min 1 s',
  ])
  const minutes = [60, 3 * 60 + 50, 24 * 60, 26 * 60, 30 * 24 * 60]
  expect(minutes.map((one) => spanText(one * 60_000))).toEqual([
    '1 h',
    '3 h 50 min',
    '1 d',
    '1 d 2 h',
    '30 d',
  ])
})
