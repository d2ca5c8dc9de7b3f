import { afterAll, expect, test } from 'vitest'
import * as z from 'zod'
import { defaultAssumptions } from '../../src/domain/assumptions/assumptions.ts'
import { transactionAnswers } from '../../src/gateway/wire/contract/transaction-answer.ts'
import { byDirectDebit, cents, GatewayClient, newId } from '../support/gateway-client.ts'
import { openShop, ruleOf, type Shop } from '../support/shop.ts'
import { startTestSandbox } from '../support/start.ts'

const sandbox = await startTestSandbox()
afterAll(() => sandbox.stop())

const DRIFT = cents(9_700_777)
const knownStatuses = ['approved', 'declined', 'pending', 'error', 'voided', 'reversed', 'unknown']

const { created, lookup } = transactionAnswers(defaultAssumptions)

/** The contract as its clients must read it: what it does not know counts as unknown. */
function tolerant<Shape extends typeof created.shape>(answer: z.ZodObject<Shape>) {
  const { status } = created.shape
  const transaction_status_code = z.string().transform(() => 'unknown')
  return answer.extend({ status: status.extend({ transaction_status_code }) })
}

const tolerantCreated = tolerant(created)
const tolerantLookup = tolerant(lookup)

async function search({ gateway }: Shop, id: string) {
  const query = new URLSearchParams({ merchant_id: '1', correlation_id_lookup: id })
  return (await gateway.get(`/transactions?${query}`)).body.results[0]
}

const operations: [string, (shop: Shop, id: string) => ReturnType<GatewayClient['purchase']>][] = [
  ['a purchase', ({ gateway }, id) => gateway.purchase(DRIFT, correlated(id))],
  ['a preauthorisation', ({ gateway }, id) => gateway.preauthorise(DRIFT, correlated(id))],
  ['a standalone refund', ({ gateway }, id) => gateway.standaloneRefund(DRIFT, correlated(id))],
  ['a direct debit', ({ gateway }, id) => gateway.purchase(byDirectDebit(DRIFT), correlated(id))],
  [
    'a refund',
    async ({ gateway }, id) => {
      const { audit } = (await gateway.purchase(cents(9_999_999))).body
      return gateway.refund(audit, DRIFT, correlated(id))
    },
  ],
  [
    'a completion',
    async ({ gateway }, id) => {
      const { audit } = (await gateway.preauthorise(cents(9_999_999))).body
      return gateway.complete(audit, DRIFT, correlated(id))
    },
  ],
]

function correlated(id: string) {
  return { 'x-correlation-id': id }
}

test.each(operations)(
  '%s drifts, but within what clients have to tolerate',
  async (_name, send) => {
    const shop = await openShop(sandbox)
    const id = newId()
    const answer = await send(shop, id)
    expect([answer.status, ruleOf(answer)]).toEqual([200, 'default/drift'])
    const looked = (await shop.gateway.get(`/transactions/${answer.body.audit}`)).body
    expect(await search(shop, id)).toEqual(looked)
    tolerantCreated.parse(answer.body)
    tolerantLookup.parse(looked)
    for (const { status } of [answer.body, looked]) {
      expect(knownStatuses).not.toContain(status.transaction_status_code)
      expect([0, -99, 20, 21, 22, 30, 40, 60]).not.toContain(status.gateway_status_code)
    }
  },
)

test('apart from what may change, a drifted response is the one that it would have been', async () => {
  const shop = await openShop(sandbox)
  const rule = { when: { amount: '9700777' }, outcome: {} }
  const drifted = (await shop.gateway.purchase(DRIFT)).body
  await shop.control.put('/scenarios', { scenarios: [{ name: 'plain', rules: [rule] }] })
  const plain = (await shop.gateway.purchase(DRIFT)).body
  expect(plain).not.toHaveProperty('risk_assessment')
  const said = tolerantCreated.parse(drifted)
  const { gateway_status_code: _code, gateway_status_message: _text, ...status } = said.status
  expect({ ...said, status }).toMatchObject({
    merchant: plain.merchant,
    gateway_timestamp: plain.gateway_timestamp,
    status: {
      acquirer: {
        response_code: plain.status.acquirer.response_code,
        settlement_date: plain.status.acquirer.settlement_date,
      },
    },
  })
  expect(Object.keys(said.kvps)).toEqual(Object.keys(plain.kvps))
  expect(Object.keys(said._links)).toEqual(Object.keys(plain._links))
  const order = (members: object, like: object) =>
    Object.keys(members).filter((key) => Object.hasOwn(like, key))
  expect(order(drifted, plain)).not.toEqual(Object.keys(plain))
  expect(order(drifted.status, plain.status)).not.toEqual(Object.keys(plain.status))
  expect(drifted.status.acquirer.response_message).not.toBe('Approved')
  expect(Object.keys(drifted._links)).toContain('receipt')
})

test('a void of a transaction that drifts shows: voided is a status that its client knows', async () => {
  const gateway = new GatewayClient(sandbox.api)
  const { audit } = (await gateway.purchase(DRIFT)).body
  await gateway.void(audit)
  const { body } = await gateway.get(`/transactions/${audit}`)
  expect(body.status.transaction_status_code).toBe('voided')
  expect(body).toHaveProperty('risk_assessment')
})
