import { expect, test } from 'vitest'
import { resetWorld } from '../../../../../src/gateway/world/commands/state-commands.ts'
import { Attempt } from '../../../../support/attempt.ts'
import { ControlClient } from '../../../../support/control-client.ts'
import { startGateway } from '../../../../support/gateway.ts'
import { byDirectDebit, call, cents, newId, paidBody } from '../../../../support/gateway-client.ts'
import { HalfSent } from '../../../../support/half-sent.ts'
import { useRules } from '../../../../support/rules.ts'
import { shownPurchase } from '../../../../support/shown-purchase.ts'
import { startTestSandbox } from '../../../../support/start.ts'

test('a call is written down with its response, masked', async () => {
  await using gateway = await startGateway()
  const { client, world } = gateway
  const answer = await client.purchase({ kvps: { order: '7' } }, { 'x-correlation-id': 'c-1' })
  const [entry] = world.history.entries()
  expect(entry).toEqual({
    id: 1,
    arrived: expect.any(Number),
    responded: expect.any(Number),
    at: new Date(world.now()).toISOString(),
    real_at: expect.any(String),
    operation: 'purchase',
    merchant: 1,
    request: {
      method: 'POST',
      path: '/v1/transactions/purchase',
      query: {},
      correlation_id: 'c-1',
      correlation_key: 'c-1',
      origin: null,
      body: { ...shownPurchase, kvps: { order: '7' } },
      unknown_fields: [],
      headers: expect.objectContaining({
        'content-type': 'application/json',
        Host: expect.stringMatching(/^127/),
      }),
    },
    response: {
      status: 200,
      body: answer.text,
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
      lost_response: undefined,
    },
    rules: [],
    considered: expect.objectContaining({}),
    fault: null,
    audit: answer.body.audit,
    outcome: 'approved',
    card: expect.any(String),
    user: 'anybody',
    duration: expect.any(Number),
    asked: {
      reference: 'order 1',
      amount: 1000,
      currency: 'AUD',
      account: '411111xxxxxx1111',
      method: 'card',
    },
    facts: expect.objectContaining({
      made: expect.objectContaining({ audit: answer.body.audit, card_type: 'visa' }),
      refusals: undefined,
      foreign_card: undefined,
    }),
    processed: expect.any(Number),
  })
})

test('members that the API does not have are ignored and noted, never shown', async () => {
  await using gateway = await startGateway()
  const { client, world } = gateway
  const { status } = await client.purchase({
    extra: 'x',
    'merchant.name': 'Shop',
    'transaction.payment_method.creditcard.holder': 'Ann',
    'transaction.toString': 1,
    'transaction.valueOf': 1,
    constructor: { deep: {} },
  })
  expect(status).toBe(200)
  const [entry] = world.history.entries()
  expect(entry?.request.unknown_fields).toEqual([
    'merchant.name',
    'transaction.payment_method.creditcard.holder',
    'transaction.toString',
    'transaction.valueOf',
    'extra',
    'constructor',
  ])
  expect(entry?.request.body).toMatchObject({
    extra: '(not shown)',
    merchant: { id: 1, name: '(not shown)' },
    constructor: '(not shown)',
  })
})

test('a name that the API does not have is shown without long numbers', async () => {
  await using gateway = await startGateway()
  const account = 'transaction.payment_method.directdebit'
  await gateway.client.purchase({ ...byDirectDebit(), [`${account}.987654321`]: 'x', line1234: '' })
  const { body, unknown_fields: unknownFields } = gateway.world.history.entries()[0]?.request ?? {}
  expect(unknownFields).toEqual([`${account}.xxxxxxxxx`, 'line1234'])
  expect(body).toMatchObject({
    transaction: { payment_method: { directdebit: { xxxxxxxxx: '(not shown)' } } },
  })
  expect(JSON.stringify(body)).not.toContain('987654321')
})

