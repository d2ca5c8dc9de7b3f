import fs from 'node:fs'
import { expect, test, vi } from 'vitest'
import { SweepWatch } from '../../../../src/insight/sweep/sweep-watch.ts'
import type { WireFault } from '../../../../src/scenario/faults/wire-fault.ts'
import { resetWorld } from '../../../../src/world/commands/state-commands.ts'
import { scratchFolder } from '../../../runtime/scratch.ts'
import { Attempt } from '../../../support/attempt.ts'
import { ControlClient } from '../../../support/control-client.ts'
import { startGateway } from '../../../support/gateway.ts'
import {
  byDirectDebit,
  call,
  cents,
  GatewayClient,
  newId,
  paidBody,
  VISA,
} from '../../../support/gateway-client.ts'
import { HalfSent } from '../../../support/half-sent.ts'
import { useRules } from '../../../support/rules.ts'
import { shownPurchase } from '../../../support/shown-purchase.ts'
import { startTestSandbox, type TestSandbox } from '../../../support/start.ts'
import { VaultClient } from '../../../support/vault-client.ts'

test('a call is written down with its answer, masked', async () => {
  await using gateway = await startGateway()
  const { client, world } = gateway
  const answer = await client.purchase({ kvps: { order: '7' } }, { 'x-correlation-id': 'c-1' })
  const [entry] = world.history.entries()
  expect(entry).toEqual({
    id: 1,
    arrived: expect.any(Number),
    answered: expect.any(Number),
    at: world.now(),
    realAt: expect.any(Number),
    operation: 'purchase',
    merchant: 1,
    request: {
      method: 'POST',
      path: '/v1/transactions/purchase',
      query: {},
      correlationId: 'c-1',
      correlationKey: 'c-1',
      origin: undefined,
      body: { ...shownPurchase, kvps: { order: '7' } },
      unknownMembers: [],
      headers: expect.stringMatching(/^content-type: application\/json\nHost: 127/),
    },
    answer: {
      status: 200,
      body: answer.text,
      headers: 'Content-Type: application/json; charset=utf-8\n',
      undelivered: undefined,
    },
    rules: [],
    fault: undefined,
    audit: answer.body.audit,
    outcome: 'approved',
    card: expect.any(String),
    user: 'anybody',
    durationMs: expect.any(Number),
    facts: expect.objectContaining({
      requested: { reference: 'order 1', amount: 1000, currency: 'AUD', target: undefined },
      made: expect.objectContaining({ audit: answer.body.audit, cardType: 'visa' }),
      refusals: undefined,
      foreignCard: undefined,
    }),
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
  expect(entry?.request.unknownMembers).toEqual([
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
  const { body, unknownMembers } = gateway.world.history.entries()[0]?.request ?? {}
  expect(unknownMembers).toEqual([`${account}.xxxxxxxxx`, 'line1234'])
  expect(body).toMatchObject({
    transaction: { payment_method: { directdebit: { xxxxxxxxx: '(not shown)' } } },
  })
  expect(JSON.stringify(body)).not.toContain('987654321')
})

test('a direct debit has no unknown members', async () => {
  await using gateway = await startGateway()
  await gateway.client.purchase(byDirectDebit())
  expect(gateway.world.history.entries()[0]?.request.unknownMembers).toEqual([])
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
  expect(entries.map(({ operation, answer }) => [operation, answer.status])).toEqual([
    ['purchase', 422],
    ['purchase', 400],
    ['purchase', 422],
    ['purchase', 422],
    [undefined, 405],
    [undefined, 404],
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

test('a body of any depth can be written down', async () => {
  await using gateway = await startGateway()
  const { client, world, logs } = gateway
  const deep = (name: string, times: number) =>
    ['{"', '":'].join(name).repeat(times).concat('1', '}'.repeat(times))
  for (const body of [deep('transaction', 4000), deep('id', 9000), '['.repeat(30_000)]) {
    await client.post('/transactions/purchase', body, { 'content-type': 'application/json' })
  }
  expect(JSON.stringify(world.history.entries()).length).toBeLessThan(5000)
  expect(logs).toEqual([])
})

test('whoever watches is told of each call', async () => {
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
  const fault = { at: 'after', kind: 'hang' } as const
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
  expect(headers).toContain('authorization: (hidden)\ncookie: (hidden)\nx-api-key: (hidden)\n')
  expect(headers).toContain('x-note: card 453914xxxxxx6467\nuser-agent: shop/1.0\n')
  expect(headers).not.toContain('c-1')
  expect(JSON.stringify(entry)).not.toContain('s3cret')
})

test('an answer that a rule took away after processing is kept, marked as undelivered', async () => {
  await using gateway = await startGateway()
  const { client, world } = gateway
  const amountOf = (glob: string) => ({ amount: { kind: 'globs', globs: [glob] } as const })
  const unavailable = { kind: 'http', status: 503, retryAfter: 5 } as const
  useRules(
    world,
    { when: amountOf('9800000'), outcome: { fault: { at: 'after', kind: 'reset' } } },
    { when: amountOf('9800503'), outcome: { fault: { at: 'after', ...unavailable } } },
    { when: amountOf('9700503'), outcome: { fault: { at: 'before', ...unavailable } } },
  )
  await client.purchase(cents(9_800_000)).catch(() => undefined)
  await client.purchase(cents(9_800_503))
  await client.purchase(cents(9_700_503))
  const [reset, after, before] = world.history.entries().map(({ answer }) => answer)
  const approved = { status: 200, body: expect.stringContaining('"approved"') }
  expect(reset).toMatchObject({ status: undefined, body: undefined, undelivered: approved })
  expect(after).toMatchObject({ status: 503, undelivered: approved })
  expect(after?.headers).toContain('Retry-After: 5\n')
  expect(before).toMatchObject({ status: 503, undelivered: undefined })
})

test.each([
  [422, []],
  [499, []],
  [500, undefined],
])('an answer with status %i by a rule is a refusal for %j', async (http, refusals) => {
  await using sandbox = await startTestSandbox()
  const fault = { at: 'before', http }
  await new ControlClient(sandbox.url).post('/rules', { outcome: { fault } })
  await new GatewayClient(sandbox.api).purchase()
  const [entry] = sandbox.world.history.entries()
  expect(entry?.facts.refusals).toEqual(refusals)
})

test.each<[string, WireFault, string | undefined, boolean]>([
  ['garbage after processing', { at: 'after', kind: 'garbage' }, '<html>', true],
  ['garbage before processing', { at: 'before', kind: 'garbage' }, '<html>', false],
  ['a slow answer', { at: 'after', kind: 'dribble', ms: 1 }, '{"audit":', false],
  ['half an answer', { at: 'after', kind: 'truncate' }, undefined, true],
])('%s keeps what the client did not get', async (_what, fault, begins, isKept) => {
  await using gateway = await startGateway()
  useRules(gateway.world, { when: {}, outcome: { fault } })
  const attempt = new Attempt(gateway.api, '/transactions/purchase', { body: paidBody() })
  await attempt.seen
  await expect.poll(() => gateway.world.history.entries()).toHaveLength(1)
  const { body, undelivered } = gateway.world.history.entries()[0]?.answer ?? {}
  expect(body?.slice(0, begins?.length)).toBe(begins)
  expect(undelivered?.body?.includes('"approved"')).toBe(isKept ? true : undefined)
})

test('an answer without a body that is lost leaves nothing to keep', async () => {
  await using gateway = await startGateway()
  const vault = new VaultClient(gateway.api)
  const { body } = await vault.createCustomer()
  useRules(gateway.world, { when: {}, outcome: { fault: { at: 'after', kind: 'reset' } } })
  await vault.deleteCustomer(body.id).catch(() => undefined)
  const { answer } = gateway.world.history.entries().at(-1) ?? {}
  expect(answer).toEqual({
    status: undefined,
    body: undefined,
    headers: undefined,
    undelivered: undefined,
  })
})

test('a refused request has no ignored members', async () => {
  await using gateway = await startGateway()
  await gateway.client.purchase({ ...cents(0), extra: 'x' })
  const { unknownMembers, body } = gateway.world.history.entries()[0]?.request ?? {}
  expect([unknownMembers, body]).toMatchObject([[], { extra: '(not shown)' }])
})

test('a card number in the correlation id is noted behind those in the body', async () => {
  await using gateway = await startGateway()
  const { client, world } = gateway
  await client.purchase({ 'transaction.reference': VISA }, { 'x-correlation-id': `c-${VISA}` })
  await client.purchase({}, { 'x-correlation-id': 'c-1' })
  const [numbered, plain] = world.history.entries()
  expect(numbered?.facts.cardNumberIn).toEqual(['transaction.reference', 'X-Correlation-Id'])
  expect(JSON.stringify(numbered)).not.toContain(VISA)
  expect(plain?.facts.cardNumberIn).toBeUndefined()
})

test('requests and answers are in order, and take as long as they take', async () => {
  await using gateway = await startGateway()
  const { client, world } = gateway
  const started = performance.now()
  await client.purchase()
  await client.lookup(1_000_001)
  const took = performance.now() - started
  const [one, other] = world.history.entries()
  const places = [one?.arrived, one?.answered, other?.arrived, other?.answered].map(Number)
  expect(places).toEqual([...new Set(places)].sort((a, b) => a - b))
  for (const { durationMs = -1, facts } of [one, other].flatMap((entry) => entry ?? [])) {
    expect(durationMs).toBeGreaterThan(0)
    expect(durationMs).toBeLessThan(took)
    expect(facts.waitedMs).toBe(durationMs)
  }
})

test('a client that leaves has waited until then', async () => {
  await using gateway = await startGateway()
  const { world } = gateway
  useRules(world, { when: {}, outcome: { fault: { at: 'after', kind: 'hang' } } })
  const started = performance.now()
  const hanging = new Attempt(gateway.api, '/transactions/purchase', { body: paidBody() })
  await expect.poll(() => world.unanswered.size).toBe(1)
  hanging.leave()
  await expect.poll(() => world.history.entries()).toHaveLength(1)
  const { durationMs, facts } = world.history.entries()[0] ?? {}
  expect(facts?.hasLeft).toBe(true)
  expect(facts?.waitedMs).toBeGreaterThan(0)
  expect(facts?.waitedMs).toBeLessThan(Number(durationMs))
  expect(durationMs).toBeLessThan(performance.now() - started)
})

test('a fault of the journal is logged, and the client has its answer', async () => {
  await using gateway = await startGateway()
  const { client, world, logs } = gateway
  world.events.listen(({ type }) => {
    if (type === 'request') throw new Error('nobody listens')
  })
  expect((await client.purchase()).status).toBe(200)
  expect(logs).toEqual([expect.stringContaining('A call could not be written into the journal')])
  expect(logs[0]).toContain('nobody listens')
})

test('a world is seen to change with each call, when it begins to wait and when it ends', async () => {
  const call = { name: 'purchase-1', operation: 'purchase' } as const
  const cell = { name: 'purchase-1/before/hang', call, at: 'before', form: 'hang' } as const
  await using sandbox = await startTestSandbox({}, { sweep: new SweepWatch({ cell }) })
  const { world, api } = sandbox
  const before = world.events.pulse
  const hanging = new Attempt(api, '/transactions/purchase', { body: paidBody() })
  await expect.poll(() => world.events.pulse).not.toBe(before)
  const waiting = world.events.pulse
  expect(world.history.entries()).toEqual([])
  hanging.leave()
  await expect.poll(() => world.history.entries()).toHaveLength(1)
  expect(world.events.pulse).not.toBe(waiting)
})

test('a call whose answer is delayed is under way until then, and its client is seen to leave', async () => {
  await using gateway = await startGateway()
  const { world, client } = gateway
  const underWay = () => world.history.chapter?.underWay ?? []
  await client.purchase()
  expect(underWay()).toEqual([])
  useRules(world, { when: {}, outcome: { delayMs: 60_000 } })
  const started = performance.now()
  const paying = new Attempt(gateway.api, '/transactions/purchase', { body: paidBody() })
  await expect.poll(underWay).toHaveLength(1)
  const [call] = underWay()
  expect(call?.hasLeft()).toBe(false)
  expect(call?.waitedMs()).toBeLessThan(performance.now() - started)
  const findings = () => world.history.chapter?.soFar().findings.map(({ code }) => code)
  expect(findings()).not.toContain('unresolved')
  paying.leave()
  await expect.poll(() => call?.hasLeft()).toBe(true)
  expect(call?.waitedMs()).toBe(call?.waitedMs())
  // The bank still takes its time, but the client has not heard from it.
  expect(findings()).toContain('unresolved')
  expect(underWay()).toHaveLength(1)
})

/** The rows of calls whose clients do not know the result. */
function unclearRows({ world }: TestSandbox): number {
  return world.records.keys('meta').filter((key) => /^unclear \d+$/.test(String(key))).length
}

test('a call without a clear answer is kept for a restart, from its beginning until it is cleared up', async () => {
  await using folder = await scratchFolder()
  await using sandbox = await startTestSandbox({ data: folder.at('data') })
  const { world, api } = sandbox
  const client = new GatewayClient(api)
  await client.purchase()
  expect(unclearRows(sandbox)).toBe(0)
  const fault = { at: 'after', kind: 'hang' } as const
  useRules(world, { when: {}, times: 1, outcome: { fault } })
  const hanging = new Attempt(api, '/transactions/purchase', { id: 'lost', body: paidBody() })
  await expect.poll(() => unclearRows(sandbox)).toBe(1)
  hanging.leave()
  await expect.poll(() => world.history.entries()).toHaveLength(2)
  expect(unclearRows(sandbox)).toBe(1)
  await client.search('lost')
  expect(unclearRows(sandbox)).toBe(0)
})

test('a call that cannot be kept for a restart is answered all the same, and that is logged', async () => {
  await using folder = await scratchFolder()
  await using sandbox = await startTestSandbox({ data: folder.at('data') })
  useRules(sandbox.world, { when: {}, outcome: { fault: { at: 'after', kind: 'garbage' } } })
  await sandbox.world.durable()
  const { write } = fs
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const spied = vi.spyOn(fs, 'write').mockImplementation((...given: readonly unknown[]) => {
    if (!String(given[1]).includes('unclear 1')) return Reflect.apply(write, fs, given)
    queueMicrotask(() => (given.at(-1) as (error: Error) => void)(full))
  })
  const attempt = new Attempt(sandbox.api, '/transactions/purchase', { body: paidBody() })
  expect(await attempt.seen.finally(() => spied.mockRestore())).toBe('not JSON')
  expect(sandbox.logs.at(-1)).toContain('A lost answer may be forgotten at a restart: StoreFailure')
})
