import { afterAll, expect, test } from 'vitest'
import type { RequestsResponse } from '../../src/control/contract/calls/requests.ts'
import { Attempt, giveUp, PATIENCE } from '../support/attempt.ts'
import {
  amountBody,
  byDirectDebit,
  cents,
  newId,
  type Overrides,
  paidBody,
} from '../support/gateway-client.ts'
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

const large = cents(9_999_999)

/** An operation of so many cents, on whatever it needs. */
const operations: [string, (shop: Shop, amount: Overrides) => Promise<Attempt>][] = [
  [
    'preauthorisation',
    async ({ api }, amount) =>
      new Attempt(api, '/transactions/preauthorisation', { body: paidBody(amount) }),
  ],
  [
    'standalone refund',
    async ({ api }, amount) => new Attempt(api, '/transactions/refund', { body: paidBody(amount) }),
  ],
  [
    'completion',
    async ({ api, gateway }, amount) => {
      const { audit } = (await gateway.preauthorise(large)).body
      const body = amountBody(amount)
      return new Attempt(api, `/transactions/${audit}/completion`, { body })
    },
  ],
  [
    'refund',
    async ({ api, gateway }, amount) => {
      const { audit } = (await gateway.purchase(large)).body
      return new Attempt(api, `/transactions/${audit}/refund`, { body: amountBody(amount) })
    },
  ],
]

test.each(operations)('the amounts break a %s, before and after', async (_name, send) => {
  const shop = await openShop(sandbox)
  const before = await send(shop, cents(9_900_503))
  await expectFault(shop, 'default/http-503-before', before, 'HTTP 503')
  expect(await outcomesFound(shop, before.id)).toEqual([])
  const after = await send(shop, cents(9_800_001))
  await expectFault(shop, 'default/cut-off-after', after, 'cut off')
  expect(await outcomesFound(shop, after.id)).toEqual(['approved 00'])
})

test('a lost response leaves the bank to say what the card makes it say', async () => {
  const shop = await openShop(sandbox)
  const pan = { 'transaction.payment_method.creditcard.pan': '4000000000000051' }
  const id = newId()
  const headers = { 'x-correlation-id': id }
  const { status } = await shop.gateway.purchase({ ...pan, ...cents(9_800_500) }, headers)
  expect(status).toBe(500)
  expect(await outcomesFound(shop, id)).toEqual(['declined 51'])
})
