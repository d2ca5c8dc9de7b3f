import fs from 'node:fs'
import { expect, test, vi } from 'vitest'
import { cellRequestTexts } from '../../../../src/judge/sweep/document/cell-request.ts'
import { SweepWatch } from '../../../../src/judge/sweep/run/sweep-watch.ts'
import type { Rule } from '../../../../src/scenario/rule.ts'
import { scratchFolder } from '../../../runtime/scratch.ts'
import { PATIENCE } from '../../../support/attempt.ts'
import { ControlClient, callsUnderWay } from '../../../support/control-client.ts'
import { GatewayClient, newId, paidBody } from '../../../support/gateway-client.ts'
import { useRules } from '../../../support/rules.ts'
import { SocketClient } from '../../../support/socket-client.ts'
import { startTestSandbox, type TestSandbox } from '../../../support/start.ts'

function statusOf({ world }: TestSandbox, audit: number): string | undefined {
  return world.records.transaction(audit)?.status
}

/** A purchase whose bank takes its time, once it is stored as undecided. */
async function buySlowly(sandbox: TestSandbox, outcome: Rule['outcome']) {
  useRules(sandbox.world, { when: {}, times: 1, outcome })
  const sent = { id: newId(), body: paidBody() }
  const client = new SocketClient(sandbox.api, '/transactions/purchase', sent)
  await vi.waitFor(() => {
    expect(sandbox.world.records.size('slow_responses')).toBe(1)
    expect(sandbox.world.durable()).toBeUndefined()
  }, PATIENCE)
  return client
}

test("a slow bank's response that cannot be stored is a 500, and no approval", async () => {
  await using folder = await scratchFolder()
  const data = folder.at('data')
  {
    await using sandbox = await startTestSandbox({ data })
    const client = await buySlowly(sandbox, { delay: '300ms' })
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    const write = vi.spyOn(fs, 'writeSync').mockImplementation(() => {
      throw full
    })
    const { text } = await client.seen.finally(() => write.mockRestore())
    expect(text).toMatch(/^HTTP\/1\.1 500 /)
    expect(text).not.toContain('approved')
    expect(statusOf(sandbox, 1_000_001)).toBe('unknown')
    expect(sandbox.world.unanswered.size).toBe(0)
    // The 500 is recorded too, and that write may fail beside the next one.
    const gateway = new GatewayClient(sandbox.api)
    await expect.poll(async () => (await gateway.purchase()).status).toBe(200)
  }
  await using again = await startTestSandbox({ data })
  expect(statusOf(again, 1_000_001)).toBe('approved')
})

const thenHang = { delay: '300ms', fault: { at: 'after', hang: true } } as const

test('a client that leaves during a delay is not waited for in the hang that follows', async () => {
  await using sandbox = await startTestSandbox()
  const client = await buySlowly(sandbox, thenHang)
  client.leave()
  const entries = () => sandbox.world.history.entries()
  await vi.waitFor(() => expect(entries()).toHaveLength(1), PATIENCE)
  expect(entries()).toMatchObject([
    { response: { status: null }, outcome: 'approved', facts: { left: true } },
  ])
  expect(sandbox.world.unanswered.size).toBe(0)
})

test('a stop during a delay ends the hang that would follow, and the bank has responded', async () => {
  await using folder = await scratchFolder()
  const data = folder.at('data')
  const sandbox = await startTestSandbox({ data })
  const client = await buySlowly(sandbox, { ...thenHang, delay: '60000ms' })
  await sandbox.stop()
  expect(await client.seen).toEqual({ text: '', end: 'closed' })
  // It was the sandbox that closed the connection.
  expect(sandbox.world.history.entries()).toMatchObject([
    { response: { status: null }, outcome: 'approved', facts: { left: undefined } },
  ])
})

test('a bank that a sweep makes late decides only after the client has left', async () => {
  const call = { name: 'purchase-1', operation: 'purchase' } as const
  const cell = { name: 'purchase-1/after/late', call, at: 'after', fault: 'late' } as const
  const sweep = new SweepWatch({ cell })
  await using sandbox = await startTestSandbox({}, { sweep })
  const gateway = new GatewayClient(sandbox.api)
  const elsewhere = new GatewayClient(`${sandbox.url}/w/other/v1`)
  const client = await buySlowly(sandbox, {})
  // Longer than the bank takes once the client has left.
  useRules(sandbox.world, { when: {}, outcome: { delay: '1100ms' } })
  await gateway.purchase({ 'transaction.reference': 'next' })
  await elsewhere.purchase()
  expect(statusOf(sandbox, 1_000_001)).toBe('unknown')
  client.leave()
  await vi.waitFor(() => expect(statusOf(sandbox, 1_000_001)).toBe('approved'), PATIENCE)
  await vi.waitFor(() => expect(sweep.requests).toHaveLength(2), PATIENCE)
  expect(sweep.requests.map(cellRequestTexts)).toEqual([
    ['purchase', 'next', '200 approved'],
    ['purchase', expect.any(String), 'no response approved'],
  ])
})

test('a late bank decides only after the client has left, as the other rules say', async () => {
  await using sandbox = await startTestSandbox()
  const client = await buySlowly(sandbox, { late: '20ms', response_code: '51' })
  expect(statusOf(sandbox, 1_000_001)).toBe('unknown')
  client.leave()
  await vi.waitFor(() => expect(statusOf(sandbox, 1_000_001)).toBe('declined'), PATIENCE)
  expect(await client.seen).toEqual({ text: '', end: 'left' })
})

