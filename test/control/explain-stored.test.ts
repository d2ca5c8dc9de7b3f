import { describe, expect, test } from 'vitest'
import type { ExplainResponse } from '../../src/control/contract/calls/scenarios.ts'
import type { RuleDocument } from '../../src/scenario/scenario-document.ts'
import { CommandSandbox } from '../support/command.ts'
import { GatewayClient } from '../support/gateway-client.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { startTestSandbox } from '../support/start.ts'
import { bank, card } from '../support/vault-client.ts'

const PAN = '4111111111111111'

const outcome = { response_code: '54' } as const
const paid = 'transaction.payment_method.creditcard.pan'

/** A shop with these rules whose customer C-1 has a token of the name main. */
async function begin(rules: readonly RuleDocument[], account = card({ 'CARD.EXPIRY': '1230' })) {
  const sandbox = await startTestSandbox()
  const shop = await openShop(sandbox, ...(rules.length === 0 ? [] : [{ name: 'mine', rules }]))
  const customer = await shop.vault.createCustomer({ reference: 'C-1' })
  const token = await shop.vault.createToken(customer.body.id, { preferred_name: 'main', account })
  const stop = () => sandbox.stop()
  return { shop, virtualPan: token.body.virtual_pan, [Symbol.asyncDispose]: stop }
}

async function explained({ control }: Shop, request: object) {
  return await control.post<ExplainResponse>('/scenarios/explain', request)
}

describe('a virtual PAN is explained by its stored card or account', () => {
  test.each([
    ['the card number', { pan: '4111*' }],
    ['the card type', { card_type: 'visa' }],
    ['the expiry', { expiry: '1230' }],
    ['the customer', { customer_reference: 'C-1' }],
    ['the name of the token', { token_name: 'main' }],
    ['the virtual PAN', { virtual_pan: '9*' }],
  ])('a rule on %s applies as to a real purchase', async (_title, when) => {
    await using mine = await begin([{ name: 'hit', when, outcome }])
    const { shop, virtualPan } = mine
    const { body, text } = await explained(shop, { pan: virtualPan })
    expect(body.rule?.id).toBe('mine/hit')
    expect(text).not.toContain(PAN)
    const made = await shop.gateway.purchase({ [paid]: virtualPan })
    expect(made.headers['x-sandbox-rule']).toBe('mine/hit')
  })

  test('a rule that counts by card counts the payments with the full number', async () => {
    const rule = { name: 'once', skip: 1, per: 'card', outcome } as const
    await using mine = await begin([rule])
    const { shop, virtualPan } = mine
    const asked = { pan: virtualPan }
    expect((await explained(shop, asked)).body.tried[0]?.reason).toMatch(/^skipped \(1 of 1\)/)
    await shop.gateway.purchase({ [paid]: PAN })
    expect((await explained(shop, asked)).body.rule?.id).toBe('mine/once')
  })

  test('a stored account is a direct debit, which cannot be preauthorised', async () => {
    await using mine = await begin([{ name: 'hit', when: { bsb: '062-000' }, outcome }], bank())
    const { shop, virtualPan } = mine
    const { body, text } = await explained(shop, { pan: virtualPan })
    expect(body.rule?.id).toBe('mine/hit')
    expect(text).not.toContain('012345678')
    const hold = await explained(shop, { operation: 'preauthorisation', pan: virtualPan })
    expect(hold.body.refused).toMatchObject({
      status: 422,
      errors: [{ error_message: 'A direct debit cannot be preauthorised' }],
    })
  })

  test('a payment may replace the stored expiry', async () => {
    await using mine = await begin([{ name: 'hit', when: { expiry: '0131' }, outcome }])
    const { shop, virtualPan } = mine
    const asked = { pan: virtualPan, expiry: '0131' }
    expect((await explained(shop, asked)).body.rule?.id).toBe('mine/hit')
  })
})

describe('a request on a target is explained by the payment of the target', () => {
  test.each(['refund', 'void', 'completion'] as const)(
    'a %s has the card of its target',
    async (operation) => {
      const when = { operation, card_type: 'visa', pan: '4111*', token_name: 'main' }
      await using mine = await begin([{ name: 'hit', when, outcome }])
      const { shop, virtualPan } = mine
      const pay = operation === 'completion' ? 'preauthorise' : 'purchase'
      await shop.gateway[pay]({ [paid]: virtualPan })
      const { body } = await explained(shop, { operation, target_audit: '1000001' })
      expect(body.rule?.id).toBe('mine/hit')
    },
  )
})

test('the command explains a refund, and shows how the gateway refuses one', async () => {
  await using sandbox = await CommandSandbox.start()
  await new GatewayClient(`${sandbox.url}/v1`).purchase()
  await sandbox.run(['rule', 'add', '{when: {card_type: visa}, outcome: {response_code: "51"}}'])
  const explain = (audit: string) => {
    const options = ['--operation', 'refund', '--target-audit', audit]
    return sandbox.run(['scenario', 'explain', ...options])
  }
  expect((await explain('1000001')).stdout).toMatch(/^rules\/rule-1 decides the layer bank\n/)
  expect((await explain('7')).stdout).toMatch(
    /^The gateway refuses the request with HTTP 404, so no rule applies:\naudit: .*\n/,
  )
})

describe('a lookup or search is explained by the transaction that it finds', () => {
  const hidden = (when: NonNullable<RuleDocument['when']>): RuleDocument => ({
    name: 'hit',
    when,
    outcome: { fault: { at: 'before', http: 503 } },
  })

  test.each([
    ['a lookup, by its reference', 'lookup', { reference: 'order-7' }],
    ['a search, by its card', 'search', { card_type: 'visa' }],
    ['a search, by its audit number', 'search', { audit: '*' }],
  ] as const)('%s', async (_title, operation, when) => {
    await using mine = await begin([hidden({ operation: [operation], ...when })])
    const { shop } = mine
    const { body: made } = await shop.gateway.purchase(
      { 'transaction.reference': 'order-7' },
      { 'X-Correlation-Id': 'id-7' },
    )
    const described =
      operation === 'lookup' ? { audit: String(made.audit) } : { correlation_id: 'id-7' }
    const { body } = await explained(shop, { operation, ...described })
    expect(body.rule?.id).toBe('mine/hit')
    const path =
      operation === 'lookup' ? `/${made.audit}` : '?merchant_id=1&correlation_id_lookup=id-7'
    const real = await shop.gateway.get(`/transactions${path}`)
    expect(real.headers['x-sandbox-rule']).toBe('mine/hit')
  })
})
