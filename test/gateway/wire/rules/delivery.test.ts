import http from 'node:http'
import { expect, test } from 'vitest'
import type { FaultDocument } from '../../../../src/scenario/faults/table.ts'
import type { OutcomeDocument } from '../../../../src/scenario/scenario-document.ts'
import { ControlClient } from '../../../support/control-client.ts'
import { GatewayClient, paidBody } from '../../../support/gateway-client.ts'
import { SocketClient } from '../../../support/socket-client.ts'
import { startTestSandbox } from '../../../support/start.ts'

async function begin() {
  const sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  const gateway = new GatewayClient(sandbox.api)
  const next = (outcome: OutcomeDocument) => control.post('/rules', { outcome })
  return { sandbox, control, gateway, next, [Symbol.asyncDispose]: () => sandbox.stop() }
}

/** Takes whatever comes back, JSON or not. */
function buy(api: string, id = 'c-1'): Promise<Response> {
  return fetch(`${api}/transactions/purchase`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Correlation-Id': id },
    body: JSON.stringify(paidBody()),
  })
}

test('an HTTP fault has the page of a proxy, its own text, and headers', async () => {
  await using mine = await begin()
  const { sandbox, next } = mine
  await next({ headers: { Server: 'nginx' }, fault: { at: 'before', http: 502, body: 'html' } })
  const page = await buy(sandbox.api)
  expect([page.status, page.headers.get('content-type'), page.headers.get('server')]).toEqual([
    502,
    'text/html',
    'nginx',
  ])
  expect(await page.text()).toContain('<title>502 Bad Gateway</title>')
  await next({
    headers: { 'content-type': 'application/xml' },
    fault: { at: 'after', http: 500, body: '<e/>' },
  })
  const own = await buy(sandbox.api)
  expect([await own.text(), own.headers.get('content-type')]).toEqual(['<e/>', 'application/xml'])
})

test('Retry-After is a number of seconds, or an HTTP date', async () => {
  await using mine = await begin()
  const { gateway, next } = mine
  await next({ fault: { at: 'before', http: 503, retry_after: 7 } })
  expect((await gateway.purchase()).headers['retry-after']).toBe('7')
  await next({ fault: { at: 'before', http: 503, retry_after: '2026-03-10T11:30:00+11:00' } })
  expect((await gateway.purchase()).headers['retry-after']).toBe('Tue, 10 Mar 2026 00:30:00 GMT')
})

test.each(['before', 'after'] as const)(
  "a 4xx %s processing has the gateway's list of errors only if its rule asks for it",
  async (at) => {
    await using mine = await begin()
    const bodies: string[] = []
    for (const fault of [
      { http: 403 },
      { http: 403, body: 'json' },
      { http: 422, error_code: 'no' },
    ]) {
      await mine.next({ fault: { at, ...fault } })
      bodies.push(await (await buy(mine.sandbox.api, `c-${bodies.length}`)).text())
    }
    expect(bodies).toEqual([
      expect.stringContaining('<title>403 Forbidden</title>'),
      expect.stringContaining('"error_code":"forbidden_merchant"'),
      expect.stringContaining('"error_code":"no"'),
    ])
  },
)

test('a 401 by a rule says how to authenticate', async () => {
  await using mine = await begin()
  await mine.next({ fault: { at: 'before', http: 401, body: 'json' } })
  const { status, headers } = await mine.gateway.purchase()
  expect([status, headers['www-authenticate']]).toEqual([401, expect.stringContaining('Basic')])
})

test('a delay goes in front of a fault before processing, and nothing is processed meanwhile', async () => {
  await using mine = await begin()
  const { gateway, next, sandbox } = mine
  await next({
    delay: { min: '30ms', max: '60ms' },
    fault: { at: 'before', http: 504, body: 'html' },
  })
  const started = performance.now()
  expect((await buy(sandbox.api, 'slow')).status).toBe(504)
  expect(performance.now() - started).toBeGreaterThanOrEqual(29)
  expect((await gateway.search('slow')).body.results).toEqual([])
  expect(sandbox.world.records.nextAudit).toBe(1_000_001)
})

