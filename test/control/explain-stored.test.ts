import { describe, expect, test } from 'vitest'
import type { ExplainResponse } from '../../src/control/contract/calls/scenarios.ts'
import type { ErrorResponse } from '../../src/gateway/wire/contract/transaction-answer.ts'
import type { RuleDocument } from '../../src/scenario/scenario-document.ts'
import { CommandSandbox } from '../support/command.ts'
import { ControlClient } from '../support/control-client.ts'
import { GatewayClient } from '../support/gateway-client.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { startTestSandbox } from '../support/start.ts'
import { bank, card, VaultClient } from '../support/vault-client.ts'

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
  return await control.post<ExplainResponse & ErrorResponse>('/scenarios/explain', request)
}

describe('a virtual PAN is explained by its stored card or account', () => {
  test.each([
    ['the card number', { pan: '4111*' }],
    ['its last digits', { pan: '*1111' }],
    ['the card type', { card_type: 'visa' }],
    ['the expiry', { expiry: '1230' }],
    ['the customer', { customer_reference: 'C-1' }],
    ['the name of the token', { token_name: 'main' }],
    ['the virtual PAN', { virtual_pan: '9*' }],
  ])('a rule on %s applies as to a real purchase', async (_title, when) => {
    await using mine = await begin([{ name: 'hit', when, outcome }])
    const { shop, virtualPan } = mine
    for (const request of [{ virtual_pan: virtualPan }, { pan: virtualPan }]) {
      const { body, text } = await explained(shop, request)
      expect([body.rule?.id, body.assumed]).toEqual(['mine/hit', {}])
      expect(text).not.toContain(PAN)
    }
    const made = await shop.gateway.purchase({ [paid]: virtualPan })
    expect(made.headers['x-sandbox-rule']).toBe('mine/hit')
  })

  test('a rule that counts by card counts the payments with the full number', async () => {
    const rule = { name: 'once', skip: 1, per: 'card', outcome } as const
    await using mine = await begin([rule])
    const { shop, virtualPan } = mine
    const asked = { virtual_pan: virtualPan }
    expect((await explained(shop, asked)).body.tried[0]?.reason).toMatch(/^skipped \(1 of 1\)/)
    await shop.gateway.purchase({ [paid]: PAN })
    expect((await explained(shop, asked)).body.rule?.id).toBe('mine/once')
  })

  test('a stored account is a direct debit', async () => {
    await using mine = await begin([{ name: 'hit', when: { bsb: '062-000' }, outcome }], bank())
    const { shop, virtualPan } = mine
    const { body, text } = await explained(shop, { virtual_pan: virtualPan })
    expect(body.rule?.id).toBe('mine/hit')
    expect(text).not.toContain('012345678')
  })

  test('a stored account cannot be preauthorised', async () => {
    await using mine = await begin([], bank())
    const asked = { operation: 'preauthorisation', pan: mine.virtualPan }
    const { status, body } = await explained(mine.shop, asked)
    const error_message = 'Cannot be in a request: no preauthorisation has method direct_debit'
    expect(status).toBe(422)
    expect(body.errors).toMatchObject([{ error_message, location: ['body', 'pan'] }])
  })

  test('a payment may replace the stored expiry', async () => {
    await using mine = await begin([{ name: 'hit', when: { expiry: '0131' }, outcome }])
    const { shop, virtualPan } = mine
    const asked = { virtual_pan: virtualPan, expiry: '0131' }
    expect((await explained(shop, asked)).body.rule?.id).toBe('mine/hit')
  })

  test.each([
    [{ card_type: 'amex' }, 'card_type', 'token 1 has another card_type'],
    [{ bsb: '032-051' }, 'bsb', 'token 1 has no bsb'],
    [{ customer_reference: 'C-2' }, 'customer_reference', 'token 1 has another customer_reference'],
  ])('%o is not of the token, and refused', async (others, name, reason) => {
    await using mine = await begin([])
    const asked = { virtual_pan: mine.virtualPan, ...others }
    const { status, body } = await explained(mine.shop, asked)
    expect(status).toBe(422)
    const error_message = `Cannot be in a request: ${reason}`
    expect(body.errors).toEqual([
      { error_code: 'invalid_format', error_message, location: ['body', name] },
    ])
  })

  test('an unknown card, or that of another merchant, is not known', async () => {
    await using mine = await begin([])
    for (const asked of [
      { virtual_pan: '9000000000000000' },
      { virtual_pan: mine.virtualPan, merchant: 2 },
    ]) {
      const { status, body } = await explained(mine.shop, asked)
      const reason = `Merchant ${asked.merchant ?? 1} has no stored card or account with this virtual PAN`
      expect([status, body.errors[0]?.error_message]).toEqual([404, reason])
    }
  })
})

