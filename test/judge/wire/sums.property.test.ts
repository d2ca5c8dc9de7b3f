import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PaymentsResponse } from '../../../src/control/contract/calls/report.ts'
import { Judged } from './judged.ts'
import { RandomClient } from './random-client.ts'
import { randomTest } from './random-payment.ts'

test('what all payments come to is right whenever it is asked for', async () => {
  await using judged = await Judged.start()
  let orders = 0
  await fc.assert(
    fc.asyncProperty(randomTest, async ({ payments, pause }) => {
      const clients = payments.map((payment) => {
        orders += 1
        const reference = `order-${orders}`
        return new RandomClient(judged.sandbox.url, payment, { reference, isCareful: false })
      })
      await Promise.all(clients.map((client) => client.pay()))
      await expectTrueSums(judged)
      await judged.control.post('/clock/advance', { by: pause })
      await expectTrueSums(judged)
      await Promise.all(clients.map((client) => client.followUp()))
      await expectTrueSums(judged)
    }),
    { numRuns: 12 },
  )
  expect((await judged.payments('?limit=200')).length).toBeGreaterThan(12)
})

/** By the list of them. */
async function expectTrueSums(judged: Judged): Promise<void> {
  const { body } = await judged.control.get<PaymentsResponse>('/payments?limit=200')
  const { payments, totals } = body
  expect(totals).toMatchObject({ payments: payments.length })
  expect(totals.charged.AUD ?? 0).toBe(payments.reduce((sum, { charged }) => sum + charged, 0))
  for (const [verdict, count] of Object.entries(totals.verdicts)) {
    expect(count).toBe(payments.filter((payment) => payment.verdict === verdict).length)
  }
  expect(totals.returned).toBe(payments.filter(({ returned }) => returned).length)
}
