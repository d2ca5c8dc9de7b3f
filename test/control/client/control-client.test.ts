import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { controlClient } from '../../../src/control/client/control-client.ts'
import { eventSchema } from '../../../src/control/contract/calls/requests.ts'
import { startSandbox } from '../../../src/index.ts'
import { GatewayClient } from '../../support/gateway-client.ts'

const clock = '2026-03-10T01:00:00Z'

test('where nothing listens there is no sandbox', async () => {
  const sandbox = await startSandbox()
  await sandbox.close()
  await expect(controlClient({ url: sandbox.url }).health()).rejects.toMatchObject({
    name: 'NoSandboxError',
    message: `No sandbox responds at ${sandbox.url}`,
  })
})

test('what takes a call and never responses is given up in time, but for a long call', async () => {
  const silent = createServer(({ url }) => {
    // The long call has outlasted one that was begun after it.
    if (url?.endsWith('/seed')) client.clock().catch(() => silent.closeAllConnections())
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const client = controlClient({ url, patience: 50 })
  await expect(client.clock()).rejects.toMatchObject({
    name: 'NoSandboxError',
    message: `No sandbox responds at ${url} within 50ms`,
  })
  await expect(client.seed()).rejects.toMatchObject({
    name: 'NoSandboxError',
    message: `No sandbox responds at ${url}; the server there closed the connection: if it uses https, use ${url.replace('http', 'https')}`,
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

test('events come as they happen, until the sandbox stops', async () => {
  const sandbox = await startSandbox({ clock })
  const control = controlClient({ url: sandbox.url })
  const events = await control.events()
  await new GatewayClient(sandbox.api).purchase()
  await control.advance({ by: '1h' })
  await control.loadScenario('drift')
  await sandbox.close()
  const names: string[] = []
  for await (const one of events) {
    expect(eventSchema.parse(one)).toEqual(one)
    names.push(one.event)
  }
  expect(names).toEqual(expect.arrayContaining(['request', 'transaction', 'clock', 'scenario']))
})
