import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { scratchFolder } from '../runtime/scratch.ts'
import { runBinary, startBinary } from '../support/binary.ts'
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
  expect(await sandgate(['stop', '--url', 'http://127.0.0.1:1'])).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/^error: Nothing to stop: no sandbox answers at .*; pass --url /),
  })
})

test('--detach starts in the background, once for a folder, and says why it cannot', async () => {
  await using folder = await scratchFolder()
  const detach = ['start', '--detach', '--json', '--port', '0']
  const place = { cwd: folder.path }
  const started = await runBinary(detach, { ...place, env: { npm_command: 'exec' } })
  expect(started).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^{"event":"ready",.*}\n$/),
  })
  const { url, api } = JSON.parse(started.stdout) as { url: string; api: string }
  try {
    expect(started.stderr).toMatch(
      / writes to .sandgate.sandbox\.log\.\nStop it with: npx sandgate stop --url http:/,
    )
    await new GatewayClient(api).purchase()
    const again = await sandgate(detach, place)
    expect(again).toMatchObject({ code: 0, stdout: started.stdout })
    expect(again.stderr).toContain('It was already running, with the data folder .sandgate.\n')
    const { port } = new URL(url)
    const other = ['start', '--detach', '--port', port, '--data', 'other']
    const taken = await runBinary(other, place)
    expect(taken).toMatchObject({ code: 1, stdout: '' })
    expect(taken.stderr).toMatch(/^error: Port \d+ is taken; /)
    expect(await readdir(folder.path)).toEqual(['.sandgate'])
    const nowhere = await sandgate(['start', '--detach', '--data', '/proc/none'], place)
    expect(nowhere).toMatchObject({ code: 1, stdout: '' })
    expect(nowhere.stderr).toMatch(/^error: The data folder \/proc\/none cannot be created: /)
    const named = await startTestSandbox()
    const env = { SANDGATE_PORT: new URL(named.url).port }
    const stopped = await sandgate(['stop'], { ...place, env })
    expect(stopped.stdout).toBe(`The sandbox at ${named.url} has stopped.\n`)
    await named.stop()
  } finally {
    const stopped = await sandgate(['stop'], place)
    expect(stopped).toMatchObject({ code: 0, stdout: `The sandbox at ${url} has stopped.\n` })
  }
  const log = await readFile(folder.at('.sandgate/sandbox.log'), 'utf8')
  // A lock of another machine says nothing about this one, and no token goes to its address.
  await using stranger = await startTestSandbox()
  const since = '2026-03-10T01:00:00Z'
  const lock = { id: 'x', folder: folder.at('.sandgate'), pid: 1, start: null, since }
  const ready = { url: stranger.url }
  const elsewhere = JSON.stringify({ ...lock, namespace: 'other', url: stranger.url, ready })
  await writeFile(folder.at('.sandgate/lock'), elsewhere)
  const refused = await runBinary(detach, place)
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('is in use by a ') })
  await sandgate(['stop'], place)
  expect((await fetch(`${stranger.url}/_sandbox/health`)).status).toBe(200)
  expect(log).toMatch(/approved 00 Approved[\s\S]*Stopped\. No [^\n]*\n$/)
  expect(await readFile(folder.at('.sandgate/.gitignore'), 'utf8')).toBe('*\n')
})

test.each([
  [['--detach', '--memory'], '--detach with --memory needs --log <file>'],
  [['--detach', '--memory', '--log', '/dev/null'], '/dev/null is a device or a pipe; pass a file'],
  [['--log', 'x'], '--log needs --detach; add --detach, or remove --log'],
])('start %j is refused', async (args, message) => {
  const { code, stderr } = await sandgate(['start', '--port', '0', ...args])
  expect([code === 0, stderr]).toEqual([false, expect.stringContaining(`error: ${message}`)])
})
