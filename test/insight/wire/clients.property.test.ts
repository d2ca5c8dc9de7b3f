import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { TransactionsAnswer } from '../../../src/http/contract/control/calls/transactions.ts'
import { Judged } from './judged.ts'
import { payment, RandomClient } from './random-client.ts'

vi.setConfig({ testTimeout: 120_000 })

const RUNS = { numRuns: 60 }

let judged: Judged

beforeAll(async () => {
  judged = await Judged.start()
})

afterAll(() => judged[Symbol.asyncDispose]())

/** One chapter with these payments, each with a reference of its own. */
async function play(
  payments: readonly (typeof payment extends fc.Arbitrary<infer T> ? T : never)[],
  pay: (client: RandomClient) => Promise<void>,
): Promise<void> {
  await judged.control.post('/reset')
  for (const [index, random] of payments.entries()) {
    await pay(new RandomClient(judged, random, `order ${index}`))
  }
}

/** The references of payments that the records show more than once. */
async function doubled(): Promise<readonly string[]> {
  const { body } = await judged.control.get<TransactionsAnswer>('/transactions?limit=1000')
  const counts = new Map<string, number>()
  for (const { reference, status } of body.transactions) {
    if (status === 'approved') counts.set(reference, (counts.get(reference) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count > 1).map(([reference]) => reference)
}

let convicted = 0

test('a client that does everything right is never found guilty', async () => {
  const payments = fc.array(payment, { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(payments, async (all) => {
      await play(all, (client) => client.payCarefully())
      const { findings } = await judged.report('/report?chapter=current')
      expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
      expect(await doubled()).toEqual([])
    }),
    RUNS,
  )
})

test('of a naive client, every double charge of the records is reported, and no other', async () => {
  const payments = fc.array(payment, { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(payments, async (all) => {
      await play(all, (client) => client.payNaively())
      // What is undecided gets its final status.
      await judged.control.post('/clock/advance', { by: '2h' })
      const { findings } = await judged.report('/report?chapter=current')
      const reported = findings
        .filter(({ code }) => code === 'double-charge')
        .map(({ subject }) => /^(order \d+),/.exec(subject)?.[1])
      expect(reported.toSorted()).toEqual((await doubled()).toSorted())
      convicted += reported.length
    }),
    RUNS,
  )
  expect(convicted).toBeGreaterThan(0)
})