test.each<[Omit<FaultDocument, 'at'>]>([
  [{ truncate: true }],
  [{ garbage: true }],
  [{ dribble: '20ms' }],
  [{ http: 500 }],
  [{ reset: true }],
])('%j gives away to nobody whether it was before or after processing', async (kind) => {
  const seen = async (at: 'before' | 'after') => {
    await using mine = await begin()
    await mine.next({ fault: { at, ...kind } })
    const client = new SocketClient(mine.sandbox.api, '/transactions/purchase', {
      id: 'the-same',
      body: paidBody(),
    })
    const { text, end } = await client.seen
    const made = mine.sandbox.world.records.nextAudit - 1_000_001
    // The address and the instant of sending differ from one sandbox to the other.
    const plain = text.replaceAll(/:\d{4,5}\//g, ':0/').replace(/^Date: .*$/m, 'Date')
    return { plain, end, made }
  }
  const [before, after] = [await seen('before'), await seen('after')]
  expect([before.made, after.made]).toEqual([0, 1])
  expect(before.plain).toBe(after.plain)
  expect(before.end).toBe(after.end)
})

test('a vault call that is cut off before processing looks like one that was processed', async () => {
  await using mine = await begin()
  const { control, sandbox } = mine
  const make = async (at: 'before' | 'after') => {
    await control.post('/rules', { outcome: { fault: { at, dribble: '5ms' } } })
    const response = await fetch(`${sandbox.api}/customers`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Correlation-Id': `c-${at}` },
      body: JSON.stringify({ name: 'Ann', reference: 'ann' }),
    })
    return [response.status, await response.json()]
  }
  const before = await make('before')
  expect(sandbox.world.records.size('customers')).toBe(0)
  expect(await make('after')).toEqual(before)
  expect(sandbox.world.records.size('customers')).toBe(1)
})

test('nobody hears of what was only tried out', async () => {
  await using mine = await begin()
  const { sandbox, next, gateway } = mine
  const told: string[] = []
  sandbox.world.events.listen(({ type }) => told.push(type))
  await next({ fault: { at: 'before', garbage: true } })
  await buy(sandbox.api)
  expect(told).not.toContain('transaction')
  expect((await gateway.purchase()).body.audit).toBe(1_000_001)
})

/** Pays over one connection, which stays open. */
function payOver(agent: http.Agent, api: string, id: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', 'X-Correlation-Id': id }
    const options = { agent, method: 'POST', headers }
    const request = http.request(`${api}/transactions/purchase`, options, (response) => {
      response.resume().once('end', () => resolve(response.statusCode))
    })
    request.once('error', reject).end(JSON.stringify(paidBody()))
  })
}

test.each(['before', 'after'] as const)(
  'a stale connection %s processing closes at its next request, which is not processed',
  async (at) => {
    await using mine = await begin()
    const { gateway, next, sandbox } = mine
    await next({ fault: { at, stale: true } })
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    expect(await payOver(agent, sandbox.api, 'c-1')).toBe(200)
    await expect(payOver(agent, sandbox.api, 'c-2')).rejects.toThrow('socket hang up')
    expect(await payOver(agent, sandbox.api, 'c-3')).toBe(200)
    agent.destroy()
    const found = await Promise.all(['c-1', 'c-2', 'c-3'].map((id) => gateway.search(id)))
    const paid = found.map(({ body }) => body.results.length)
    expect(paid).toEqual([at === 'before' ? 0 : 1, 0, 1])
    expect(sandbox.world.history.entries()).toMatchObject([
      { response: { status: 200 }, fault: { at, stale: true } },
      { request: { correlation_id: 'c-3' } },
      ...found.map(() => ({ operation: 'search' })),
    ])
  },
)
