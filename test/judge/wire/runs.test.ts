import { expect, test } from 'vitest'
import { junitReport } from '../../../src/cli/report/junit-report.ts'
import type {
  PaymentsResponse,
  ReportResponse,
} from '../../../src/control/contract/calls/report.ts'
import { testName } from '../../../src/judge/report/test-name.ts'
import { ControlClient } from '../../support/control-client.ts'
import { GatewayClient } from '../../support/gateway-client.ts'
import { amount, Judged } from './judged.ts'

/** Loses an answer and pays again, blindly. */
async function payTwice(judged: Judged): Promise<void> {
  await judged.pay('a', amount(9800500))
  await judged.control.post('/rules', {
    when: { operation: 'purchase' },
    outcome: { status: 'approved' },
  })
  await judged.pay('b', amount(9800500))
  await judged.client.search('b')
}

test('a reset, an import, a snapshot and a removed world lose no finding', async () => {
  await using judged = await Judged.start()
  await payTwice(judged)
  await judged.control.put('/snapshots/after')
  const { text } = await judged.control.get('/state')
  await judged.control.post('/reset', { label: 'second' })
  await payTwice(judged)
  await judged.control.put('/state', text)
  await judged.pay('c', amount(9800000))
  await judged.control.post('/snapshots/after/restore')
  const side = new ControlClient(judged.sandbox.url, 'side')
  const client = new GatewayClient(`${judged.sandbox.url}/w/side/v1`)
  await client.purchase(amount(9800500), { 'x-correlation-id': 'a' })
  const ofSide = (await side.get<ReportResponse>('/report')).body
  expect(ofSide.findings.map(({ code }) => code)).toEqual(['unresolved'])
  await judged.control.delete('/worlds/side')
  const report = await judged.report()
  expect(report.findings.filter(({ code }) => code === 'double-charge')).toMatchObject([
    { test: { world: 'default', number: 1, label: null } },
    { test: { number: 2, label: 'second' } },
  ])
  expect(report.findings.filter(({ code }) => code === 'unresolved')).toMatchObject([
    { test: { label: 'second' } },
    { test: { world: 'side', number: 1, label: null } },
  ])
  expect(report.all_tests.map(testName)).toEqual([
    ...['second', 'second', 'second'],
    ...['world default', 'world side'],
  ])
})

test('a test that loads a snapshot keeps its label, until the next reset', async () => {
  await using judged = await Judged.start()
  await judged.control.post('/reset', { label: 'time' })
  await judged.control.put('/snapshots/before')
  await judged.control.post('/snapshots/before/restore')
  await judged.pay('a', amount(9800500))
  expect(await judged.findings()).toMatchObject([{ test: { label: 'time' } }])
  await judged.control.post('/reset')
  await judged.pay('b', amount(9800500))
  expect(await judged.findings()).toMatchObject([
    { test: { number: 3, label: 'time' } },
    { test: { number: 4, label: null } },
  ])
})

test('nothing is judged across a reset', async () => {
  await using judged = await Judged.start()
  await judged.pay('a', amount(9800500))
  await judged.client.search('a')
  await judged.control.post('/reset')
  await judged.pay('b', amount(9800500))
  await judged.client.search('b')
  expect(await judged.codes()).toEqual([])
})

test('the journal may forget what findings show', async () => {
  await using judged = await Judged.start({ requestLimit: 3 })
  await payTwice(judged)
  for (const n of [1, 2, 3, 4, 5])
    await judged.pay(`more-${n}`, { 'transaction.reference': `${n}` })
  const [double] = await judged.findings()
  expect(double).toMatchObject({ code: 'double-charge', requests: [1, 2] })
  expect(double?.evidence).toMatchObject([{ id: 1 }, { id: 2 }])
})

test('a new run begins where the report is cleared', async () => {
  await using judged = await Judged.start()
  await payTwice(judged)
  const { body } = await judged.control.delete('/report')
  expect(body).toEqual({ requests: 3, findings: 2 })
  expect(await judged.report()).toMatchObject({ requests: 0, findings: [], verdict: 'untested' })
  expect(await judged.payments()).toEqual([])
  expect(await judged.covered()).toEqual([])
  await judged.pay('c')
  expect((await judged.report()).requests).toBe(1)
})

