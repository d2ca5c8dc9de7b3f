import { mkdir, readdir, readFile, rename, rm, truncate } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { defaultSettings } from '../../src/runtime/config/settings.ts'
import { openHome } from '../../src/runtime/worlds/open-home.ts'
import type { OpenBounds } from '../../src/runtime/worlds/resting-worlds.ts'
import { WorldRegistry } from '../../src/runtime/worlds/world-registry.ts'
import { bareWorld } from '../support/bare-world.ts'
import { ControlClient } from '../support/control-client.ts'
import { GatewayClient, paidBody } from '../support/gateway-client.ts'
import { HalfSent } from '../support/half-sent.ts'
import { startTestSandbox } from '../support/start.ts'
import { type Scratch, scratchFolder } from './scratch.ts'

test('kept worlds are opened when they are first used, and listed all the same', async () => {
  await using folder = await scratchFolder()
  const settings = { data: folder.at('data'), keepWorlds: true }
  {
    await using sandbox = await startTestSandbox(settings)
    for (const world of ['blue', 'red']) {
      await new GatewayClient(`${sandbox.url}/w/${world}/v1`).purchase()
    }
  }
  await using sandbox = await startTestSandbox(settings)
  const open = () => sandbox.running.worlds.list().map(({ name }) => name)
  expect(open()).toEqual(['default'])
  const red = new GatewayClient(`${sandbox.url}/w/red/v1`)
  expect((await red.purchase()).body.audit).toBe(1_000_002)
  expect(open()).toEqual(['default', 'red'])
  const control = new ControlClient(sandbox.url)
  const { body } = await control.get('/worlds')
  expect(body).toMatchObject({
    worlds: [
      { name: 'default', transactions: 0 },
      { name: 'blue', transactions: 1 },
      { name: 'red', transactions: 2 },
    ],
  })
})

test('a kept world counts and can be removed without having been opened', async () => {
  await using folder = await scratchFolder()
  const settings = { data: folder.at('data'), keepWorlds: true, worldLimit: 2 }
  {
    await using sandbox = await startTestSandbox(settings)
    await new GatewayClient(`${sandbox.url}/w/blue/v1`).purchase()
  }
  await using sandbox = await startTestSandbox(settings)
  const control = new ControlClient(sandbox.url)
  expect((await control.put('/worlds/red')).status).toBe(429)
  expect((await control.delete('/worlds/blue')).status).toBe(200)
  expect((await control.put('/worlds/red')).status).toBe(200)
  expect(await readdir(folder.at('data/worlds'))).toEqual(['default', 'red'])
})

async function boundedRegistry(folder: Scratch, bounds: OpenBounds) {
  const settings = { ...defaultSettings, data: folder.at('data'), keepWorlds: true }
  const { worlds: home } = await openHome(settings, () => undefined)
  const { world } = bareWorld(Date.parse('2026-03-10T01:00:00Z'))
  const registry = new WorldRegistry({
    home,
    start: world.start,
    environment: world.environment,
    limit: 100,
    opened: () => undefined,
    bounds,
  })
  await registry.openKept('default')
  const open = () => registry.list().map(({ name }) => name)
  return { registry, open, [Symbol.asyncDispose]: () => registry.close() }
}

test('worlds that nobody uses are closed beyond some, and go on when they are used again', async () => {
  await using folder = await scratchFolder()
  await using bounded = await boundedRegistry(folder, { open: 2, ms: 0, most: 100 })
  const { registry, open } = bounded
  const first = await registry.open('w1')
  for (const name of ['w2', 'w3', 'w4']) await registry.open(name)
  expect(open()).toEqual(['default', 'w3', 'w4'])
  const again = await registry.open('w1')
  expect(again).not.toBe(first)
  expect(again.seed).toBe(7)
  expect(open()).toEqual(['default', 'w1', 'w4'])
})

test('beyond what may be open, the world that was used least recently is closed, unless it is in use', async () => {
  await using folder = await scratchFolder()
  await using bounded = await boundedRegistry(folder, { open: 1, ms: 600_000, most: 3 })
  const { registry, open } = bounded
  const busy = await registry.open('w1')
  busy.enter()
  for (const name of ['w2', 'w3']) await registry.open(name)
  registry.ready('w2')
  await registry.open('w4')
  expect(open()).toEqual(['default', 'w1', 'w2', 'w4'])
  busy.leave()
  await registry.open('w5')
  expect(open()).toEqual(['default', 'w2', 'w4', 'w5'])
})

test('a list opens each world that rests only for itself', async () => {
  await using folder = await scratchFolder()
  await using bounded = await boundedRegistry(folder, { open: 1, ms: 600_000, most: 3 })
  const { registry, open } = bounded
  for (const name of ['w1', 'w2', 'w3', 'w4', 'w5']) await registry.open(name)
  const before = open()
  const told = await registry.page(100, ({ name, isClosed }) => [name, isClosed])
  expect(told).toEqual(['default', 'w1', 'w2', 'w3', 'w4', 'w5'].map((name) => [name, false]))
  expect(open().length).toBeLessThanOrEqual(before.length)
})