describe('a request on a target is explained by the payment of the target', () => {
  test.each([
    ['refund', {}],
    ['void', {}],
    ['completion', {}],
  ])('a %s has the card of its target', async (operation) => {
    const rule = { name: 'hit', when: { operation, card_type: 'visa', pan: '4111*' }, outcome }
    await using mine = await begin([rule as RuleDocument])
    const { shop } = mine
    const first = operation === 'completion' ? 'preauthorise' : 'purchase'
    await (first === 'purchase' ? shop.gateway.purchase() : shop.gateway.preauthorise())
    const { body } = await explained(shop, { operation, target_audit: '1000001' })
    expect([body.rule?.id, body.assumed]).toEqual(['mine/hit', {}])
    const other = { operation, target_audit: '1000001', pan: '5555555555554444' }
    expect((await explained(shop, other)).body.errors[0]?.error_message).toBe(
      'Cannot be in a request: transaction 1000001 has another pan',
    )
  })

  test('a refund has the customer of the token that paid', async () => {
    const when = { operation: 'refund', customer_reference: 'C-1', token_name: 'main' } as const
    await using mine = await begin([{ name: 'hit', when, outcome }])
    await mine.shop.gateway.purchase({ [paid]: mine.virtualPan })
    const asked = { operation: 'refund', target_audit: '1000001' }
    expect((await explained(mine.shop, asked)).body.rule?.id).toBe('mine/hit')
  })

  test('an unknown target is not known', async () => {
    await using mine = await begin([])
    const { status, body } = await explained(mine.shop, { operation: 'void', target_audit: '7' })
    expect([status, body.errors[0]?.error_message]).toEqual([
      404,
      'Merchant 1 has no transaction 7',
    ])
  })
})

test('the command explains a stored card and a target, and names what is not known', async () => {
  await using sandbox = await CommandSandbox.start()
  const gateway = new GatewayClient(`${sandbox.url}/v1`)
  const vault = new VaultClient(`${sandbox.url}/v1`)
  await new ControlClient(sandbox.url).post('/rules', { when: { card_type: 'visa' }, outcome })
  const customer = await vault.createCustomer({ reference: 'C-1' })
  const token = await vault.createToken(customer.body.id, { preferred_name: 'a', account: card() })
  await gateway.purchase()
  await new ControlClient(sandbox.url).post('/rules', { when: { card_type: 'visa' }, outcome })
  const explain = (line: string) => sandbox.run(['scenario', 'explain', ...line.split(' ')])
  for (const line of [
    `--virtual-pan ${token.body.virtual_pan}`,
    '--operation refund --target-audit 1000001',
  ]) {
    expect((await explain(line)).stdout).toMatch(/^rules\/rule-2 decides the verdict\n/)
  }
  expect(await explain('--virtual-pan 9000000000000000')).toMatchObject({
    code: 1,
    stderr: 'error: Merchant 1 has no stored card or account with this virtual PAN\n',
  })
  expect(await explain('--operation void --target-audit 7')).toMatchObject({
    code: 1,
    stderr: 'error: Merchant 1 has no transaction 7\n',
  })
})

describe('a lookup or search is explained by the transaction that it finds', () => {
  const hidden = (when: NonNullable<RuleDocument['when']>): RuleDocument => ({
    name: 'hit',
    when,
    outcome: { fault: { at: 'before', http: 503 } },
  })

  test.each([
    ['a lookup, by its reference', 'lookup', { reference: 'order-7' }],
    ['a lookup, by its amount', 'lookup', { amount: { min: 1200 } }],
    ['a search, by its card', 'search', { card_type: 'visa' }],
    ['a search, by its audit number', 'search', { audit: '*' }],
  ] as const)('%s', async (_title, operation, when) => {
    await using mine = await begin([hidden({ operation: [operation], ...when })])
    const { shop } = mine
    const { body: made } = await shop.gateway.purchase(
      { 'transaction.reference': 'order-7', 'transaction.amount_details.total_amount': '1234' },
      { 'X-Correlation-Id': 'id-7' },
    )
    const described =
      operation === 'lookup' ? { audit: String(made.audit) } : { correlation_id: 'id-7' }
    const { body } = await explained(shop, { operation, ...described })
    expect([body.rule?.id, body.assumed]).toEqual(['mine/hit', {}])
    const path =
      operation === 'lookup' ? `/${made.audit}` : '?merchant_id=1&correlation_id_lookup=id-7'
    const real = await shop.gateway.get(`/transactions${path}`)
    expect(real.headers['x-sandbox-rule']).toBe('mine/hit')
  })

  test('facts that the transaction does not have are refused', async () => {
    await using mine = await begin([])
    const { body: made } = await mine.shop.gateway.purchase()
    const { body } = await explained(mine.shop, {
      operation: 'lookup',
      audit: String(made.audit),
      reference: 'another order',
    })
    expect(body.errors[0]?.error_message).toBe(
      `Cannot be in a request: transaction ${made.audit} has another reference`,
    )
  })
})
