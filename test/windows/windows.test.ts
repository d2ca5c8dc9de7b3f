import { appendFile, readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { type Scratch, scratchFolder } from '../runtime/scratch.ts'
import { GatewayClient } from '../support/gateway-client.ts'
import { onWindows, WindowsProcess, windowsNode } from '../support/outside/windows-node.ts'

vi.setConfig({ testTimeout: 240_000 })

interface Ready {
  readonly url: string
  readonly api: string
}

/** Starts a sandbox there, and waits for its ready file. */
async function started(folder: Scratch, args: readonly string[]) {
  const file = `ready-${args.length}-${(await readdir(folder.path)).length}.json`
  const options = ['--port', '0', '--quiet', '--ready-file', file]
  const sandbox = new WindowsProcess(['start', ...options, ...args], folder.path)
  const read = async () => JSON.parse(await readFile(folder.at(file), 'utf8')) as Ready
  const ready = await vi.waitFor(read, { timeout: 120_000, interval: 100 })
  return { sandbox, ...ready, gateway: new GatewayClient(ready.api) }
}

/** What a batch file passes on, as `npm.cmd` does. */
const npm = (node: string) => `@"${node}" "%~dp0show.js" %*\r\n`
const show = `require('fs').writeFileSync('shown.json', JSON.stringify(process.argv.slice(2)))
process.exit(Number(process.env.SANDGATE_URL === undefined))`

describe.skipIf(windowsNode === undefined)('on Windows', () => {
  test('a payment outlives a kill and a torn log, and its folder has one owner', async () => {
    await using folder = await scratchFolder()
    const first = await started(folder, ['--data', 'data'])
    expect((await first.gateway.purchase({}, { 'x-correlation-id': 'kept' })).status).toBe(200)
    const second = await onWindows(['start', '--port', '0', '--data', 'data'], folder.path)
    expect(second.code).not.toBe(0)
    expect(second.output).toContain('is in use by another sandbox')
    first.sandbox.kill()
    await first.sandbox.ended
    const log = folder.at('data/worlds/default/log.1.jsonl')
    const { size } = await stat(log)
    await appendFile(log, '0badc0de 0badc0de [["+transac')
    await using again = (await started(folder, ['--data', 'data'])).sandbox
    expect((await stat(log)).size).toBe(size)
    again.kill()
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
    expect(await command('request', '1', '--curl')).toEqual([
      0,
      expect.stringContaining('curl.exe'),
    ])
    expect(await command('stop')).toEqual([0, expect.stringContaining('has stopped')])
    expect((await sandbox.ended).code).toBe(0)
  })

  test('exec runs npm.cmd, passes arguments unchanged and runs nothing else', async () => {
    const [program = '', ...words] = windowsNode ?? []
    const node = (words.at(-1) ?? program).replaceAll('/', '\\')
    await using folder = await scratchFolder({
      'bin/npm.cmd': npm(node),
      'bin/npm': 'this is a script for sh\n',
      'bin/show.js': show,
    })
    const PATH = [folder.at('bin'), process.env.PATH].join(process.platform === 'win32' ? ';' : ':')
    const hostile = [
      'a b',
      '"& echo injected > injected &"',
      '%PATH%',
      '^',
      'a|b',
      'C:\\',
      '',
      '!x!',
    ]
    const env = { PATH, Path: PATH, WINEPATH: `Z:${folder.at('bin').replaceAll('/', '\\')}` }
    const options = ['exec', '--record', 'run.jsonl', '--', 'npm', 'test', ...hostile]
    const { code, output } = await onWindows(options, folder.path, env)
    expect([code, output]).toEqual([0, expect.any(String)])
    const shown = await readFile(folder.at('shown.json'), 'utf8')
    expect(JSON.parse(shown)).toEqual(['test', ...hostile])
    expect(await readdir(folder.path)).not.toContain('injected')
    expect(await readdir(folder.path)).toContain('run.jsonl')
    const absent = await onWindows(['exec', '--', 'no-such-command'], folder.path, env)
    expect([absent.code, absent.output]).toEqual([127, expect.stringContaining('not found')])
  })

  test('a recorded run opens', async () => {
    await using folder = await scratchFolder()
    const record = path.join(folder.path, 'run.jsonl')
    const { url, gateway, sandbox } = await started(folder, ['--memory', '--record', 'run.jsonl'])
    await gateway.purchase()
    await onWindows(['stop', '--url', url], folder.path)
    await sandbox.ended
    expect(await readFile(record, 'utf8')).toContain('purchase')
    const merged = ['report', 'merge', 'run.jsonl', '--report', 'report.md']
    expect((await onWindows(merged, folder.path)).code).toBe(0)
    expect(await readFile(folder.at('report.md'), 'utf8')).toContain('payment')
  })
})
