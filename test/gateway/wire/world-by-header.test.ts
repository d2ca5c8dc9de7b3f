import { expect, test } from 'vitest'
import type { RequestsResponse } from '../../../src/control/contract/calls/requests.ts'
import { ControlClient } from '../../support/control-client.ts'
import { call, newId, paidBody } from '../../support/gateway-client.ts'
import { startTestSandbox, type TestSandbox } from '../../support/start.ts'

type Headers = Readonly<Record<string, string>>

function buy(api: string, headers: Headers = {}) {
  const sent = { 'x-correlation-id': newId(), ...headers }
  return call(`${api}/transactions/purchase`, { method: 'POST', headers: sent, body: paidBody() })
}

async function recordedIn({ url }: TestSandbox, world?: string) {
  const { body } = await new ControlClient(url, world).get<RequestsResponse>('/requests')
  return body.requests.map(({ response }) => response.status)
}

const refusal = (error_code: string, header?: string) => [
  { error_code, location: header === undefined ? ['path', 'world'] : ['header', header] },
]

test.each<[path: string, headers: Headers, world: string]>([
  ['/v1', {}, 'default'],
  ['/v1', { 'x-sandbox-world': '', baggage: 'sandgate.world=' }, 'default'],
  ['/v1', { baggage: 'other=sandgate.world=red,not.sandgate.world=red, broken' }, 'default'],
  ['/v1', { 'x-sandbox-world': 'worker-3' }, 'worker-3'],
  ['/v1', { baggage: 'user=7;a=1, sandgate.world = worker%2D3 ;ttl=3;sampled,b=2' }, 'worker-3'],
  ['/w/worker-3/v1', {}, 'worker-3'],
  [
    '/w/worker-3/v1',
    { 'x-sandbox-world': 'worker-3', baggage: 'sandgate.world=worker-3' },
    'worker-3',
  ],
  ['/w/default/v1', { 'x-sandbox-world': 'default' }, 'default'],
])(
  '%s with %j is served by %s, and its links stay as the client came',
  async (path, headers, world) => {
    await using sandbox = await startTestSandbox()
    for (const _ of ['makes the world', 'finds it']) {
      const { status, headers: answered, body } = await buy(sandbox.url + path, headers)
      expect([status, answered['x-sandbox-world']]).toEqual([200, world])
      expect(body._links.self?.href).toBe(`${sandbox.url}${path}/transactions/${body.audit}`)
    }
    const elsewhere = world === 'default' ? 'worker-3' : 'default'
    expect(await recordedIn(sandbox, world)).toEqual([200, 200])
    expect(await recordedIn(sandbox, elsewhere)).toEqual([])
  },
)

test.each<[path: string, headers: Headers, status: number, errors: readonly object[]]>([
  ['/w/red/v1', { 'x-sandbox-world': 'blue' }, 400, refusal('world_conflict', 'X-Sandbox-World')],
  ['/w/red/v1', { baggage: 'sandgate.world=blue' }, 400, refusal('world_conflict', 'baggage')],
  ['/w/default/v1', { baggage: 'sandgate.world=blue' }, 400, refusal('world_conflict', 'baggage')],
  [
    '/v1',
    { 'x-sandbox-world': 'red', baggage: 'sandgate.world=blue' },
    400,
    refusal('world_conflict', 'baggage'),
  ],
  [
    '/v1',
    { baggage: 'sandgate.world=red,sandgate.world=blue' },
    400,
    refusal('world_conflict', 'baggage'),
  ],
  ['/v1', { 'x-sandbox-world': 'Blue' }, 422, refusal('invalid_world', 'X-Sandbox-World')],
  ['/v1', { 'x-sandbox-world': 'red, blue' }, 422, refusal('invalid_world', 'X-Sandbox-World')],
  ['/v1', { baggage: 'sandgate.world=%zz' }, 422, refusal('invalid_world', 'baggage')],
  ['/w/Red/v1', {}, 422, refusal('invalid_world')],
])('%s with %j is refused with %i and makes no world', async (path, headers, status, errors) => {
  await using sandbox = await startTestSandbox()
  for (const tried of ['/transactions/purchase', '/nowhere']) {
    const refused = await call(sandbox.url + path + tried, { method: 'POST', headers })
    expect(refused.status).toBe(status)
    expect(refused.body.errors).toMatchObject(errors)
  }
  expect(sandbox.running.worlds.list().map(({ name }) => name)).toEqual(['default'])
})

test('a control call takes its world from its path alone', async () => {
  await using sandbox = await startTestSandbox()
  const headers = { 'x-sandbox-world': 'blue', baggage: 'sandgate.world=red' }
  expect((await call(`${sandbox.url}/_sandbox/clock`, { headers })).status).toBe(200)
  expect(sandbox.running.worlds.list()).toHaveLength(1)
})

test('where a world is required, a call that names none is refused and recorded', async () => {
  await using sandbox = await startTestSandbox({ worldRequired: true })
  const { url, api } = sandbox
  const refused = await buy(api)
  expect([refused.status, refused.headers['x-sandbox-world']]).toEqual([400, 'default'])
  expect(refused.body.errors).toMatchObject(refusal('world_required', 'X-Sandbox-World'))
  expect((await buy(api, { 'x-sandbox-world': 'blue' })).status).toBe(200)
  expect((await buy(`${url}/w/default/v1`)).status).toBe(200)
  expect(await recordedIn(sandbox)).toEqual([400, 200])
  expect(await recordedIn(sandbox, 'blue')).toEqual([200])
})

test.each([{ http: 503 }, { truncate: true }, { garbage: true }])(
  'a broken response names its world, whatever its rule says: %j',
  async (kind) => {
    await using sandbox = await startTestSandbox()
    const rule = { outcome: { fault: { at: 'before', ...kind } } }
    await new ControlClient(sandbox.url, 'blue').post('/rules', rule)
    const headers = { 'x-sandbox-world': 'blue' }
    const response = await fetch(`${sandbox.api}/transactions/1`, { headers })
    expect(response.headers.get('x-sandbox-world')).toBe('blue')
    await response.text().catch(() => undefined)
  },
)
