import { afterAll, describe, expect, test } from 'vitest'
import type { ScenariosResponse } from '../../src/control/contract/calls/scenarios.ts'
import type { Operation } from '../../src/scenario/rule.ts'
import { scratchFolder } from '../runtime/scratch.ts'
import { ControlClient } from '../support/control-client.ts'
import { cents, GatewayClient, newId, type TestResponse } from '../support/gateway-client.ts'
import { openShop, outcomeOf, ruleInForce, ruleOf, type Shop } from '../support/shop.ts'
import { startTestSandbox } from '../support/start.ts'
import type { VaultResponse } from '../support/vault-client.ts'

const sandbox = await startTestSandbox()
afterAll(() => sandbox.stop())

function scenario(...rules: readonly object[]) {
  return { name: 'counted', rules }
}

const declined = { response_code: '51' }

/** How many of fifty purchases at once met which rule. */
async function fiftyAtOnce({ gateway }: Shop): Promise<Record<string, number>> {
  const answers = await Promise.all(Array.from({ length: 50 }, () => gateway.purchase()))
  const counts: Record<string, number> = {}
  for (const answer of answers) {
    const rule = ruleOf(answer) ?? 'none'
    counts[rule] = (counts[rule] ?? 0) + 1
    expect(outcomeOf(answer.body)).toBe(rule === 'none' ? 'approved 00' : 'declined 51')
  }
  return counts
}

test('a rule per target_audit counts separately for each payment that is refunded', async () => {
  const rule = { name: 'first refund', per: 'target_audit', times: 1, outcome: declined }
  const { gateway } = await openShop(sandbox, scenario({ when: { operation: 'refund' }, ...rule }))
  const outcomes: string[] = []
  for (const _ of 'ab') {
    const { audit } = (await gateway.purchase()).body
    for (const _ of 'ab') outcomes.push(outcomeOf((await gateway.refund(audit, cents(100))).body))
  }
  expect(outcomes).toEqual(['declined 51', 'approved 00', 'declined 51', 'approved 00'])
})

describe('of fifty requests at once', () => {
  test('a rule shapes exactly as many as it may', async () => {
    const shop = await openShop(sandbox, scenario({ name: 'some', times: 7, outcome: declined }))
    expect(await fiftyAtOnce(shop)).toEqual({ 'counted/some': 7, none: 43 })
    expect(await ruleInForce(shop, 'counted/some')).toMatchObject({ hits: 7, times: 7 })
  })

  test('a rule lets exactly as many pass as it says', async () => {
    const some = { name: 'some', skip: 11, times: 30, outcome: declined }
    const shop = await openShop(sandbox, scenario(some))
    expect(await fiftyAtOnce(shop)).toEqual({ 'counted/some': 30, none: 20 })
    expect(await ruleInForce(shop, 'counted/some')).toMatchObject({ hits: 30, seen: 41 })
  })

  test('each rule of a row gets its share', async () => {
    const rules = [
      { name: 'first', times: 10, outcome: declined },
      { name: 'second', skip: 5, times: 10, outcome: declined },
      { name: 'third', times: 10, outcome: declined },
    ]
    const shop = await openShop(sandbox, scenario(...rules))
    expect(await fiftyAtOnce(shop)).toEqual({
      'counted/first': 10,
      'counted/second': 10,
      'counted/third': 10,
      none: 20,
    })
  })

  test('a temporary rule shapes one', async () => {
    const shop = await openShop(sandbox)
    await shop.control.post('/rules', { name: 'once', outcome: declined })
    expect(await fiftyAtOnce(shop)).toEqual({ 'rules/once': 1, none: 49 })
  })
})

test('a rule is not used up by a call that its outcome cannot shape', async () => {
  const shop = await openShop(sandbox)
  const { gateway, vault, control } = shop
  await control.post('/rules', { name: 'once', outcome: { status: 'declined', ...declined } })
  const others = [
    await vault.createCustomer(),
    await vault.createToken(1),
    await vault.tokens(1),
    await gateway.search(newId()),
    await gateway.lookup(1),
  ]
  expect(others.map((answer) => [answer.status, ruleOf(answer)])).toEqual([
    [201, undefined],
    [201, undefined],
    [200, undefined],
    [200, undefined],
    [404, undefined],
  ])
  expect(await ruleInForce(shop, 'rules/once')).toMatchObject({ hits: 0, seen: 0 })
  expect(ruleOf(await gateway.purchase())).toBe('rules/once')
  expect(await ruleInForce(shop, 'rules/once')).toMatchObject({ hits: 1, seen: 1 })
})

