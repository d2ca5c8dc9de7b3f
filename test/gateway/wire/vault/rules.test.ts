import { expect, test } from 'vitest'
import type { Conditions, Operation } from '../../../../src/scenario/rule.ts'
import { GatewayClient, VISA } from '../../../support/gateway-client.ts'
import { useRules } from '../../../support/rules.ts'
import { startTestSandbox, type TestSandbox } from '../../../support/start.ts'
import { bank, VaultClient } from '../../../support/vault-client.ts'

const down = { fault: { at: 'before', http: 503, retry_after: 5 } } as const
const lost = { fault: { at: 'after', http: 500 } } as const

async function filled(sandbox: TestSandbox): Promise<VaultClient> {
  const vault = new VaultClient(sandbox.api)
  await vault.createCustomer()
  await vault.createToken(1)
  return vault
}

const calls: Readonly<Record<string, (vault: VaultClient) => Promise<{ status: number }>>> = {
  customer_search: (vault) => vault.customers(),
  customer_create: (vault) => vault.createCustomer({ reference: 'CUST-2' }),
  customer_lookup: (vault) => vault.customer(1),
  customer_update: (vault) => vault.updateCustomer(1, { name: 'Changed' }),
  customer_delete: (vault) => vault.deleteCustomer(1),
  token_list: (vault) => vault.tokens(1),
  token_create: (vault) => vault.createToken(1, { preferred_name: 'new' }),
  token_lookup: (vault) => vault.token(1, 1),
  token_update: (vault) => vault.updateToken(1, 1, { active: false }),
  token_delete: (vault) => vault.deleteToken(1, 1),
}

test.each(Object.entries(calls))('%s fails before it does anything', async (name, make) => {
  await using sandbox = await startTestSandbox()
  const vault = await filled(sandbox)
  useRules(sandbox.world, { when: { operation: [name as Operation] }, times: 1, outcome: down })
  const { customers, tokens } = sandbox.world.records.image().tables
  const broken = await make(vault)
  expect(broken).toMatchObject({
    status: 503,
    headers: { 'retry-after': '5', 'x-sandbox-rule': 'test/rule-1' },
  })
  expect(sandbox.world.records.image().tables).toMatchObject({ customers, tokens })
  expect((await make(vault)).status).toBeLessThan(300)
})

test.each(Object.entries(calls))('%s is done though its response is lost', async (name, make) => {
  await using sandbox = await startTestSandbox()
  await using untouched = await startTestSandbox()
  const vault = await filled(sandbox)
  await make(await filled(untouched))
  useRules(sandbox.world, { when: { operation: [name as Operation] }, outcome: lost })
  expect((await make(vault)).status).toBe(500)
  const rows = ({ world }: TestSandbox) => {
    const { customers, tokens } = world.records.image().tables
    return [...customers, ...tokens].map((line) => line.replaceAll(/"fingerprint":"[^"]*"/g, ''))
  }
  expect(rows(sandbox)).toEqual(rows(untouched))
})

test.each<[Conditions]>([
  [{ merchant: [1] }],
  [{ method: 'card' }],
  [{ pan: [VISA] }],
  [{ card_type: ['visa'] }],
  [{ token_name: ['main*'] }],
  [{ customer_reference: ['CUST-?'] }],
])(
  'a rule with %j sees the creation, the lookup, an update and the deletion of a token',
  async (when) => {
    await using sandbox = await startTestSandbox()
    const vault = await filled(sandbox)
    useRules(sandbox.world, { when, outcome: down })
    const answers = [
      await vault.createToken(1),
      await vault.token(1, 1),
      await vault.updateToken(1, 1, { active: false }),
      await vault.deleteToken(1, 1),
    ]
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503])
  },
)

