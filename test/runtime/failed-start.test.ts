import { mkdir, readdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { Settings } from '../../src/runtime/config/settings.ts'
import { GatewayClient } from '../support/gateway-client.ts'
import { startTestSandbox } from '../support/start.ts'
import { type Scratch, scratchFolder } from './scratch.ts'

type Spoil = (folder: Scratch) => Partial<Settings>

const failures: readonly (readonly [string, Spoil])[] = [
  ['an import that is none', (folder) => ({ baseline: folder.at('bad.json') })],
  [
    'a certificate that is none',
    (folder) => ({
      tls: { kind: 'files', cert: folder.at('bad.json'), key: folder.at('bad.json') },
    }),
  ],
  ['an address that is not of this machine', () => ({ host: '203.0.113.7' })],
]

describe('a start that fails leaves no data folder behind', () => {
  test.each(failures)('%s', async (_what, spoil) => {
    await using folder = await scratchFolder({ 'bad.json': '{}' })
    const settings = { data: folder.at('made/for/data'), ...spoil(folder) }
    await expect(startTestSandbox(settings)).rejects.toThrow()
    expect(await readdir(folder.path)).toEqual(['bad.json'])
  })

  test.each(failures)('%s, and takes nothing away that was there', async (_what, spoil) => {
    await using folder = await scratchFolder({ 'bad.json': '{}' })
    const data = folder.at('data')
    {
      await using first = await startTestSandbox({ data })
      await new GatewayClient(first.api).purchase()
    }
    await expect(startTestSandbox({ data, ...spoil(folder) })).rejects.toThrow()
    await using again = await startTestSandbox({ data })
    expect((await new GatewayClient(again.api).lookup(1000001)).status).toBe(200)
  })
})

test('an empty folder that was there stays, and can be used after a start that failed', async () => {
  await using folder = await scratchFolder({ 'bad.json': '{}' })
  const data = folder.at('data')
  await mkdir(data)
  await expect(startTestSandbox({ data, baseline: folder.at('bad.json') })).rejects.toThrow()
  await using sandbox = await startTestSandbox({ data })
  expect((await new GatewayClient(sandbox.api).purchase()).status).toBe(200)
})

test('a port that is taken while the data folder is opened', async () => {
  await using folder = await scratchFolder()
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => taken.once('listening', resolve))
  const { port } = taken.address() as { readonly port: number }
  await expect(startTestSandbox({ data: folder.at('data'), port })).rejects.toThrow('is taken')
  expect(await readdir(folder.path)).toEqual([])
  taken.close()
})
