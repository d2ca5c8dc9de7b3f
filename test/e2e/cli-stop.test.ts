import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { startBinary } from '../support/binary.ts'
import { CommandSandbox, sandgate } from '../support/command.ts'
import { GatewayClient } from '../support/gateway-client.ts'
import { startTestSandbox } from '../support/start.ts'

vi.setConfig({ testTimeout: 60_000 })

test('stop ends the process cleanly, waits until it is gone, and nothing is lost', async () => {
  const data = await mkdtemp(path.join(tmpdir(), 'sandgate-stop-'))
  try {
    const sandbox = await startBinary(['--data', data])
    await new GatewayClient(sandbox.api).purchase()
    const { code, stdout } = await sandbox.run(['stop'])
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `The sandbox at ${sandbox.url} has stopped.\n`,
    })
    expect(await sandbox.process.ended).toMatchObject({ code: 0, signal: null })
    await using again = await CommandSandbox.start(['--data', data])
    expect((await new GatewayClient(again.api).lookup(1_000_001)).status).toBe(200)
  } finally {
    await rm(data, { recursive: true, force: true, maxRetries: 10 })
  }
})

test('a sandbox inside another process stops without it', async () => {
  const sandbox = await startTestSandbox()
  const { code, stdout } = await sandgate(['stop', '--url', sandbox.url, '--json'])
  expect({ code, stdout: JSON.parse(stdout) }).toEqual({ code: 0, stdout: { stopped: true } })
  await expect(fetch(`${sandbox.url}/_sandbox/health`)).rejects.toThrow()
  await sandbox.stop()
})

test('where nothing runs, it says so', async () => {
  expect(await sandgate(['stop', '--url', 'http://127.0.0.1:1'])).toMatchObject({ code: 3 })
})