test('a rule of the wire shapes every call', async () => {
  const { gateway, vault } = await openShop(
    sandbox,
    scenario({ name: 'slow', outcome: { delay: '1ms' } }),
  )
  const answers = [
    await vault.createCustomer(),
    await gateway.search(newId()),
    await gateway.purchase(),
  ]
  expect(answers.map(ruleOf)).toEqual(['counted/slow', 'counted/slow', 'counted/slow'])
})

test('what follows a pattern follows it in order', async () => {
  const rule = { name: 'third and fourth', skip: 2, times: 2, outcome: declined }
  const { gateway } = await openShop(sandbox, scenario(rule))
  const seen = []
  for (let turn = 0; turn < 6; turn += 1) seen.push(outcomeOf((await gateway.purchase()).body))
  const fine = 'approved 00'
  expect(seen).toEqual([fine, fine, 'declined 51', 'declined 51', fine, fine])
})

describe('a request that is refused uses up no hit', () => {
  const rule = { name: 'once', when: { operation: 'refund' }, times: 1, outcome: declined }
  const refusals: [string, number, (shop: Shop, audit: number) => Promise<TestResponse>][] = [
    ['by the rules', 422, ({ gateway }, audit) => gateway.refund(audit, cents(1001))],
    ['by its form', 422, ({ gateway }, audit) => gateway.refund(audit, cents(0))],
    ['for its target', 404, ({ gateway }) => gateway.refund(1)],
  ]

  test.each(refusals)('%s (%i)', async (_why, status, refused) => {
    const shop = await openShop(sandbox, scenario(rule))
    const { audit } = (await shop.gateway.purchase()).body
    expect((await refused(shop, audit)).status).toBe(status)
    expect(await ruleInForce(shop, 'counted/once')).toMatchObject({ hits: 0, seen: 0 })
    expect(outcomeOf((await shop.gateway.refund(audit)).body)).toBe('declined 51')
    expect(outcomeOf((await shop.gateway.refund(audit)).body)).toBe('approved 00')
  })

  test('for its correlation id (409)', async () => {
    const shop = await openShop(sandbox, scenario({ ...rule, when: {}, skip: 1 }))
    const headers = { 'x-correlation-id': newId() }
    await shop.gateway.purchase({}, headers)
    expect((await shop.gateway.purchase({}, headers)).status).toBe(409)
    expect(await ruleInForce(shop, 'counted/once')).toMatchObject({ hits: 0, seen: 1 })
  })

  test('because a rule of the bank cannot help a hold that has expired', async () => {
    const rules = [
      { name: 'expired', when: { operation: 'preauthorisation' }, outcome: { expires: 'at-once' } },
      { name: 'once', when: { operation: 'completion' }, times: 1, outcome: declined },
    ]
    const shop = await openShop(sandbox, scenario(...rules))
    const { audit } = (await shop.gateway.preauthorise()).body
    const completion = await shop.gateway.complete(audit)
    expect([outcomeOf(completion.body), ruleOf(completion)]).toEqual(['declined 25', undefined])
    expect((await ruleInForce(shop, 'counted/once')).hits).toBe(0)
  })
})

