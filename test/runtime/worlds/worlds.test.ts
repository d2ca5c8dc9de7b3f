import { expect, test } from 'vitest'
import { controlClient } from '../../../src/control/client/control-client.ts'
import { startSandbox } from '../../../src/index.ts'
import { byDirectDebit, call, GatewayClient } from '../../support/gateway-client.ts'
import { scratchFolder } from '../scratch.ts'

const clock = '2026-03-10T01:00:00Z'

test('a world is made on first use, by a merchant who only changes the base URL', async () => {
  await using sandbox = await startSandbox({ clock })
  const api = `${sandbox.url}/w/blue-1/v1`
  const { body } = await new GatewayClient(api).purchase()
  expect(body.audit).toBe(1_000_001)
  const { worlds } = await controlClient({ url: sandbox.url }).worlds()
  const empty = { customers: 0, tokens: 0, transactions: 0 }
  const now = { now: '2026-03-10T01:00:00.000Z', mode: 'frozen' }
  expect(worlds).toEqual([
    { name: 'default', ...now, ...empty },
    { name: 'blue-1', ...now, ...empty, transactions: 1 },
  ])
})

test('links stay inside their world', async () => {
  await using sandbox = await startSandbox({ clock })
  await using blue = await sandbox.world('blue')
  const gateway = new GatewayClient(blue.api)
  const { body } = await gateway.preauthorise()
  const links = Object.values(body._links).flatMap((link) => link?.href ?? [])
  expect(links).toHaveLength(3)
  for (const href of links) expect(href.startsWith(`${blue.api}/`)).toBe(true)
  expect((await call(body._links.self?.href ?? '')).status).toBe(200)
  expect((await new GatewayClient(sandbox.api).lookup(body.audit)).status).toBe(404)
})

test('a world has its own store, clock, scenarios, journal, ids and snapshots', async () => {
  await using sandbox = await startSandbox({ clock })
  await using blue = await sandbox.world('blue')
  const gateway = new GatewayClient(blue.api)
  await blue.clock.advance('1d')
  await blue.scenarios.load('drift')
  await blue.scenarios.rule({ outcome: { status: 'declined', response_code: '05' } })
  await gateway.purchase({}, { 'x-correlation-id': 'same' })
  await blue.snapshot.save('here')
  expect(await sandbox.clock.now()).toBe('2026-03-10T01:00:00.000Z')
  expect((await sandbox.scenarios.list()).scenarios.map(({ name }) => name)).toEqual(['default'])
  expect(await sandbox.requests()).toEqual([])
  expect(await sandbox.snapshot.list()).toEqual([])
  const { body } = await new GatewayClient(sandbox.api).purchase({}, { 'x-correlation-id': 'same' })
  expect([body.audit, body.status.transaction_status_code]).toEqual([1_000_001, 'approved'])
})

test('a world starts with the options of its sandbox, and a reset goes back to them', async () => {
  await using sandbox = await startSandbox({ clock, seed: 9, scenario: 'drift' })
  await sandbox.clock.advance('1d')
  await using blue = await sandbox.world('blue')
  expect(await blue.clock.now()).toBe('2026-03-10T01:00:00.000Z')
  expect((await blue.scenarios.list()).scenarios.map(({ name }) => name)).toEqual(['drift'])
  expect(await blue.seed({ customers: 1, tokens: 0, transactions: 0 })).toMatchObject({ seed: 9 })
  await blue.clock.advance('2d')
  await blue.scenarios.unload('drift')
  await blue.reset()
  expect(await blue.clock.now()).toBe('2026-03-10T01:00:00.000Z')
  expect((await blue.scenarios.list()).scenarios.map(({ name }) => name)).toEqual(['drift'])
})

test('twenty worlds under load do not see each other', async () => {
  await using sandbox = await startSandbox({ clock })
  const names = Array.from({ length: 20 }, (_, i) => `worker-${i}`)
  await Promise.all(names.map((name, i) => work(sandbox.url, name, i)))
  const { worlds } = await controlClient({ url: sandbox.url }).worlds({ limit: 1000 })
  expect(worlds).toHaveLength(21)
  for (const [i, name] of names.entries()) {
    const control = controlClient({ url: sandbox.url, world: name })
    const { transactions } = await control.transactions()
    expect(transactions.map(({ audit, reference }) => [audit, reference])).toEqual(
      [4, 3, 2, 1, 0].map((n) => [1_000_001 + n, `${name} ${n}`]),
    )
    const { requests } = await control.requests()
    expect(requests.map(({ request }) => request.correlation_id)).toEqual(
      ['0', '1', '2', '3', '4'].map((n) => `shared-${n}`),
    )
    expect((await control.clock()).now).toBe(new Date(Date.parse(clock) + i * 1000).toISOString())
  }
})

/** Five purchases by the same ids as everybody's, and a clock of its own. */
async function work(url: string, world: string, seconds: number): Promise<void> {
  const gateway = new GatewayClient(`${url}/w/${world}/v1`)
  const control = controlClient({ url, world })
  for (let n = 0; n < 5; n += 1) {
    const { status, body } = await gateway.purchase(
      { 'transaction.reference': `${world} ${n}` },
      { 'x-correlation-id': `shared-${n}` },
    )
    expect([status, body.audit]).toEqual([200, 1_000_001 + n])
  }
  await control.advance({ by: `${seconds}s` })
}

test('closing the face of a world removes it, and the next to ask gets a new one', async () => {
  await using sandbox = await startSandbox({ clock })
  const blue = await sandbox.world('blue')
  await new GatewayClient(blue.api).purchase()
  await blue.snapshot.save('old')
  await blue.close()
  const control = controlClient({ url: sandbox.url })
  expect((await control.worlds()).worlds.map(({ name }) => name)).toEqual(['default'])
  const again = await sandbox.world('blue')
  expect(await again.requests()).toEqual([])
  expect(await again.snapshot.list()).toEqual([])
})

test('named worlds are gone after a restart, and stay where the config keeps them', async () => {
  await using folder = await scratchFolder()
  const options = { data: folder.at('data'), clock }
  for (const keep of [false, true, true]) {
    await using sandbox = await startSandbox({ ...options, config: { worlds: { keep } } })
    const blue = await sandbox.world('blue')
    await new GatewayClient(blue.api).purchase()
    await blue.snapshot.save('one')
    await blue.close()
  }
  await using sandbox = await startSandbox({ ...options, config: { worlds: { keep: true } } })
  const control = controlClient({ url: sandbox.url })
  const { worlds } = await control.worlds()
  expect(worlds.map(({ name, transactions }) => [name, transactions])).toEqual([
    ['default', 0],
    ['blue', 2],
  ])
  await control.removeWorld('blue')
  const again = await sandbox.world('blue')
  expect(await again.snapshot.list()).toEqual([])
  expect((await new GatewayClient(again.api).purchase()).body.audit).toBe(1_000_001)
})

test('what is due in a kept world happens after a restart without anybody calling it', async () => {
  await using folder = await scratchFolder()
  const options = { data: folder.at('data'), config: { worlds: { keep: true } } }
  {
    await using sandbox = await startSandbox({ ...options, clock })
    const blue = await sandbox.world('blue')
    await new GatewayClient(blue.api).purchase(byDirectDebit())
  }
  await using sandbox = await startSandbox({ ...options, clock: '2026-03-20T00:00:00Z' })
  const control = controlClient({ url: sandbox.url, world: 'blue' })
  expect((await control.transaction(1_000_001)).status).toBe('approved')
})
