import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Settings } from '../../src/runtime/config/settings.ts'
import { GatewayClient } from '../support/gateway-client.ts'
import { startTestSandbox, type TestSandbox } from '../support/start.ts'
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

describe('a start that fails leaves no payments and no lock behind', () => {
  test.each(failures)('%s', async (_what, spoil) => {
    await using folder = await scratchFolder({ 'bad.json': '{}' })
    const data = folder.at('made/for/data')
    await expect(startTestSandbox({ data, ...spoil(folder) })).rejects.toThrow()
    expect(await filesIn(data)).toEqual(['.gitignore', 'key'])
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

/** The files of a folder and those below. Folders stay: another start may be about to use them. */
async function filesIn(path: string): Promise<string[]> {
  const found = await readdir(path, { recursive: true, withFileTypes: true })
  return found.flatMap((one) => (one.isFile() ? [one.name] : [])).sort()
}

async function takenPort() {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  return { port, [Symbol.asyncDispose]: async () => void taken.close() }
}

test('a port that is taken while the data folder is opened', async () => {
  await using folder = await scratchFolder()
  await using taken = await takenPort()
  const data = folder.at('data')
  const late = { data, clock: Date.parse('2030-01-01T00:00:00Z'), port: taken.port }
  await expect(startTestSandbox(late)).rejects.toThrow('is taken')
  expect(await filesIn(data)).toEqual(['.gitignore', 'key'])
  // Not even its clock is left.
  await using sandbox = await startTestSandbox({ data })
  expect(sandbox.world.now()).toBeLessThan(late.clock)
})

test('a start that fails late takes nothing from the one that came after it', async () => {
  await using taken = await takenPort()
  for (let round = 0; round < 8; round++) {
    await using folder = await scratchFolder()
    const data = folder.at('new/data')
    let hasFailed = false
    const failing = startTestSandbox({ data, port: taken.port })
      .catch(messageOf)
      .finally(() => {
        hasFailed = true
      })
    while (!hasFailed && !existsSync(join(data, 'lock'))) await nextTurn()
    let paid = 0
    const paying = async () => {
      const sandbox = await startWhenFree(data)
      for (; paid < 5; paid++) await new GatewayClient(sandbox.api).purchase()
      await failing
      expect((await new GatewayClient(sandbox.api).purchase()).status).toBe(200)
      await sandbox.stop()
    }
    await Promise.all([paying(), failing])
    expect(await failing).toMatch('is taken')
    await using again = await startTestSandbox({ data })
    expect(again.world.records.size('transactions')).toBe(paid + 1)
  }
})

async function startWhenFree(data: string): Promise<TestSandbox> {
  for (;;) {
    try {
      return await startTestSandbox({ data })
    } catch (error) {
      expect(messageOf(error)).toMatch(/is in use by another sandbox|Many starts want/)
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