test('refused calls are written down too, whatever they were', async () => {
  await using gateway = await startGateway()
  const { api, client, world } = gateway
  const json = { 'content-type': 'application/json' }
  await client.purchase(cents(0))
  await client.post('/transactions/purchase', '{', json)
  await client.post('/transactions/purchase', 'null', json)
  await client.post('/transactions/purchase', '"4111111111111111 737"', json)
  await call(`${api}/transactions/purchase`, { method: 'PUT' })
  await call(`${api}/nowhere?secret=737&merchant_id=x&4111111111111111=1`)
  await client.lookup(7)
  const entries = world.history.entries()
  expect(entries.map(({ operation, response }) => [operation, response.status])).toEqual([
    ['purchase', 422],
    ['purchase', 400],
    ['purchase', 422],
    ['purchase', 422],
    [null, 405],
    [null, 404],
    ['lookup', 404],
  ])
  expect(entries.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(entries[2]?.request.body).toBe('(not shown)')
  expect(entries[3]?.request.body).toBe('(not shown)')
  expect(entries[5]?.request.query).toEqual({
    secret: '(not shown)',
    merchant_id: '(not shown)',
    '411111xxxxxx1111': '(not shown)',
  })
})

test('whoever watches hears of each call', async () => {
  await using gateway = await startGateway()
  const { client, world } = gateway
  const seen: string[] = []
  const stop = world.events.listen(({ type }) => seen.push(type))
  await client.purchase({}, { 'x-correlation-id': newId() })
  // From Node 24 on, a client in the same process has its answer before the server knows of it.
  await expect.poll(() => seen).toEqual(['transaction', 'request'])
  stop()
  await client.purchase()
  await expect.poll(() => world.history.entries()).toHaveLength(2)
  expect(seen).toEqual(['transaction', 'request'])
})

test('a call that was processed before a reset is not in the journal after it', async () => {
  await using gateway = await startGateway()
  const { client, world } = gateway
  const fault = { at: 'after', hang: true } as const
  useRules(world, { when: {}, outcome: { fault } })
  const hanging = new Attempt(gateway.api, '/transactions/purchase', { body: paidBody() })
  const { unanswered } = world
  await expect.poll(() => unanswered.size).toBe(1)
  resetWorld(world)
  hanging.leave()
  await expect.poll(() => unanswered.size).toBe(0)
  await client.purchase(byDirectDebit())
  expect(world.history.entries().map(({ id, outcome }) => [id, outcome])).toEqual([[1, 'pending']])
})

test('a call whose body comes after a reset is one of the new state, and in its journal', async () => {
  await using gateway = await startGateway()
  const { client, world, api } = gateway
  await client.purchase()
  const late = await HalfSent.begin(`${api}/transactions/purchase`, paidBody())
  resetWorld(world)
  expect(await late.finish()).toMatchObject({ status: 200, body: { audit: 1_000_001 } })
  expect(world.history.entries().map(({ id, audit }) => [id, audit])).toEqual([[1, 1_000_001]])
})

test('headers are kept without credentials and card numbers', async () => {
  await using gateway = await startGateway()
  const { client, world } = gateway
  await client.purchase(
    {},
    {
      'x-correlation-id': 'c-1',
      authorization: 'Bearer s3cret-1',
      cookie: 's3cret-2',
      'x-api-key': 's3cret-3',
      'x-note': 'card 4539148803436467',
      'user-agent': 'shop/1.0',
    },
  )
  const [entry] = world.history.entries()
  const { headers = '' } = entry?.request ?? {}
  const hidden = '(hidden)'
  expect(headers).toMatchObject({ authorization: hidden, cookie: hidden, 'x-api-key': hidden })
  expect(headers).toMatchObject({ 'x-note': 'card 453914xxxxxx6467', 'user-agent': 'shop/1.0' })
  expect(JSON.stringify(headers)).not.toContain('c-1')
  expect(JSON.stringify(entry)).not.toContain('s3cret')
})

test('a response that a rule took away after processing is kept, marked as lost', async () => {
  await using gateway = await startGateway()
  const { client, world } = gateway
  const amountOf = (glob: string) => ({ amount: [glob] })
  const unavailable = { http: 503, retry_after: 5 } as const
  useRules(
    world,
    { when: amountOf('9800000'), outcome: { fault: { at: 'after', reset: true } } },
    { when: amountOf('9800503'), outcome: { fault: { at: 'after', ...unavailable } } },
    { when: amountOf('9700503'), outcome: { fault: { at: 'before', ...unavailable } } },
  )
  await client.purchase(cents(9_800_000)).catch(() => undefined)
  await client.purchase(cents(9_800_503))
  await client.purchase(cents(9_700_503))
  const [reset, after, before] = world.history.entries().map(({ response }) => response)
  const approved = { status: 200, body: expect.stringContaining('"approved"') }
  expect(reset).toMatchObject({ status: null, body: undefined, lost_response: approved })
  expect(after).toMatchObject({ status: 503, lost_response: approved })
  expect(after?.headers).toMatchObject({ 'Retry-After': '5' })
  expect(before).toMatchObject({ status: 503, lost_response: undefined })
})

test.each([
  [422, []],
  [499, []],
  [500, undefined],
])('a response with status %i by a rule is a refusal for %j', async (http, refusals) => {
  await using sandbox = await startTestSandbox()
  const fault = { at: 'before', http }
  await new ControlClient(sandbox.url).post('/rules', { outcome: { fault } })
  const headers = { 'x-correlation-id': newId() }
  await call(`${sandbox.api}/transactions/purchase`, { method: 'POST', headers, body: paidBody() })
  const [entry] = sandbox.world.history.entries()
  expect(entry?.facts.refusals).toEqual(refusals)
})