describe('counts and temporary rules outlive a restart', () => {
  test('on disk', async () => {
    await using folder = await scratchFolder({
      'counted.yaml': `
name: counted
rules:
  - { name: twice, when: { operation: refund }, times: 2, outcome: { response_code: "51" } }
  - { name: fourth, when: { operation: purchase }, skip: 3, times: 1, outcome: { response_code: "61" } }
`,
    })
    const settings = { data: folder.at('data'), scenarios: [folder.at('counted.yaml')] }
    const first = await startTestSandbox(settings)
    const before = new GatewayClient(first.api)
    const { audit } = (await before.purchase()).body
    await before.purchase()
    expect(outcomeOf((await before.refund(audit)).body)).toBe('declined 51')
    const rule = { name: 'later', when: { amount: '777' }, times: 2, outcome: declined }
    await new ControlClient(first.url).post('/rules', rule)
    await before.purchase(cents(777))
    const counted = (await new ControlClient(first.url).get<ScenariosResponse>('/scenarios')).body
    await first.stop()

    await using second = await startTestSandbox(settings)
    const control = new ControlClient(second.url)
    expect((await control.get<ScenariosResponse>('/scenarios')).body).toEqual(counted)
    expect(counted.rules[0]).toMatchObject({ id: 'rules/later', hits: 1 })
    expect(counted.scenarios[0]?.rules.map(({ hits, seen }) => [hits, seen])).toEqual([
      [1, 1],
      [0, 2],
    ])
    const after = new GatewayClient(second.api)
    const seen = [
      await after.purchase(cents(777)),
      await after.purchase(cents(777)),
      await after.purchase(),
      await after.refund(audit),
      await after.refund(audit),
    ]
    expect(seen.map(({ body }) => outcomeOf(body))).toEqual([
      'declined 51',
      'approved 00',
      'declined 61',
      'declined 51',
      'approved 00',
    ])
  })
})

type Answered = Pick<VaultResponse<object>, 'status' | 'headers'>

/** A call of each operation that makes no transaction, which would be fine without rules. */
const calls: Partial<Record<Operation, (shop: Shop, ids: Ids) => Promise<Answered>>> = {
  lookup: ({ gateway }, { audit }) => gateway.lookup(audit),
  search: ({ gateway }) => gateway.search('x'),
  customer_search: ({ vault }) => vault.customers(),
  customer_create: ({ vault }) => vault.createCustomer({ reference: 'CUST-2' }),
  customer_lookup: ({ vault }, { customer }) => vault.customer(customer),
  customer_update: ({ vault }, { customer }) => vault.updateCustomer(customer, { name: 'Bo' }),
  token_list: ({ vault }, { customer }) => vault.tokens(customer),
  token_create: ({ vault }, { customer }) =>
    vault.createToken(customer, { preferred_name: 'spare' }),
  token_lookup: ({ vault }, { customer, token }) => vault.token(customer, token),
  token_update: ({ vault }, { customer, token }) =>
    vault.updateToken(customer, token, { active: false }),
  token_delete: ({ vault }, { customer, token }) => vault.deleteToken(customer, token),
  customer_delete: ({ vault }, { customer }) => vault.deleteCustomer(customer),
}

interface Ids {
  readonly audit: number
  readonly customer: number
  readonly token: number | string
}

async function furnished(shop: Shop): Promise<Ids> {
  const { audit } = (await shop.gateway.purchase()).body
  const customer = (await shop.vault.createCustomer()).body.id
  const token = (await shop.vault.createToken(customer)).body.id
  return { audit, customer, token }
}

test.each(Object.keys(calls) as Operation[])('a rule on %s breaks it, once', async (operation) => {
  const shop = await openShop(sandbox)
  const ids = await furnished(shop)
  const send = () => calls[operation]?.(shop, ids)
  const stored = () => JSON.stringify([...shop.world.records.lines('customers'), ...tokens(shop)])
  const outcome = { fault: { at: 'before', http: 503, retry_after: 3 } }
  await shop.control.post('/rules', { name: 'down', when: { operation }, outcome })
  const before = stored()
  const broken = await send()
  expect(broken).toMatchObject({
    status: 503,
    headers: { 'x-sandbox-rule': 'rules/down', 'retry-after': '3' },
  })
  expect(stored()).toBe(before)
  const whole = await send()
  expect(whole?.status).toBeLessThan(300)
  expect(whole?.headers['x-sandbox-rule']).toBeUndefined()
})

function tokens({ world }: Shop): readonly string[] {
  return world.records.lines('tokens')
}

test.each<[Operation, (shop: Shop, ids: Ids) => Promise<number>]>([
  ['customer_delete', async ({ vault }, { customer }) => (await vault.customer(customer)).status],
  [
    'token_delete',
    async ({ vault }, { customer, token }) => (await vault.token(customer, token)).status,
  ],
])('a fault after %s leaves it done', async (operation, look) => {
  const shop = await openShop(sandbox)
  const ids = await furnished(shop)
  const outcome = { fault: { at: 'after', http: 500 } }
  await shop.control.post('/rules', { when: { operation }, outcome })
  expect((await calls[operation]?.(shop, ids))?.status).toBe(500)
  expect(await look(shop, ids)).toBe(404)
})
