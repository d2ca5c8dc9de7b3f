import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { controlClient } from '../../src/client/control-client.ts'
import { startSandbox } from '../../src/index.ts'
import { GatewayClient } from '../support/gateway-client.ts'

const clock = '2026-03-10T01:00:00Z'

test('where nothing listens there is no sandbox', async () => {
  const sandbox = await startSandbox()
  await sandbox.close()
  await expect(controlClient({ url: sandbox.url }).health()).rejects.toMatchObject({
    name: 'NoSandboxError',
    message: `No sandbox answers at ${sandbox.url}`,
  })
})

test.each([
  [200, 'hello'],
  [404, '<h1>Not Found</h1>'],
  [404, '{"error":"no"}'],
  [200, '{"now":"2026-03-10T01:00:00Z","mode":"running"}'],
  [422, '{"errors":[]}'],
])('what answers %i %s is no sandbox', async (status, text) => {
  const other = createServer((_request, response) => response.writeHead(status).end(text))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  await expect(controlClient({ url }).clock()).rejects.toMatchObject({
    name: 'NoSandboxError',
    message: `The server at ${url} is not a sandbox`,
  })
  other.closeAllConnections()
  other.close()
})

test('what takes a call and never answers is given up in time, but for a long call', async () => {
  const silent = createServer(({ url }) => {
    // The long call has outlasted one that was begun after it.
    if (url?.endsWith('/seed')) client.clock().catch(() => silent.closeAllConnections())
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const client = controlClient({ url, patience: 50 })
  await expect(client.clock()).rejects.toMatchObject({
    name: 'NoSandboxError',
    message: `No sandbox answers at ${url} within 50ms`,
  })
  await expect(client.seed()).rejects.toMatchObject({
    name: 'NoSandboxError',
    message: `No sandbox answers at ${url}`,
  })
  silent.close()
})

test('without the token all but health is refused', async () => {
  await using sandbox = await startSandbox({ controlToken: 't0p' })
  const stranger = controlClient({ url: sandbox.url })
  expect((await stranger.health()).status).toBe('ok')
  await expect(stranger.clock()).rejects.toMatchObject({ name: 'ControlError', status: 401 })
  const friend = controlClient({ url: `${sandbox.url}/`, token: 't0p' })
  expect((await friend.clock()).mode).toBe('running')
})

test('a refusal names the place in the body', async () => {
  await using sandbox = await startSandbox()
  const control = controlClient({ url: sandbox.url })
  await expect(control.seed({ customers: -1, seed: -1 })).rejects.toThrow(
    'customers: Must be from 0 to 100000; seed: Must be from 0 to 2147483647',
  )
})

test('an export is what an import takes', async () => {
  await using one = await startSandbox({ clock })
  await using other = await startSandbox()
  await new GatewayClient(one.api).purchase()
  const from = controlClient({ url: one.url })
  const to = controlClient({ url: other.url })
  expect(await to.importState(await from.exportState())).toEqual({
    now: '2026-03-10T01:00:00.000Z',
    mode: 'frozen',
    customers: 0,
    tokens: 0,
    transactions: 1,
  })
  expect((await new GatewayClient(other.api).lookup(1_000_001)).status).toBe(200)
})

test('events come as they happen, until the sandbox stops', async () => {
  const sandbox = await startSandbox({ clock })
  const control = controlClient({ url: sandbox.url })
  const events = await control.events()
  await new GatewayClient(sandbox.api).purchase()
  await control.advance({ by: '1h' })
  await control.loadScenario('drift')
  await sandbox.close()
  const types: string[] = []
  for await (const { type } of events) types.push(type)
  expect(types).toEqual(expect.arrayContaining(['request', 'transaction', 'clock', 'scenario']))
})

test('the other calls answer', async () => {
  await using sandbox = await startSandbox({ clock })
  const control = controlClient({ url: sandbox.url })
  await new GatewayClient(sandbox.api).preauthorise({}, { 'x-correlation-id': 'a' })
  expect((await control.next()).scheduled.map(({ event }) => event)).toEqual([
    'preauthorisation_expired',
  ])
  expect(await control.expire({ all: true })).toEqual({ expired: 1 })
  expect((await control.request(1)).audit).toBe(1_000_001)
  expect(await control.removeRequests()).toEqual({ removed: 1 })
  expect((await control.explain({ method: 'card', amount: '1000051' })).rule?.id).toMatch(
    /^default\//,
  )
  expect((await control.cards()).cards.length).toBeGreaterThan(10)
  expect((await control.assumptions()).assumptions.length).toBeGreaterThan(20)
  expect((await control.transactions({ status: 'declined' })).transactions).toEqual([])
  await control.seed({ customers: 1, tokens: 1, transactions: 0 })
  expect((await control.customers({ limit: 1 })).customers).toHaveLength(1)
  expect((await control.customer(1)).tokens).toHaveLength(1)
  const replaced = await control.replaceScenarios({
    scenarios: ['drift', { name: 'mine', rules: [] }],
  })
  expect(replaced.scenarios.map(({ name }) => name)).toEqual(['drift', 'mine'])
})
