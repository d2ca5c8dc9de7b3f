import { expect, test } from 'vitest'
import { DAY } from '../../../../src/domain/time/instant.ts'
import { GatewayClient, type Overrides } from '../../../support/gateway-client.ts'
import { startTestSandbox, type TestSandbox } from '../../../support/start.ts'
import { bank, card, refusalOf, VaultClient } from '../../../support/vault-client.ts'
import { passTime } from '../../../support/world-time.ts'

interface Shop {
  readonly vault: VaultClient
  readonly gateway: GatewayClient
  readonly cardPan: string
  readonly bankPan: string
}

async function openShop(sandbox: TestSandbox): Promise<Shop> {
  const vault = new VaultClient(sandbox.api)
  await vault.createCustomer()
  const cardPan = (await vault.createToken(1)).body.virtual_pan
  const bankToken = await vault.createToken(1, { preferred_name: 'bank', account: bank() })
  const gateway = new GatewayClient(sandbox.api)
  return { vault, gateway, cardPan, bankPan: bankToken.body.virtual_pan }
}

/** Pays with a virtual PAN and nothing else. */
function by(pan: string, changes: Overrides = {}): Overrides {
  return { 'transaction.payment_method': { creditcard: { pan } }, ...changes }
}

const storedCard = { creditcard: { pan: '411111xxxxxx1111', type: 'visa' } }

test('a CVV has as many digits as the stored card wants', async () => {
  await using sandbox = await startTestSandbox()
  const { vault, gateway, cardPan } = await openShop(sandbox)
  const amex = card({ 'CARD.PAN': '378282246310005' })
  const { body } = await vault.createToken(1, { preferred_name: 'amex', account: amex })
  const pay = (pan: string, cvv: string) =>
    gateway.purchase({ 'transaction.payment_method': { creditcard: { pan, cvv } } })
  const refused = [422, 'invalid_format at body.transaction.payment_method.creditcard.cvv']
  expect(refusalOf(await pay(cardPan, '1234'))).toEqual(refused)
  expect(refusalOf(await pay(body.virtual_pan, '123'))).toEqual(refused)
  expect((await pay(body.virtual_pan, '1234')).status).toBe(200)
})

const pan = 'body.transaction.payment_method.creditcard.pan'
const unknown = [422, `token_not_found at ${pan}`]

test.each(['purchase', 'preauthorise', 'standaloneRefund'] as const)(
  'a %s is refused with a token that is inactive, deleted, foreign or was never issued',
  async (operation) => {
    await using sandbox = await startTestSandbox()
    const { gateway, vault, cardPan } = await openShop(sandbox)
    const pay = async (changes: Overrides) => refusalOf(await gateway[operation](changes))
    expect(await pay(by('9000000000000009'))).toEqual(unknown)
    expect(await pay(by(cardPan, { 'merchant.id': 2 }))).toEqual(unknown)
    await vault.updateToken(1, 1, { active: false })
    expect(await pay(by(cardPan))).toEqual([422, `token_inactive at ${pan}`])
    // Whose it is comes first: nobody learns that it exists.
    expect(await pay(by(cardPan, { 'merchant.id': 2 }))).toEqual(unknown)
    await vault.updateToken(1, 1, { active: true })
    const paid = await gateway[operation](by(cardPan))
    expect(paid.body.status.transaction_status_code).toBe('approved')
    await vault.deleteToken(1, 1)
    expect(await pay(by(cardPan))).toEqual(unknown)
  },
)

test('a payment stays as it is after its token has changed or is gone', async () => {
  await using sandbox = await startTestSandbox()
  const { gateway, vault, cardPan } = await openShop(sandbox)
  const { audit } = (await gateway.purchase(by(cardPan))).body
  await vault.updateToken(1, 1, { account: card({ 'CARD.PAN': '5555555555554444' }) })
  const again = (await gateway.purchase(by(cardPan))).body.audit
  await vault.deleteCustomer(1)
  const method = async (of: number) => (await gateway.lookup(of)).body.transaction.payment_method
  expect(await method(audit)).toEqual(storedCard)
  expect(await method(again)).toEqual({
    creditcard: { pan: '555555xxxxxx4444', type: 'mastercard' },
  })
  const refund = await gateway.refund(audit)
  expect(refund.body.status.transaction_status_code).toBe('approved')
})

test('a stored card that has expired meanwhile is declined, and renewed by an update', async () => {
  await using sandbox = await startTestSandbox()
  const { gateway, vault } = await openShop(sandbox)
  const account = card({ 'CARD.EXPIRY': '0326' })
  const token = (await vault.createToken(1, { preferred_name: 'old', account })).body
  const pay = async () => (await gateway.purchase(by(token.virtual_pan))).body.status
  expect(await pay()).toMatchObject({ transaction_status_code: 'approved' })
  passTime(sandbox.world, 30 * DAY)
  expect(await pay()).toMatchObject({
    transaction_status_code: 'declined',
    acquirer: { response_code: '54' },
  })
  expect((await vault.updateToken(1, token.id, { active: true })).status).toBe(200)
  await vault.updateToken(1, token.id, { account: card() })
  expect(await pay()).toMatchObject({ transaction_status_code: 'approved' })
})

test('a card is good to the end of its month in Sydney', async () => {
  // The last minute of March in Sydney, an hour into daylight saving's own time.
  await using sandbox = await startTestSandbox({ clock: Date.parse('2026-03-31T12:59:59Z') })
  const vault = new VaultClient(sandbox.api)
  await vault.createCustomer()
  const account = card({ 'CARD.EXPIRY': '2603' })
  expect((await vault.createToken(1, { account })).status).toBe(201)
  passTime(sandbox.world, 1000)
  const late = await vault.createToken(1, { preferred_name: 'late', account })
  expect(refusalOf(late)).toEqual([
    422,
    'invalid_expiry at body.account.general_creditcard.CARD.EXPIRY',
  ])
})