test.each([
  ['a search for its id, before the bank decides', { late: '20ms' }, 'search'],
  ['a lookup, before the bank decides', { late: '20ms' }, 'lookup'],
  ['a search for its id, after it', { fault: { at: 'after', hang: true } }, 'search'],
  ['a search for its id, before the network delivers it', { delayed: true }, 'search'],
] as const)(
  'a client with an open connection no longer waits after %s',
  async (_, outcome, ask) => {
    await using sandbox = await startTestSandbox()
    const { world } = sandbox
    useRules(world, { when: {}, times: 1, outcome })
    const client = buy(sandbox, 'raced')
    await vi.waitFor(() => expect(world.waiting.size).toBeGreaterThan(0), PATIENCE)
    const gateway = new GatewayClient(sandbox.api)
    await gateway.search('another')
    expect(world.waiting.size).toBeGreaterThan(0)
    if (ask === 'search') await gateway.search('raced')
    else await gateway.lookup(1_000_001)
    expect(await client.seen).toMatchObject({ text: '' })
    await vi.waitFor(() => expect(statusOf(sandbox, 1_000_001)).toBe('approved'), PATIENCE)
    await vi.waitFor(() => expect(world.history.entries()).toHaveLength(3), PATIENCE)
    expect(world.history.entries().at(-1)?.facts).toMatchObject({ left: true })
    expect(world.waiting.size).toBe(0)
  },
)

const buy = (sandbox: TestSandbox, id: string) =>
  new SocketClient(sandbox.api, '/transactions/purchase', { id, body: paidBody() })

test('a request that the network holds back arrives after a search that found nothing', async () => {
  await using sandbox = await startTestSandbox()
  const { world } = sandbox
  const gateway = new GatewayClient(sandbox.api)
  useRules(world, { when: {}, times: 1, outcome: { delayed: true } })
  const client = buy(sandbox, 'held')
  await vi.waitFor(() => expect(world.held.size).toBe(1), PATIENCE)
  client.leave()
  expect((await gateway.search('another')).body).toEqual({ results: [] })
  expect(world.records.size('transactions')).toBe(0)
  expect((await gateway.search('held')).body).toEqual({ results: [] })
  await vi.waitFor(() => expect(statusOf(sandbox, 1_000_001)).toBe('approved'), PATIENCE)
  await vi.waitFor(() => expect(world.history.entries()).toHaveLength(3), PATIENCE)
  expect(world.history.entries().at(-1)).toMatchObject({
    rules: ['test/rule-1'],
    audit: 1_000_001,
    response: { status: null },
  })
})

test('a request that is held back for a time arrives without a search', async () => {
  await using sandbox = await startTestSandbox()
  useRules(sandbox.world, { when: {}, times: 1, outcome: { delayed: '20ms' } })
  const client = buy(sandbox, 'held')
  await vi.waitFor(async () => expect(await callsUnderWay(sandbox)).toHaveLength(1), PATIENCE)
  client.leave()
  await vi.waitFor(() => expect(statusOf(sandbox, 1_000_001)).toBe('approved'), PATIENCE)
})

test('a slow response is one of a bank that has decided at once', async () => {
  await using sandbox = await startTestSandbox()
  useRules(sandbox.world, { when: {}, times: 1, outcome: { slow: '60s' } })
  const client = buy(sandbox, 'slow')
  await vi.waitFor(() => expect(statusOf(sandbox, 1_000_001)).toBe('approved'), PATIENCE)
  client.leave()
})

test('a request that is still held back at a reset is lost', async () => {
  await using sandbox = await startTestSandbox()
  const { world } = sandbox
  useRules(world, { when: {}, outcome: { delayed: true } })
  const client = buy(sandbox, 'held')
  await vi.waitFor(() => expect(world.held.size).toBe(1), PATIENCE)
  world.reset()
  await client.seen
  expect(world.records.size('transactions')).toBe(0)
})

test.each([
  ['unknown', '1000', 'approved'],
  ['unknown', '1000051', 'declined'],
  ['pending', '1000', 'approved'],
  ['pending', '1000051', undefined],
] as const)('a bank that responds %s first decides %s cents as usual', async (as, cents, later) => {
  await using sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  await control.post('/clock/freeze', {})
  await control.post('/rules', { outcome: { undecided: { as, for: '3s' } } })
  const gateway = new GatewayClient(sandbox.api)
  const { body } = await gateway.purchase({ 'transaction.amount_details.total_amount': cents })
  expect(body.status?.transaction_status_code).toBe(later === undefined ? 'declined' : as)
  await control.post('/clock/advance', { by: '2s' })
  expect(statusOf(sandbox, 1_000_001)).toBe(later === undefined ? 'declined' : as)
  await control.post('/clock/advance', { by: '1s' })
  expect(statusOf(sandbox, 1_000_001)).toBe(later ?? 'declined')
})

test('the fault of a sweep is a rule, which the response and the request name', async () => {
  const call = { name: 'purchase-1', operation: 'purchase' } as const
  const cell = { name: 'purchase-1/after/http', call, at: 'after', fault: 'http' } as const
  await using sandbox = await startTestSandbox({}, { sweep: new SweepWatch({ cell }) })
  const gateway = new GatewayClient(sandbox.api)
  const control = new ControlClient(sandbox.url)
  const rule = 'sweep/purchase-1/after/http'
  const { status, headers } = await gateway.purchase(cents('1000051'))
  expect([status, headers['x-sandbox-rule']]).toEqual([503, `${rule}, default/amount-code`])
  const { body } = await control.get('/requests/1')
  expect(body).toMatchObject({ rules: [rule, 'default/amount-code'], outcome: 'declined' })
  const explained = await control.post('/scenarios/explain', { request: 1 })
  expect(explained.body).toMatchObject({ gone: [rule] })
  expect((await gateway.purchase()).headers['x-sandbox-rule']).toBeUndefined()
})

const cents = (total: string) => ({ 'transaction.amount_details.total_amount': total })
