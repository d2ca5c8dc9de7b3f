import { afterAll, expect, test } from 'vitest'
import type { UpcomingResponse } from '../../src/control/contract/calls/clock.ts'
import { byDirectDebit, cents } from '../support/gateway-client.ts'
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
const CLEARANCE = '2026-03-12T22:00:00.000Z'
const LATE_RETURN = '2026-03-16T22:00:00.000Z'

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

test.each(returns)('$20,000.0%s by direct debit is returned: %s', async (code, message) => {
  const shop = await openShop(sandbox)
  const amount = cents(Number(`200000${code}`))
  const answer = await shop.gateway.purchase(byDirectDebit(amount))
  expect(outcomeOf(answer.body)).toBe('pending')
  expect(ruleOf(answer)).toMatch(new RegExp(`^default/return-${code}-`))
  await expectReturned(shop, answer.body, [code, message])
  const byCard = await shop.gateway.purchase(amount)
  expect([outcomeOf(byCard.body), ruleOf(byCard)]).toEqual(['approved 00', undefined])
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

test('the BSB 032-060 clears, and is returned five banking days after lodging', async () => {
  const shop = await openShop(sandbox)
  const answer = await shop.gateway.purchase(from('032-060'))
  expect([outcomeOf(answer.body), ruleOf(answer)]).toEqual([
    'pending',
    'default/debit-returned-late',
  ])
  const { audit } = answer.body
  expect(await advance(shop, { to: CLEARANCE })).toEqual([
    `cleared ${audit} at ${CLEARANCE}: approved`,
  ])
  expect(await outcomeNow(shop, audit)).toBe('approved 00')
  expect(await advance(shop, { by: '30d' })).toEqual([
    `returned ${audit} at ${LATE_RETURN}: declined`,
  ])
  expect(await outcomeNow(shop, audit)).toBe('declined 6')
})

test('the BSB 032-070 is pending for ever, unless a tester settles it', async () => {
  const shop = await openShop(sandbox)
  const answer = await shop.gateway.purchase(from('032-070'))
  expect([outcomeOf(answer.body), ruleOf(answer)]).toEqual([
    'pending',
    'default/debit-pending-for-ever',
  ])
  expect((await shop.control.get<UpcomingResponse>('/clock/upcoming')).body.scheduled).toEqual([])
  expect(await advance(shop, { by: '365d' })).toEqual([])
  expect(await outcomeNow(shop, answer.body.audit)).toBe('pending')
  await shop.control.post('/settle', { all: true })
  expect(await outcomeNow(shop, answer.body.audit)).toBe('approved 00')
})
