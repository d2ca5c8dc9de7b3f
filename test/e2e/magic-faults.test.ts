import { afterAll, expect, test } from 'vitest'
import type { RequestsResponse } from '../../src/control/contract/calls/requests.ts'
import { Attempt, giveUp, PATIENCE } from '../support/attempt.ts'
import { byDirectDebit, cents, paidBody } from '../support/gateway-client.ts'
import { openShop, outcomesFound, type Shop } from '../support/shop.ts'
import { startTestSandbox } from '../support/start.ts'

const sandbox = await startTestSandbox()
afterAll(() => sandbox.stop())

const faults = [
  ['409', 'http-409', 'HTTP 409'],
  ['500', 'http-500', 'HTTP 500'],
  ['502', 'http-502', 'HTTP 502'],
  ['503', 'http-503', 'HTTP 503'],
  ['504', 'http-504', 'HTTP 504'],
  ['408', 'no-response', 'no response'],
  ['000', 'reset', 'reset'],
  ['001', 'cut-off', 'cut off'],
] as const

/** Sends it, sees the fault, and finds the rule in the journal: a broken answer cannot say it. */
async function expectFault(shop: Shop, rule: string, attempt: Attempt, seen: string) {
  const came = seen === 'no response' ? giveUp(shop, rule, attempt) : attempt.seen
  expect(await came).toBe(seen)
  await expect
    .poll(async () => {
      const path = `/requests?correlation_id=${attempt.id}&limit=1`
      return (await shop.control.get<RequestsResponse>(path)).body.requests[0]?.rule
    }, PATIENCE)
    .toBe(rule)
}

const methods = [
  ['a card', {}, 'approved 00'],
  ['direct debit', byDirectDebit(), 'pending'],
] as const

for (const [method, payment, outcome] of methods) {
  test.each(faults)(`by ${method}, the amount 9900%s is %s and not processed`, async (...row) => {
    const [digits, rule, seen] = row
    const shop = await openShop(sandbox)
    const body = paidBody({ ...payment, ...cents(Number(`9900${digits}`)) })
    const attempt = new Attempt(shop.api, '/transactions/purchase', { body })
    await expectFault(shop, `default/${rule}-before`, attempt, seen)
    expect(await outcomesFound(shop, attempt.id)).toEqual([])
    expect(shop.world.records.size('transactions')).toBe(0)
  })

  test.each(faults)(`by ${method}, the amount 9800%s is processed, then %s`, async (...row) => {
    const [digits, rule, seen] = row
    const shop = await openShop(sandbox)
    const body = paidBody({ ...payment, ...cents(Number(`9800${digits}`)) })
    const attempt = new Attempt(shop.api, '/transactions/purchase', { body })
    await expectFault(shop, `default/${rule}-after`, attempt, seen)
    expect(await outcomesFound(shop, attempt.id)).toEqual([outcome])
  })
}
