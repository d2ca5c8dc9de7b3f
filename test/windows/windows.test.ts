import { once } from 'node:events'
import { appendFile, readdir, readFile, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { type Scratch, scratchFolder } from '../runtime/scratch.ts'
import { firstRenewal } from '../support/first-renewal.ts'
import { GatewayClient, paidBody } from '../support/gateway-client.ts'
import {
  onWindows,
  WindowsProcess,
  windowsExecutable,
  windowsNode,
} from '../support/outside/windows-node.ts'

vi.setConfig({ testTimeout: 240_000 })

interface Ready {
  readonly url: string
  readonly api: string
}

/** Starts a sandbox there, and waits for its ready file. */
async function started(folder: Scratch, args: readonly string[], words?: readonly string[]) {
  const file = `ready-${args.length}-${(await readdir(folder.path)).length}.json`
  const options = ['--port', '0', '--quiet', '--ready-file', file]
  const sandbox = new WindowsProcess(['start', ...options, ...args], folder.path, { words })
  const read = async () => JSON.parse(await readFile(folder.at(file), 'utf8')) as Ready
  const ready = await vi.waitFor(read, { timeout: 120_000, interval: 100 })
  return { sandbox, ...ready, gateway: new GatewayClient(ready.api) }
}

/** A folder with an `npm` beside an `npm.cmd`, which runs this script. */
function npmFolder(script: string): Promise<Scratch> {
  const node = windowsNode?.at(-1)?.replaceAll('/', '\\')
  return scratchFolder({
    'bin/npm.cmd': `@"${node}" "%~dp0script.js" %*\r\n`,
    'bin/npm': 'this is a script for sh\n',
    'bin/script.js': script,
  })
}

/** An environment in which the commands of a folder are found. */
function finding(folder: Scratch): NodeJS.ProcessEnv {
  const bin = folder.at('bin')
  if (process.platform === 'win32') return { PATH: `${bin};${process.env.PATH}` }
  // Wine puts it before its own PATH.
  return { WINEPATH: `Z:${bin.replaceAll('/', '\\')}` }
}

const show = `require('fs').writeFileSync('shown.json', JSON.stringify(process.argv.slice(2)))
process.exit(Number(process.env.SANDGATE_URL === undefined))`

/** Pays, and does not end before it has its answer. */
const pay = (port: number) => `require('net').connect(${port}, '127.0.0.1', () => {
  const headers = { 'content-type': 'application/json', 'x-correlation-id': 'run-' + process.pid }
  const sent = require('http').request(process.env.SANDGATE_API + '/transactions/purchase',
    { method: 'POST', headers }, () => process.exit())
  sent.on('error', () => {}).end(${JSON.stringify(JSON.stringify(paidBody()))})
})`

describe.skipIf(windowsNode === undefined)('on Windows', () => {
  test('a payment outlives a kill and a torn log, and its folder has one owner', async () => {
    await using folder = await scratchFolder()
    const first = await started(folder, ['--data', 'data'])
    expect((await first.gateway.purchase({}, { 'x-correlation-id': 'kept' })).status).toBe(200)
    const second = await onWindows(['start', '--port', '0', '--data', 'data'], folder.path)
    expect(second.code).not.toBe(0)
    expect(second.output).toContain('is in use by another sandbox')
    const log = await firstRenewal(folder.at('data'))
    first.sandbox.kill()
    await first.sandbox.ended
    const { size } = await stat(log)
    await appendFile(log, '0badc0de 0badc0de [["+transac')
    const again = await started(folder, ['--data', 'data'])
    await using _ = again.sandbox
    expect((await stat(log)).size).toBe(size)
    expect((await again.gateway.search('kept')).body.results).toHaveLength(1)
  })

  test('the clock, snapshots, a reset, the config and stop work', async () => {
    await using folder = await scratchFolder({ 'sandgate.config.yaml': 'seed: 7\n' })
    const { url, gateway, sandbox } = await started(folder, ['--data', 'data'])
    const command = (...args: readonly string[]) =>
      onWindows([...args, '--url', url], folder.path).then(({ code, output }) => [code, output])
    await gateway.purchase({}, { 'x-correlation-id': 'before' })
    expect(await command('snapshot', 'save', 'kept')).toEqual([0, expect.any(String)])
    expect(await command('snapshot', 'save', 'con')).toEqual([2, expect.stringContaining('con')])
    expect(await command('reset')).toEqual([0, expect.any(String)])
    expect((await gateway.search('before')).body.results).toEqual([])
    expect(await command('snapshot', 'load', 'kept')).toEqual([0, expect.any(String)])
    expect((await gateway.search('before')).body.results).toHaveLength(1)
    expect(await command('requests', '1', '--curl')).toEqual([
      0,
      expect.stringContaining('curl.exe'),
    ])
    expect(await command('stop')).toEqual([0, expect.stringContaining('has stopped')])
    expect((await sandbox.ended).code).toBe(0)
  })

  test('exec runs npm.cmd, passes arguments unchanged and runs nothing else', async () => {
    await using folder = await npmFolder(show)
    const hostile = [
      'a b',
      'say "hi"',
      '& echo injected > injected &',
      'a" & echo injected > injected & "b',
      '%PATH%',
      '^',
      'a|b',
      'C:\\',
      '',
      '!x!',
    ]
    const env = finding(folder)
    const recording = ['exec', '--record', 'run.jsonl', '--fail-on', 'never']
    const options = [...recording, '--', 'npm', 'test', ...hostile]
    const { code, output } = await onWindows(options, folder.path, { env })
    expect([code, output]).toEqual([0, expect.any(String)])
    const shown = await readFile(folder.at('shown.json'), 'utf8')
    expect(JSON.parse(shown)).toEqual(['test', ...hostile])
    expect(await readdir(folder.path)).not.toContain('injected')
    expect(await readdir(folder.path)).toContain('run.jsonl')
    const absent = await onWindows(['exec', '--', 'no-such-command'], folder.path, { env })
    // By wine's cmd.exe it is 9009, of which Linux keeps the last byte; by that of Windows it is 1,
    // which cross-spawn takes for a missing command.
    const missing =
      process.platform === 'win32'
        ? ([127, 'not found'] as const)
        : ([9009 & 255, 'no-such-command'] as const)
    expect([absent.code, absent.output]).toEqual([missing[0], expect.stringContaining(missing[1])])
  })

  test('sweep --crash ends npm.cmd and what it started', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const closed: Promise<unknown>[] = []
    server.on('connection', (socket) => {
      socket.on('error', () => undefined).resume()
      closed.push(new Promise((resolve) => socket.once('close', resolve)))
    })
    await using folder = await npmFolder(pay((server.address() as AddressInfo).port))
    const options = ['--crash', '--only', 'purchase-1/after/crash', '--', 'npm', 'test']
    const { code, output } = await onWindows(['sweep', ...options], folder.path, {
      env: finding(folder),
    })
    expect([code, output]).toEqual([4, expect.stringContaining('double charge')])
    // Two clean runs, the crash, and the run after it.
    expect(closed).toHaveLength(4)
    await Promise.all(closed)
    server.close()
  })

  test('a recorded run opens', async () => {
    await using folder = await scratchFolder()
    const record = path.join(folder.path, 'run.jsonl')
    const { url, gateway, sandbox } = await started(folder, ['--memory', '--record', 'run.jsonl'])
    await gateway.purchase()
    await onWindows(['stop', '--url', url], folder.path)
    await sandbox.ended
    expect(await readFile(record, 'utf8')).toContain('purchase')
    const merged = ['report', 'run.jsonl', '--output', 'report.md']
    expect((await onWindows(merged, folder.path)).code).toBe(0)
    expect(await readFile(folder.at('report.md'), 'utf8')).toContain('payment')
    const port = await freePort()
    await using _ = new WindowsProcess(['open', 'run.jsonl', '--port', `${port}`], folder.path)
    // It answers before it has played the run to its end.
    const look = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/_sandbox/transactions`)
      expect(await answer.json()).toMatchObject({ transactions: [{ operation: 'purchase' }] })
    }
    await vi.waitFor(look, { timeout: 120_000, interval: 100 })
  })

  test.skipIf(windowsExecutable === undefined)(
    'the single executable runs the demo, judges a command and keeps a purchase',
    async () => {
      await using folder = await npmFolder(show)
      const words = windowsExecutable
      const run = (args: readonly string[]) =>
        onWindows(args, folder.path, { words, env: finding(folder) })
      const demo = await run(['demo', '--exit'])
      expect([demo.code, demo.output]).toEqual([
        0,
        expect.stringMatching(/naive +Unsafe: 2 double/),
      ])
      const judged = await run(['exec', '--fail-on', 'never', '--', 'npm', 'test'])
      expect([judged.code, judged.output]).toEqual([0, expect.any(String)])
      const first = await started(folder, ['--data', 'data'], words)
      await first.gateway.purchase({}, { 'x-correlation-id': 'kept' })
      const page = await fetch(`${first.url}/_sandbox`, { headers: { Accept: 'text/html' } })
      expect(await page.text()).toContain('<!DOCTYPE html>')
      expect((await run(['stop', '--url', first.url])).code).toBe(0)
      expect((await first.sandbox.ended).code).toBe(0)
      const again = await started(folder, ['--data', 'data'], words)
      await using _ = again.sandbox
      expect((await again.gateway.search('kept')).body.results).toHaveLength(1)
    },
  )
})
