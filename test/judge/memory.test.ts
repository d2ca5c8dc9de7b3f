import { expect, test } from 'vitest'
import { redactText } from '../../src/base/redaction/redacted.ts'
import type { Exchange } from '../../src/record/exchange.ts'
import { weightOf } from '../../src/record/run-log.ts'
import { collectGarbage } from '../support/garbage.ts'
import { lostAfter, lostBefore, SimulatedTest } from './support/test-chapter.ts'

test('a test of many requests keeps only so much', () => {
  const told = new SimulatedTest({ paymentsKept: 50, findingsKept: 20 })
  for (let n = 0; n < 6000; n += 1) {
    // Every tenth answer is lost, and nobody ever asks.
    told.pay(
      n % 10 === 0
        ? { ...lostAfter, reference: `L-${n}` }
        : { made: 'approved', reference: `P-${n}` },
    )
  }
  expect(told.part.tally.requests).toBe(6000)
  // The 50 last ones that are settled, the 50 lines of others, and those that wait for a lookup.
  expect(told.payments().length).toBeLessThanOrEqual(50 + 50 + 600)
  expect(told.findings().length).toBeLessThanOrEqual(20)
})

test.each([false, true])(
  'payments whose findings are no longer kept keep their steps where all are kept: %s',
  (keepsSteps) => {
    const told = new SimulatedTest({ paymentsKept: 10, findingsKept: 1, keepsSteps })
    for (const reference of ['L-1', 'L-2']) told.pay({ ...lostAfter, reference })
    told.remove()
    expect(told.findings()).toHaveLength(1)
    const stepsOf = told.payments().map(({ reference, steps }) => [reference, steps.length > 0])
    expect(Object.fromEntries(stepsOf)).toEqual({ 'L-1': true, 'L-2': keepsSteps })
  },
)

test('what waits for ever makes room in the end, and is judged as it is', () => {
  const told = new SimulatedTest({ paymentsKept: 10, findingsKept: 20 })
  for (let n = 0; n < 10_100; n += 1) told.pay({ ...lostAfter, reference: `L-${n}` })
  expect(told.findings().length).toBe(20)
  expect(told.part.tally.counts_by_code.unresolved).toBe(10_100)
})

test('a long test that ends is closed a part at a time, and counts the same all the while', () => {
  const told = new SimulatedTest()
  for (let n = 0; n < 700; n += 1) told.pay({ ...lostAfter, reference: `L-${n}` })
  const judged = told.judge.judged(told.history)
  told.reset()
  const left: number[] = []
  do {
    left.push(judged?.book.size ?? 0)
    expect(told.part).toMatchObject({ tally: { counts_by_code: { unresolved: 700 } } })
    expect(told.findings()).toHaveLength(700)
    expect(told.payments()).toHaveLength(700)
  } while (left.at(-1) !== 0)
  expect(left.length).toBeGreaterThan(1)
})

test('a client that looks for ever leaves a short payment, which says what it did', () => {
  const told = new SimulatedTest()
  const audit = told.pay({ made: 'pending', method: 'direct_debit' })
  for (let n = 0; n < 3000; n += 1) told.lookup(audit, 'pending')
  told.moved(audit, 'declined')
  told.lookup(audit, 'declined')
  const [payment] = told.payments()
  const { steps = [], dropped_steps = 0 } = payment ?? {}
  expect(steps.length).toBeLessThan(210)
  expect(steps.length + dropped_steps).toBe(3003)
  expect(steps.at(-1)?.text).toBe('found it declined')
  expect(told.codes()).toEqual([])
})

test('a client that is refused for ever leaves a short payment', () => {
  const told = new SimulatedTest()
  for (let n = 0; n < 3000; n += 1) told.pay({ status: 422 })
  told.pay({ made: 'approved' })
  const { steps = [], dropped_steps = 0 } = told.payments()[0] ?? {}
  expect(steps.length).toBeLessThan(210)
  expect(steps.length + dropped_steps).toBe(3001)
  expect(steps.at(-1)?.result).toBe('approved')
})

