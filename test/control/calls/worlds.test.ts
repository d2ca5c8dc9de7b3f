import { expect, test } from 'vitest'
import type {
  SnapshotsResponse,
  WorldsResponse,
} from '../../../src/control/contract/calls/worlds.ts'
import type { ErrorResponse } from '../../../src/gateway/wire/contract/transaction-answer.ts'
import { ControlClient } from '../../support/control-client.ts'
import { byDirectDebit, GatewayClient, paidBody } from '../../support/gateway-client.ts'
import { HalfSent } from '../../support/half-sent.ts'
import { startTestSandbox } from '../../support/start.ts'

test('a world is made once, removed with its data, and starts empty when it is used again', async () => {
  await using sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  const gateway = new GatewayClient(`${sandbox.url}/w/blue/v1`)
  expect((await control.put('/worlds/blue')).body).toMatchObject({ name: 'blue', transactions: 0 })
  await gateway.purchase()
  expect((await control.put('/worlds/blue')).body).toMatchObject({ transactions: 1 })
  expect((await control.delete('/worlds/blue')).body).toEqual({ removed: 'blue' })
  expect((await control.delete('/worlds/blue')).status).toBe(404)
  expect((await gateway.purchase()).body.audit).toBe(1000001)
})

test.each([
  ['v1/transactions/purchase', paidBody(byDirectDebit())],
  ['_sandbox/rules', { outcome: { status: 'declined' } }],
  ['_sandbox/reset', {}],
])(
  'a call of %s whose world is removed meanwhile is refused, and makes none',
  async (path, body) => {
    await using sandbox = await startTestSandbox({ clock: undefined })
    const control = new ControlClient(sandbox.url)
    await control.put('/worlds/blue')
    const call = await HalfSent.begin(`${sandbox.url}/w/blue/${path}`, body)
    expect((await control.delete('/worlds/blue')).status).toBe(200)
    expect(await call.finish()).toMatchObject({ status: 404, code: 'not_found' })
    const { worlds } = (await control.get<WorldsResponse>('/worlds')).body
    expect(worlds.map(({ name }) => name)).toEqual(['default'])
    expect(sandbox.logs).toEqual([])
  },
)

test('a list of worlds or snapshots is as long as its limit', async () => {
  await using sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  for (const name of ['c', 'a', 'b']) {
    await control.put(`/worlds/${name}`)
    await control.put(`/snapshots/${name}`)
  }
  const { worlds } = (await control.get<WorldsResponse>('/worlds?limit=2')).body
  expect(worlds.map(({ name }) => name)).toEqual(['default', 'a'])
  const { snapshots } = (await control.get<SnapshotsResponse>('/snapshots?limit=2')).body
  expect(snapshots.map(({ name }) => name)).toEqual(['a', 'b'])
  for (const list of ['/worlds', '/snapshots']) {
    for (const query of ['?limit=0', '?limit=1001', '?limit=x', '?offset=1']) {
      expect((await control.get(list + query)).status).toBe(422)
    }
  }
})

test.each([
  ['put', 'Blue', 422, 'invalid_world'],
  ['put', 'a'.repeat(41), 422, 'invalid_world'],
  ['delete', 'default', 422, 'invalid_world'],
  ['delete', 'nowhere', 404, 'not_found'],
] as const)('%s of world %s is refused', async (method, name, status, code) => {
  await using sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  const answer = await control[method]<ErrorResponse>(`/worlds/${name}`)
  expect([answer.status, answer.body.errors[0]?.error_code]).toEqual([status, code])
})