test('the report of one world can be cleared alone', async () => {
  await using judged = await Judged.start()
  await payTwice(judged)
  await new GatewayClient(`${judged.sandbox.url}/w/side/v1`).purchase()
  expect((await judged.report()).requests).toBe(4)
  await new ControlClient(judged.sandbox.url, 'side').delete('/report')
  expect((await judged.report()).requests).toBe(3)
})

test('the open test alone, of all worlds or of one', async () => {
  await using judged = await Judged.start()
  await payTwice(judged)
  await judged.control.post('/reset')
  await judged.pay('a', amount(9800500))
  const current = await judged.report('/report?test=current')
  expect(current.findings.map(({ code }) => code)).toEqual(['unresolved'])
  expect(current.requests).toBe(1)
  expect((await judged.report()).requests).toBe(4)
})

test('what is kept is bounded, the worst first', async () => {
  await using judged = await Judged.start({ findingsKept: 3, paymentsKept: 4 })
  for (const n of [1, 2, 3, 4, 5, 6]) {
    await judged.pay(`w-${n}`, { [`extra${n}`]: 1, 'transaction.reference': `w-${n}` })
  }
  await judged.control.post('/reset')
  await payTwice(judged)
  await judged.control.post('/reset')
  const found = await judged.report()
  expect(found.findings.map(({ severity }) => severity)).toEqual(['error', 'error', 'warning'])
  expect(found.dropped_findings).toBe(5)
  // Four that show nothing, and the one that shows the errors.
  expect((await judged.payments()).length).toBe(5)
})

test('of payments without findings, exactly as many as the limit are kept, before and after a reset', async () => {
  await using judged = await Judged.start({ paymentsKept: 4 })
  const kept = async () => {
    const { body } = await judged.control.get<PaymentsResponse>('/payments')
    return [body.totals.payments, ...body.payments.map(({ id }) => id)]
  }
  for (let n = 1; n <= 30; n += 1) {
    await judged.pay(`p-${n}`, { 'transaction.reference': `order ${n}` })
  }
  const lasts = [30, 29, 28, 27].map((n) => `default-1-${n}`)
  expect(await kept()).toEqual([30, ...lasts])
  await judged.control.post('/reset')
  expect(await kept()).toEqual([30, ...lasts])
  await judged.pay('p-31')
  expect(await kept()).toEqual([31, 'default-2-1', ...lasts])
})

test('a JUnit report has a case for each test, which fails with all its errors', async () => {
  await using judged = await Judged.start()
  await judged.control.post('/reset', { label: 'careful' })
  await judged.pay('a', amount(1000))
  await judged.control.post('/reset', { label: 'careless' })
  await payTwice(judged)
  const xml = junitReport(await judged.report(), true)
  const tests = xml.slice(0, xml.indexOf('<testsuite name="coverage"'))
  expect(tests).toContain('<testsuite name="tests" tests="2" failures="1" skipped="0">')
  expect(tests).toContain('<testcase classname="sandgate" name="careful"/>')
  expect(tests).toMatch(
    /name="careless"><failure message="[^"]* \(and 1 more\)" type="double-charge">/,
  )
  expect(tests.match(/<testcase/g)).toHaveLength(2)
})

test('a returned debit is counted before and after a reset, and a removed world with what it did', async () => {
  await using judged = await Judged.start()
  const account = { bsb: '032-056', account_number: '12345678', account_name: 'Ann Example' }
  await judged.pay('debit', { 'transaction.payment_method': { directdebit: account } })
  await judged.pass('7d')
  const sums = async () => (await judged.control.get<PaymentsResponse>('/payments')).body.totals
  expect(await sums()).toMatchObject({ payments: 1, returned: 1 })
  await judged.control.post('/reset')
  expect(await sums()).toMatchObject({ payments: 1, returned: 1 })
  await new GatewayClient(`${judged.sandbox.url}/w/blue/v1`).purchase()
  const before = await judged.report()
  await judged.control.delete('/worlds/blue')
  const { worlds, requests } = await judged.report()
  expect([worlds, requests]).toEqual([before.worlds, before.requests])
})
