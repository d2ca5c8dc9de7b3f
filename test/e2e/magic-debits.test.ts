import { afterAll, expect, test } from 'vitest'
import { byDirectDebit } from '../support/gateway-client.ts'
import {
  advance,
  openShop,
  outcomeNow,
  outcomeOf,
  ruleOf,
  type Shop,
  virtualPanOf,
} from '../support/shop.ts'
import { startTestSandbox } from '../support/start.ts'
import { bank } from '../support/vault-client.ts'

// Lodged on Tuesday 10 March 2026; banks report at 09:00 Sydney, which is 22:00 UTC the day before.
const RETURN = '2026-03-11T22:00:00.000Z'

const sandbox = await startTestSandbox()
afterAll(() => sandbox.stop())

function from(bsb: string) {
  return byDirectDebit({ 'transaction.payment_method.directdebit.bsb': bsb })
}

const messages = [
  'Invalid BSB number',
  'Payment stopped',
  'Account closed',
  'Customer deceased',
  'No such account',
  'Refer to customer',
  'Not used',
  'Invalid user ID',
  'Technically invalid',
]
const returns = messages.map((message, i) => [String(i + 1), message] as const)

async function expectReturned(
  shop: Shop,
  { audit }: { readonly audit: number },
  [code, message]: readonly [string, string],
) {
  expect(await advance(shop, { to: '2026-03-11T21:59:59.999Z' })).toEqual([])
  expect(await outcomeNow(shop, audit)).toBe('pending')
  expect(await advance(shop, { by: '10d' })).toEqual([`returned ${audit} at ${RETURN}: declined`])
  const { status } = (await shop.gateway.lookup(audit)).body
  expect(status.acquirer.response_code).toBe(code)
  expect(status.acquirer.response_message).toBe(message)
  expect(status.transaction_status_code).toBe('declined')
}

test.each(returns)('the BSB 032-05%s is returned with that code: %s', async (code, message) => {
  const shop = await openShop(sandbox)
  const answer = await shop.gateway.purchase(from(`032-05${code}`))
  expect([outcomeOf(answer.body), ruleOf(answer)]).toEqual(['pending', 'default/debit-returned'])
  await expectReturned(shop, answer.body, [code, message])
})

test('a BSB without its dash, a credit and a stored account are returned as well', async () => {
  const shop = await openShop(sandbox)
  const { gateway } = shop
  const stored = await virtualPanOf(shop, bank({ 'BANK.BSB': '032054' }))
  const answers = [
    await gateway.purchase(from('032051')),
    await gateway.standaloneRefund(from('032-052')),
    await gateway.purchase({ 'transaction.payment_method.creditcard': { pan: stored } }),
  ]
  const audits = answers.map(({ body }) => body.audit)
  expect(await advance(shop, { to: RETURN })).toEqual(
    audits.map((audit) => `returned ${audit} at ${RETURN}: declined`),
  )
  const seen = []
  for (const audit of audits) seen.push(await outcomeNow(shop, audit))
  expect(seen).toEqual(['declined 1', 'declined 2', 'declined 4'])
})
