import { expect, test } from 'vitest'
import type { RequestsResponse } from '../../../src/control/contract/calls/requests.ts'
import type { ErrorResponse } from '../../../src/gateway/wire/contract/transaction-answer.ts'
import { ControlClient } from '../../support/control-client.ts'
import { GatewayClient } from '../../support/gateway-client.ts'
import { startTestSandbox } from '../../support/start.ts'

async function begin() {
  const sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  const wait = (body: object) =>
    control.post<RequestsResponse & Partial<ErrorResponse>>('/requests/wait', body)
  return {
    sandbox,
    control,
    wait,
    gateway: new GatewayClient(sandbox.api),
    [Symbol.asyncDispose]: () => sandbox.stop(),
  }
}

test('requests that are there already count', async () => {
  await using begun = await begin()
  await begun.gateway.purchase()
  await begun.gateway.lookup(1_000_001)
  const { status, body } = await begun.wait({ count: 2 })
  expect([status, body.requests.map(({ operation }) => operation)]).toEqual([
    200,
    ['purchase', 'lookup'],
  ])
})

test('it responds with the request that was missing, and others do not end it', async () => {
  await using begun = await begin()
  const waiting = begun.wait({ filter: { operation: 'lookup' }, timeout: '30s' })
  await begun.gateway.purchase()
  await begun.gateway.lookup(1_000_001)
  const { status, body } = await waiting
  expect([status, body.requests.map(({ id }) => id)]).toEqual([200, [2]])
})

test('when the time is up, it responds 408 with those seen so far and says how many', async () => {
  await using begun = await begin()
  await begun.gateway.purchase()
  const { status, body } = await begun.wait({ count: 3, timeout: '20ms' })
  expect([status, body.requests.length]).toEqual([408, 1])
  expect(body.errors).toEqual([
    {
      error_code: 'timed_out',
      error_message: '1 of 3 requests came within 20ms',
      location: [],
    },
  ])
})

test('who has a response waits no more', async () => {
  await using begun = await begin()
  const { events } = begun.sandbox.world
  const waiting = begun.wait({ timeout: '4m' })
  await expect.poll(() => events.isWatched).toBe(true)
  await begun.gateway.purchase()
  expect((await waiting).status).toBe(200)
  expect(events.isWatched).toBe(false)
  expect((await begun.wait({ timeout: '1ms', count: 2 })).status).toBe(408)
  expect(events.isWatched).toBe(false)
})

test('a sandbox that stops does not wait for it', async () => {
  const begun = await begin()
  const waiting = begun.wait({ timeout: '4m' })
  await begun.control.get('/health')
  await begun.sandbox.stop()
  expect((await waiting).status).toBe(408)
})

test('a world that is removed ends it', async () => {
  await using begun = await begin()
  await begun.control.put('/worlds/blue')
  const blue = new ControlClient(begun.sandbox.url, 'blue')
  const waiting = blue.post('/requests/wait', { timeout: '4m' })
  await blue.get('/health')
  await begun.control.delete('/worlds/blue')
  expect((await waiting).status).toBe(408)
})

test.each([
  [{ filter: { operaton: 'purchase' } }, 'body.filter'],
  [{ filter: { status: '200' } }, 'body.filter.status'],
  [{ timeout: '5m' }, 'body.timeout'],
])('%j is refused', async (body, place) => {
  await using begun = await begin()
  const { status, body: answer } = await begun.wait(body)
  expect([status, answer.errors?.map(({ location }) => location.join('.'))]).toEqual([422, [place]])
})
