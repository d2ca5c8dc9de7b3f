import { expect, test } from 'vitest'
import {
  ControlError,
  connectSandbox,
  NoSandboxError,
  StartError,
  startSandbox,
  TooFewRequests,
} from '../../../src/index.ts'
import { GatewayClient } from '../../support/gateway-client.ts'

const options = { clock: '2026-03-10T01:00:00Z', config: {}, quiet: true } as const

test('what happened can be looked at', async () => {
  await using sandbox = await startSandbox(options)
  expect(sandbox.dashboard).toBe(`${sandbox.url}/_sandbox`)
  await new GatewayClient(sandbox.api).purchase({ 'transaction.reference': 'order 7' })
  await sandbox.seed({ customers: 2 })
  expect(await sandbox.transactions({ status: 'approved' })).toMatchObject([{ audit: 1_000_001 }])
  expect(await sandbox.transactions({ after: 1_000_001 })).toEqual([])
  expect(await sandbox.transactions({ reference: 'order 7', card: '1111' })).toHaveLength(1)
  expect(await sandbox.requests({ lost: true })).toEqual([])
  expect(await sandbox.transaction(1_000_001)).toMatchObject({ reference: 'order 7' })
  expect(await sandbox.customers({ limit: 1 })).toHaveLength(1)
  expect(await sandbox.customer(2)).toMatchObject({ id: 2, tokens: [] })
  expect(await sandbox.requests({ reference: 'order 7' })).toHaveLength(1)
  expect(await sandbox.payments()).toMatchObject([{ reference: 'order 7', verdict: 'paid' }])
  expect(await sandbox.payments({ verdict: 'paid', reference: 'order 7' })).toHaveLength(1)
  expect(await sandbox.payments({ charged: false })).toEqual([])
  const [paid] = await sandbox.payments({ audit: 1_000_001, sinceReset: true, limit: 1 })
  expect(await sandbox.payments({ after: paid?.id ?? '' })).toEqual([])
  expect(await sandbox.requests({ after: 1 })).toEqual([])
  const [customer] = await sandbox.customers({ limit: 1 })
  expect(await sandbox.customers({ search: customer?.reference ?? '?' })).toEqual([customer])
  expect((await sandbox.coverage()).percent).toBeGreaterThan(0)
  expect(await sandbox.report()).toMatchObject({ requests: 1 })
})

test('correlation ids expire, those that are named or all', async () => {
  await using sandbox = await startSandbox(options)
  const gateway = new GatewayClient(sandbox.api)
  for (const id of ['a', 'b', 'c']) await gateway.purchase({}, { 'x-correlation-id': id })
  expect(await sandbox.expire({ ids: ['a', 'x'] })).toEqual({ expired: 1 })
  expect(await sandbox.expire()).toEqual({ expired: 2 })
})

test('requests can be waited for, and an error shows what is missing and what arrived', async () => {
  await using sandbox = await startSandbox(options)
  const gateway = new GatewayClient(sandbox.api)
  const waiting = sandbox.waitForRequests({ operation: 'lookup' }, { timeout: '30s' })
  await gateway.purchase()
  await gateway.lookup(1_000_001)
  expect(await waiting).toMatchObject([{ operation: 'lookup', audit: 1_000_001 }])
  const missing = sandbox.waitForRequests({ correlationId: 'none' }, { timeout: '1ms' })
  await expect(missing).rejects.toBeInstanceOf(TooFewRequests)
  await expect(sandbox.waitForRequests({}, { count: 3, timeout: '1ms' })).rejects.toMatchObject({
    status: 408,
    message: '2 of 3 requests came within 1ms',
    requests: [{ id: 1 }, { id: 2 }],
  })
})

test.each([
  ['waitForRequests', { opration: 'purchase' }],
  ['expire', { id: 'a' }],
  ['reset', { lable: 'x' }],
  ['settle', { response_code: '1' }],
  ['seed', { customer: 1 }],
  ['payments', { sinceRest: true }],
  ['customers', { serach: 'x' }],
] as const)('%s refuses %j', async (name, given) => {
  await using sandbox = await startSandbox(options)
  const called = sandbox[name](given as object)
  await expect(called).rejects.toBeInstanceOf(ControlError)
})

test('a wrong value of a filter is refused with the name of the filter', async () => {
  await using sandbox = await startSandbox(options)
  // @ts-expect-error Plain JavaScript may pass any text.
  const called = sandbox.transactions({ operation: 'purchse' })
  await expect(called).rejects.toThrow(/^operation: Must be one of purchase, /)
})

test('a reset names the test that begins', async () => {
  await using sandbox = await startSandbox(options)
  await sandbox.reset({ label: 'refund after a timeout' })
  await new GatewayClient(sandbox.api).purchase()
  const { all_tests } = await sandbox.report()
  expect(all_tests.map(({ label }) => label)).toContain('refund after a timeout')
})

test('one that runs already has the same methods, and closing leaves it running', async () => {
  await using sandbox = await startSandbox({ ...options, controlToken: 't0p' })
  const again = await connectSandbox(`${sandbox.url}/`, { token: 't0p' })
  expect(Object.keys(again).sort()).toEqual(Object.keys(sandbox).sort())
  expect([again.url, again.api]).toEqual([sandbox.url, sandbox.api])
  await again.close()
  expect(await sandbox.clock.now()).toBe('2026-03-10T01:00:00.000Z')
})

test.each([
  ['blue', '', undefined],
  ['blue', '/w/blue/v1', undefined],
  ['green', '/w/blue', 'green'],
])(
  'a world of it is connected to as %s',
  async (name, end, world = end === '' ? name : undefined) => {
    await using sandbox = await startSandbox(options)
    const connected = await connectSandbox(sandbox.url + end, { world })
    expect(connected.api).toBe(`${sandbox.url}/w/${name}/v1`)
    await connected.clock.advance('1h')
    await connected.close()
    const again = await connectSandbox(sandbox.url, { world: name })
    expect(await again.clock.now()).toBe('2026-03-10T02:00:00.000Z')
    expect(await sandbox.clock.now()).toBe('2026-03-10T01:00:00.000Z')
  },
)

test('a world that a connected sandbox made is removed when it is closed', async () => {
  await using sandbox = await startSandbox(options)
  const connected = await connectSandbox(sandbox.url)
  const world = await connected.world('blue')
  await new GatewayClient(world.api).purchase()
  await world.close()
  expect(await (await sandbox.world('blue')).transactions()).toEqual([])
})

test('there must be one to connect to', async () => {
  await expect(connectSandbox('')).rejects.toBeInstanceOf(StartError)
  await expect(connectSandbox('http://127.0.0.1:1')).rejects.toBeInstanceOf(NoSandboxError)
})
