import { expect, test } from 'vitest'
import { textReport } from '../../../src/cli/report/report-format.ts'
import { byDirectDebit } from '../../support/gateway-client.ts'
import { PageClient } from '../../support/page-client.ts'
import { amount, Judged } from './judged.ts'

test('a change of status happens as scheduled, not when the clock was moved', async () => {
  await using judged = await Judged.start()
  await judged.pay('a', byDirectDebit())
  await judged.control.post('/clock/advance', { by: '4 banking days' })
  const [payment] = await judged.payments()
  expect(payment?.steps).toMatchObject([
    { kind: 'purchase', at: '2026-03-10T01:00:00.000Z' },
    { kind: 'change', at: '2026-03-12T22:00:00.000Z' },
  ])
  const { text } = await new PageClient(judged.sandbox.url).get(`/_sandbox/payments/${payment?.id}`)
  expect(text).toContain('Tue 10 Mar, 12:00:00.000')
  expect(text).toContain('Fri 13 Mar, 09:00:00.000')
})

test('the requests and audit numbers of a payment are aligned below each other', async () => {
  await using judged = await Judged.start()
  const outcome = { fault: { at: 'after', reset: true } }
  await judged.control.post('/rules', { when: { operation: 'purchase' }, times: 3, outcome })
  for (let i = 0; i < 7; i += 1) await judged.client.get('/transactions/1')
  for (const id of ['a', 'b', 'c', 'd']) await judged.pay(id)
  const lines = textReport(await judged.report()).split('\n')
  const steps = lines.filter((line) => / purchase .*request \d+/.test(line))
  expect(steps[0]).toMatch(/^ {2}1\. /)
  expect(new Set(steps.map((line) => line.indexOf(' purchase '))).size).toBe(1)
  const audits = steps.map((line) => line.indexOf(' audit 1000')).filter((at) => at > -1)
  expect(audits.length).toBe(4)
  expect(new Set(audits).size).toBe(1)
})

test('a report shows the dates of a payment that takes days, and only of one', async () => {
  await using judged = await Judged.start()
  await judged.pay('a', byDirectDebit())
  await judged.control.post('/clock/advance', { by: '4 banking days' })
  await judged.pay('b', amount(9800500))
  const text = textReport(await judged.report())
  expect(text).toMatch(/^ {2}1\. 2026-03-10 12:00:00\.000 {2}purchase/m)
  expect(text).toMatch(/^ {2}2\. 2026-03-13 09:00:00\.000 {2}change/m)
  expect(text).toMatch(/^ {2}1\. 12:00:00\.000 {2}purchase/m)
})