test('a world stays open while a call is on its way into it', async () => {
  await using folder = await scratchFolder()
  await using sandbox = await startTestSandbox({ data: folder.at('data'), keepWorlds: true })
  const world = await sandbox.running.worlds.open('w1')
  const half = await HalfSent.begin(`${sandbox.url}/w/w1/v1/transactions/purchase`, paidBody())
  expect(world.isInUse).toBe(true)
  expect((await half.finish()).status).toBe(200)
  await expect.poll(() => world.isInUse).toBe(false)
})

test('what a kill has left of a removed world is gone after the next start', async () => {
  await using folder = await scratchFolder()
  const settings = { data: folder.at('data'), keepWorlds: true }
  await mkdir(folder.at('data/worlds/blue.removed/snapshots'), { recursive: true })
  await using _sandbox = await startTestSandbox(settings)
  expect(await readdir(folder.at('data/worlds'))).toEqual(['default'])
})

test('a data folder that is removed while the sandbox runs is noticed, and said', async () => {
  await using folder = await scratchFolder()
  const sandbox = await startTestSandbox({ data: folder.at('data') })
  const gateway = new GatewayClient(sandbox.api)
  expect((await gateway.purchase()).status).toBe(200)
  await rm(folder.at('data'), { recursive: true, maxRetries: 10 })
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const { status, body } = await gateway.purchase({}, { 'x-correlation-id': 'lost' })
    expect([status, body.errors?.[0]?.error_code]).toEqual([500, 'internal_error'])
  }
  expect((await gateway.search('lost')).body.results).toEqual([])
  const gone = `${folder.at('data/worlds/default')} was removed while the sandbox was running: what was stored in it is lost; start the sandbox again`
  // The state that is written in the background may fail before them.
  const told = sandbox.logs.filter((line) => !line.startsWith('The state file could not be'))
  expect(told[0]).toBe(gone)
  expect(told[1]).toContain(`The change could not be stored: ${gone}`)
  await expect(sandbox.stop()).rejects.toThrow(gone)
  expect(sandbox.logs.filter((line) => line.includes('has everything'))).toEqual([])
})

describe('what is done to the files of a running sandbox is noticed', () => {
  const log = 'data/worlds/default/log.1.jsonl'
  const changes: readonly (readonly [string, string, (folder: Scratch) => Promise<void>])[] = [
    ['a log that is cut short', 'it was cut short', (folder) => truncate(folder.at(log), 20)],
    [
      'a log that is moved',
      'it was moved or replaced',
      (folder) => rename(folder.at(log), folder.at('aside')),
    ],
    [
      'a log that is replaced',
      'it was removed',
      async (folder) => {
        await folder.write('other', '')
        await rename(folder.at('other'), folder.at(log))
      },
    ],
    ['a key that is removed', 'key was removed', (folder) => rm(folder.at('data/key'))],
    [
      'another key',
      'key was changed',
      (folder) => folder.write('data/key', `hmac-sha256 ${'0'.repeat(64)}\n`),
    ],
  ]

  test.each(changes)('%s', async (_what, reason, change) => {
    await using folder = await scratchFolder()
    await using sandbox = await startTestSandbox({ data: folder.at('data') })
    const gateway = new GatewayClient(sandbox.api)
    expect((await gateway.purchase()).status).toBe(200)
    await change(folder)
    // It is looked at once in a second.
    await expect.poll(async () => (await gateway.purchase()).status, { timeout: 5000 }).toBe(500)
    const said = sandbox.logs.filter((line) => line.includes('cannot be written'))
    expect(said).toEqual([expect.stringContaining(reason)])
  })

  test('a key that is put back is good again', async () => {
    await using folder = await scratchFolder()
    await using sandbox = await startTestSandbox({ data: folder.at('data') })
    const gateway = new GatewayClient(sandbox.api)
    const key = await readFile(folder.at('data/key'), 'utf8')
    await rm(folder.at('data/key'))
    await expect.poll(async () => (await gateway.purchase()).status, { timeout: 5000 }).toBe(500)
    await folder.write('data/key', key)
    expect((await gateway.purchase()).status).toBe(200)
  })

  test('a stop after a cut log keeps all that was acknowledged', async () => {
    await using folder = await scratchFolder()
    const sandbox = await startTestSandbox({ data: folder.at('data') })
    const { body } = await new GatewayClient(sandbox.api).purchase()
    await truncate(folder.at(log), 20)
    expect((await new GatewayClient(sandbox.api).purchase()).status).toBe(500)
    await sandbox.stop()
    await using again = await startTestSandbox({ data: folder.at('data') })
    expect((await new GatewayClient(again.api).lookup(body.audit)).status).toBe(200)
  })
})