test.each<[Conditions]>([
  [{ method: 'direct_debit' }],
  [{ bsb: ['062-000'] }],
  [{ account_number: ['012345678'] }],
])('a rule with %j sees a bank account token', async (when) => {
  await using sandbox = await startTestSandbox()
  const vault = await filled(sandbox)
  await vault.createToken(1, { preferred_name: 'bank', account: bank() })
  useRules(sandbox.world, { when, outcome: down })
  const created = await vault.createToken(1, { preferred_name: 'other', account: bank() })
  expect([created.status, (await vault.token(1, 2)).status]).toEqual([503, 503])
  expect((await vault.token(1, 1)).status).toBe(200)
})

test('a rule on a virtual PAN sees the token, its payments and what follows them', async () => {
  await using sandbox = await startTestSandbox()
  const vault = await filled(sandbox)
  const gateway = new GatewayClient(sandbox.api)
  const pan = (await vault.token(1, 1)).body.virtual_pan
  const method = { 'transaction.payment_method': { creditcard: { pan } } }
  const { audit } = (await gateway.purchase(method)).body
  useRules(sandbox.world, { when: { virtual_pan: [pan] }, outcome: down })
  const answers = [
    await vault.token(1, 1),
    await gateway.purchase(method),
    await gateway.refund(audit),
    await gateway.void(audit),
  ]
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503])
})

test.each<[Conditions]>([[{ token_name: ['main card'] }], [{ customer_reference: ['CUST-1'] }]])(
  'a rule with %j sees payments by the token and what follows them, while there is the token',
  async (when) => {
    await using sandbox = await startTestSandbox()
    const vault = await filled(sandbox)
    const gateway = new GatewayClient(sandbox.api)
    const { virtual_pan } = (await vault.token(1, 1)).body
    const method = { 'transaction.payment_method': { creditcard: { pan: virtual_pan } } }
    const { audit } = (await gateway.purchase(method)).body
    const held = (await gateway.preauthorise(method)).body.audit
    const other = (await gateway.purchase()).body.audit
    useRules(sandbox.world, { when, outcome: down })
    const statuses = async () => [
      (await gateway.purchase(method)).status,
      (await gateway.complete(held)).status,
      (await gateway.refund(audit)).status,
      (await gateway.void(audit)).status,
    ]
    expect(await statuses()).toEqual([503, 503, 503, 503])
    expect((await gateway.refund(other)).status).toBe(200)
    useRules(sandbox.world)
    await vault.deleteToken(1, 1)
    useRules(sandbox.world, { when, outcome: down })
    expect((await gateway.refund(audit)).status).toBe(200)
  },
)

test('a payment by token meets the rules of the stored card, whose masked digits match any', async () => {
  await using sandbox = await startTestSandbox()
  const vault = await filled(sandbox)
  const gateway = new GatewayClient(sandbox.api)
  const pan = (await vault.token(1, 1)).body.virtual_pan
  const when = { pan: ['4111119999991111'], token_name: ['main card'], cvv: ['911'] }
  useRules(sandbox.world, { when, outcome: { status: 'declined', response_code: '05' } })
  const pay = async (cvv: string) => {
    const creditcard = { pan, cvv }
    const paid = await gateway.purchase({ 'transaction.payment_method': { creditcard } })
    return paid.body.status.transaction_status_code
  }
  expect(await pay('911')).toBe('declined')
  expect(await pay('123')).toBe('approved')
})

test('a search is seen by the reference it asks for', async () => {
  await using sandbox = await startTestSandbox()
  const vault = await filled(sandbox)
  useRules(sandbox.world, { when: { customer_reference: ['CUST*'] }, outcome: down })
  expect((await vault.customers({ reference: 'CUST-1' })).status).toBe(503)
  expect((await vault.customers({ reference: 'other' })).status).toBe(200)
  expect((await vault.customers()).status).toBe(200)
})

test('an outage does not say what exists', async () => {
  await using sandbox = await startTestSandbox()
  const vault = await filled(sandbox)
  useRules(sandbox.world, { when: { operation: ['customer_lookup'] }, outcome: down })
  expect([(await vault.customer(1)).status, (await vault.customer(9)).status]).toEqual([503, 503])
})