test('a payment that is lost for ever is shown in parts, and none of its charges is missed', () => {
  const told = new SimulatedTest()
  for (let n = 0; n < 600; n += 1) told.pay(lostAfter)
  const doubles = told.findings().filter(({ code }) => code === 'double-charge')
  expect(doubles.length).toBe(3)
  expect(told.part.tally.totals.charged).toEqual({ AUD: 600 * 4995 })
  expect(Math.max(...told.payments().map(({ steps }) => steps.length))).toBeLessThan(210)
})

test.each([
  ['that it lost at first', lostBefore, []],
  ['that was charged at first', lostAfter, ['double-charge', 'blind-retry']],
])(
  'a careful client that fails three hundred times at a payment %s is judged by all of it',
  (_what, first, codes) => {
    const told = new SimulatedTest()
    told.pay({ ...first, id: 'first' })
    if (first === lostBefore) told.search('first', null)
    for (let n = 0; n < 300; n += 1) {
      told.pay({ ...lostBefore, id: `id-${n}` })
      told.search(`id-${n}`, null)
    }
    told.pay({ made: 'approved', id: 'last' })
    expect(told.codes()).toEqual(codes)
    expect(told.payments()).toHaveLength(1)
    expect(told.payments()[0]?.steps.length).toBeLessThan(200)
  },
)

test('looks of two kinds in turns leave one short payment, with its steps', () => {
  const told = new SimulatedTest()
  const audit = told.pay({ made: 'approved', id: 'a' })
  for (let n = 0; n < 300; n += 1) {
    told.lookup(audit, 'approved')
    told.search('a', { audit, status: 'approved' })
  }
  told.pay({ made: 'approved', operation: 'refund', target: audit })
  const payments = told.payments()
  expect(payments).toMatchObject([{ verdict: 'refunded' }])
  expect(payments[0]?.steps.length).toBeLessThan(200)
})

test('a request that is dropped from a long payment takes no memory', async () => {
  const told = new SimulatedTest()
  const sent: WeakRef<Exchange>[] = []
  for (let n = 0; n < 1500; n += 1) {
    const exchange = told.exchange({ ...lostBefore, id: `id-${n}` }, undefined)
    sent.push(new WeakRef(exchange))
    told.history.ended(exchange)
    told.search(`id-${n}`, null)
  }
  expect(told.payments()).toHaveLength(1)
  await collectGarbage()
  // Those in the journal and in the payment are still there.
  expect(sent.filter((one) => one.deref()).length).toBeLessThan(700)
})

test.each([1000, 300])(
  'of many tests of %i payments that nobody asks about, only the latest take memory',
  async (payments) => {
    const told = new SimulatedTest()
    const tests = 12_000 / payments
    const sent: WeakRef<Exchange>[] = []
    for (let n = 0; n < tests; n += 1) {
      for (let i = 0; i < payments; i += 1) {
        const exchange = told.exchangeOf({ made: 'approved', reference: `P-${i}` })
        sent.push(new WeakRef(exchange))
        told.history.ended(exchange)
        told.lookup(exchange.audit ?? 0, 'approved')
        told.lookup(exchange.audit ?? 0, 'approved')
      }
      told.reset()
    }
    await collectGarbage()
    expect(sent.filter((one) => one.deref()).length).toBeLessThanOrEqual(2000)
    expect(told.part.tally).toMatchObject({ requests: 36_000, totals: { payments: 12_000 } })
  },
)

test('every text of a call counts for the memory that it takes', () => {
  const told = new SimulatedTest()
  told.pay({ made: 'approved' })
  const [call] = told.history.entries()
  if (call === undefined) throw new Error('it is not in the journal')
  const { request, response } = call
  const text = redactText('x'.repeat(5000))
  const shortened = { ...response, body: redactText('') }
  const heavier: readonly Exchange[] = [
    { ...call, request: { ...request, path: text } },
    { ...call, request: { ...request, query: { text } } },
    { ...call, request: { ...request, body: text } },
    { ...call, request: { ...request, unknown_fields: [text] } },
    { ...call, response: { ...shortened, body: text } },
    { ...call, response: { ...response, lost_response: { status: 200, body: text } } },
  ]
  expect(weightOf(call)).toBeGreaterThan(1000)
  for (const one of heavier) expect(weightOf(one)).toBeGreaterThan(5900)
})
