import { rmSync } from 'node:fs'
import { mkdir, readdir, rename, truncate, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { ControlClient } from '../support/control-client.ts'
import { firstRenewal } from '../support/first-renewal.ts'
import { GatewayClient } from '../support/gateway-client.ts'
import { startTestSandbox } from '../support/start.ts'
import { scratchFolder } from './scratch.ts'

test('a kept world counts after a restart, and can be removed', async () => {
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

test('more than 100 worlds cannot be kept', async () => {
  await using folder = await scratchFolder()
  await using sandbox = await startTestSandbox({ data: folder.at('data'), keepWorlds: true })
  const control = new ControlClient(sandbox.url)
  const made = await Promise.all(
    Array.from({ length: 100 }, (_, i) => control.put(`/worlds/w${i}`)),
  )
  const refused = made.filter(({ status }) => status !== 200)
  expect(refused.map(({ status, body }) => [status, body])).toEqual([
    [429, { errors: [expect.objectContaining({ error_code: 'too_many_worlds' })] }],
  ])
  expect(refused[0]?.text).toContain('There are 100 worlds already, the most that can be kept')
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
  // In one turn: the sandbox, in this process, would notice the first file that is gone.
  rmSync(folder.at('data'), { recursive: true })
  const gone =
    'was removed while the sandbox was running: what was stored in it is lost; start the sandbox again'
  const data = `${folder.at('data')} ${gone}`
  await expect.poll(() => sandbox.logs).toContain(data)
  await expect(sandbox.stop()).rejects.toThrow(data)
  expect(sandbox.logs.filter((line) => line.includes('has everything'))).toEqual([])
})

const changes: readonly (readonly [string, string, (log: string) => Promise<void>])[] = [
  ['cut short', 'was cut short while the sandbox was running', (log) => truncate(log, 20)],
  [
    'replaced',
    'was removed while the sandbox was running',
    async (log) => {
      await writeFile(`${log}.other`, '')
      await rename(`${log}.other`, log)
    },
  ],
]

test.each(changes)(
  'a sandbox whose log is %s stops, and keeps all that was acknowledged',
  async (_what, reason, change) => {
    await using folder = await scratchFolder()
    const sandbox = await startTestSandbox({ data: folder.at('data') })
    await new GatewayClient(sandbox.api).purchase()
    const log = await firstRenewal(folder.at('data'))
    const { body } = await new GatewayClient(sandbox.api).purchase()
    await change(log)
    await expect.poll(() => sandbox.logs).toContainEqual(expect.stringContaining(reason))
    await expect(sandbox.stop()).rejects.toThrow(reason)
    await using again = await startTestSandbox({ data: folder.at('data') })
    expect((await new GatewayClient(again.api).lookup(body.audit)).status).toBe(200)
  },
)
