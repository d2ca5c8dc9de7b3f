import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, existsSync, openSync } from 'node:fs'
import { readdir, readFile, rm, stat, symlink } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { describe, expect, test, vi } from 'vitest'
import type { TransactionsResponse } from '../../src/control/contract/calls/transactions.ts'
import { page } from '../docs/pages.ts'
import { scratchFolder } from '../runtime/scratch.ts'
import { BinaryProcess, startBinary } from '../support/binary.ts'
import { Command, CommandSandbox, sandgate } from '../support/command.ts'
import { ControlClient } from '../support/control-client.ts'
import { byDirectDebit, GatewayClient, paidBody } from '../support/gateway-client.ts'
import { HalfSent } from '../support/half-sent.ts'

const CLOCK = '2026-03-10T01:00:00Z'

describe('what start prints', () => {
  test('a banner with all that a newcomer needs, and a curl that works', async () => {
    await using folder = await scratchFolder()
    const start = ['start', '--port', '0', '--clock', CLOCK]
    await using started = new Command(start, { cwd: folder.path })
    await started.printing('Ctrl-C stops the sandbox.')
    const [first, ...lines] = started.printed.stdout.split('\n')
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(started.printed.stdout)?.[0]
    expect(first).toMatch(/^Sandgate \d+\.\d+\.\d+ is ready: /)
    expect(lines.slice(1, 6)).toEqual([
      `  API        ${url}/v1`,
      `  Dashboard  ${url}/_sandbox`,
      '  Store      .sandgate, kept across restarts',
      '  Scenario   default',
      '  Clock      2026-03-10T12:00:00+11:00 in Sydney, frozen',
    ])
    expect(started.printed.stdout).toContain(
      `Valid cards are approved. For those that are not:\n  npx sandgate magic --url ${url}\n`,
    )
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)

    const answer = await fetch(`${url}/v1/transactions/purchase`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Correlation-Id': 'try-1' },
      body: /-d '([^']*)'/.exec(started.printed.stdout)?.[1] ?? '',
    })
    expect(await answer.json()).toMatchObject({ status: { transaction_status_code: 'approved' } })

    expect(await started.interrupt()).toMatchObject({ code: 0, stderr: '' })
    expect(existsSync(folder.at('.sandgate'))).toBe(true)

    await using again = new Command([...start, '--scenario', 'flaky-day'], {
      cwd: folder.path,
    })
    await again.printing('Ctrl-C stops the sandbox.')
    expect(again.printed.stdout).toContain(
      'Store      .sandgate, kept across restarts; 1 transaction, 0 customers\n',
    )
    const hint = /npx sandgate (scenario show flaky-day --url http:\S+)\n/
    const [, words = ''] = hint.exec(again.printed.stdout) ?? []
    // In the same folder: the sandbox ends if its data folder, a relative path, is gone.
    const shown = await sandgate(words.split(' '), { cwd: folder.path })
    expect(shown).toMatchObject({ code: 0, stderr: '' })
    expect(again.printed.stdout).not.toContain('Valid cards are approved')
  })

  test('one line for each request, masked, with outcome, rule and world', async () => {
    await using started = new Command(['start', '--port', '0', '--memory'])
    const url = (await started.printing(/http:\S+(?=\/v1)/)) ?? ''
    const client = new GatewayClient(`${url}/v1`)
    const card = (pan: string) => ({ 'transaction.payment_method.creditcard.pan': pan })
    await client.purchase()
    await client.purchase(card('4000000000000051'))
    await client.purchase(card('4000000000000052'))
    await client.get('/transactions?merchant_id=1&correlation_id_lookup=4111111111111111')
    await new GatewayClient(`${url}/w/blue/v1`).lookup(1)
    await started.printing('blue: lookup')
    const log = started.printed.stdout.split('Ctrl-C stops the sandbox.\n\n')[1]
    expect(
      log
        ?.replaceAll(/[\d,]+ ms/g, 'n ms')
        .replaceAll(/^\d\d:\d\d:\d\d\.\d{3} {2}/gm, '')
        .trim()
        .split('\n')
        .filter((line) => !line.startsWith('ERROR ')),
    ).toEqual([
      'purchase              AUD 10.00  1000001  approved 00 Approved  order 1  n ms',
      'purchase              AUD 10.00  1000002  declined 51 Insufficient funds  order 1  [default/card-code]  n ms',
      'purchase              AUD 10.00           422 invalid_pan       order 1  n ms',
      'search                                    nothing found         n ms',
      'blue: lookup                              404 not_found         n ms',
    ])
  })

  test('a line for a finding with the address of its page, and the verdict at the end', async () => {
    await using sandbox = await CommandSandbox.start(['--clock', CLOCK])
    const client = new GatewayClient(sandbox.api)
    const lost = { fault: { at: 'after', http: 503 } }
    for (const operation of ['purchase', 'refund']) {
      await sandbox.json('rule', 'add', JSON.stringify({ when: { operation }, outcome: lost }))
    }
    await client.purchase()
    const { body } = await client.purchase()
    // What may still be looked up is not reported yet.
    await client.refund(body.audit)
    await sandbox.process.printing(
      /^ERROR Double charge, blind retry {2}.*order 1.* {2}http:\S+\/_sandbox\/payments\/\S+$/m,
      'stderr',
    )
    const { stderr } = await sandbox.stop()
    expect(stderr).not.toContain('ERROR Unresolved')
    expect(stderr).toMatch(/\nStopped\. Unsafe: 1 double charge, [^\n]*1 unresolved\n$/)
  })

  test('with --json the ready line alone on stdout, and what people read on stderr', async () => {
    await using started = new Command(['start', '--port', '0', '--memory', '--json'])
    const { url, ...ready } = JSON.parse(await started.printing(/^{.*}$/m))
    expect(ready).toEqual({
      event: 'ready',
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
      api: `${url}/v1`,
      dashboard: `${url}/_sandbox`,
      pid: started.pid,
    })
    await started.printing('in memory; lost when the sandbox stops', 'stderr')
    const { stdout } = await started.interrupt()
    expect(stdout.trim().split('\n')).toHaveLength(1)
  })

  test('without any command it starts', async () => {
    await using started = new Command(['--port', '0', '--memory', '--quiet'])
    await started.printing('Sandgate is ready at')
    expect((await started.interrupt()).code).toBe(0)
  })
})

describe('how start ends', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s stops it cleanly', async (signal) => {
    await using sandbox = await startBinary()
    sandbox.process.kill(signal)
    expect(await sandbox.process.ended).toMatchObject({ code: 0, signal: null })
  })

  test.skipIf(process.platform === 'win32')(
    'a signal ends it while it waits for a pipe that nobody writes to',
    async () => {
      await using folder = await scratchFolder()
      const pipe = folder.at('rules.yaml')
      execFileSync('mkfifo', [pipe])
      const words = ['start', '--memory', '--port', '0', '--scenario', pipe]
      await using start = new BinaryProcess(words)
      // Succeeds when the other end is open.
      const { O_WRONLY, O_NONBLOCK } = constants
      const open = () => openSync(pipe, O_WRONLY | O_NONBLOCK)
      const fd = await vi.waitFor(open, { timeout: 60_000 })
      start.kill('SIGTERM')
      expect(await start.ended).toMatchObject({ signal: 'SIGTERM' })
      closeSync(fd)
    },
  )

  test('a world that was removed while it was in use does not hold it up', async () => {
    await using sandbox = await CommandSandbox.start()
    const control = new ControlClient(sandbox.url)
    const blue = new ControlClient(sandbox.url, 'blue')
    const seeding = blue.post('/seed', { transactions: 40_000 })
    await vi.waitFor(() => expectTransactions(blue), { timeout: 30_000 })
    const purchase = `${sandbox.url}/w/blue/v1/transactions/purchase`
    const late = await HalfSent.begin(purchase, paidBody(byDirectDebit()))
    expect((await control.delete('/worlds/blue')).status).toBe(200)
    expect((await late.finish()).status).toBe(404)
    expect((await seeding).status).toBe(404)
    expect(await sandbox.stop()).toMatchObject({ code: 0, signal: null })
  })

  test('a second Ctrl-C stops it at once, whoever is still being served', async () => {
    await using sandbox = await startBinary(['--quiet'])
    const client = await halfSentRequest(sandbox.url)
    sandbox.process.kill('SIGINT')
    await untilRefused(sandbox.url)
    sandbox.process.kill('SIGINT')
    expect((await sandbox.process.ended).code).toBe(130)
    client.destroy()
  })
})

describe('the ready file', () => {
  test('holds the ready line while the sandbox runs, and only then', async () => {
    await using folder = await scratchFolder({ 'ready.json': 'left behind' })
    const file = folder.at('ready.json')
    await using sandbox = await CommandSandbox.start(['--ready-file', file])
    const ready = await untilReadable(file)
    expect(JSON.parse(ready)).toMatchObject({ event: 'ready', url: sandbox.url })
    expect(await readdir(folder.path)).toEqual(['ready.json'])
    await sandbox.stop()
    expect(existsSync(file)).toBe(false)
  })

  test('of an earlier run is gone as soon as a start fails', async () => {
    await using folder = await scratchFolder({ 'ready.json': 'left behind' })
    const args = ['start', '--scenario', 'nosuch', '--ready-file', 'ready.json']
    expect((await sandgate(args, { cwd: folder.path })).code).toBe(1)
    expect(existsSync(folder.at('ready.json'))).toBe(false)
  })

  test.each([
    [
      'in no folder',
      'no/ready.json',
      'no/ready.json cannot be written: the folder no does not exist; create it first',
    ],
    ['that is a pipe', 'pipe', 'pipe is a device or a pipe; pass a file for --ready-file'],
  ])('%s stops the start, and leaves nothing behind', async (_name, file, message) => {
    await using folder = await scratchFolder({ 'folder/kept': '' })
    execFileSync('mkfifo', [folder.at('pipe')])
    const args = ['start', '--port', '0', '--memory', '--json', '--ready-file', file]
    const ended = await sandgate(args, { cwd: folder.path })
    expect(ended).toMatchObject({ code: 1, stdout: '', stderr: `error: ${message}\n` })
    expect((await readdir(folder.path)).sort()).toEqual(['folder', 'pipe'])
    expect((await stat(folder.at('pipe'))).isFIFO()).toBe(true)
  })

  test('takes the place of a link, and what that leads to stays as it was', async () => {
    await using folder = await scratchFolder({ 'target.json': 'of someone else' })
    await symlink('target.json', folder.at('ready.json'))
    await using sandbox = await CommandSandbox.start(['--ready-file', folder.at('ready.json')])
    expect(JSON.parse(await readFile(folder.at('ready.json'), 'utf8')).url).toBe(sandbox.url)
    await sandbox.stop()
    expect(await readdir(folder.path)).toEqual(['target.json'])
    expect(await readFile(folder.at('target.json'), 'utf8')).toBe('of someone else')
  })
})

describe('what keeps it from starting', () => {
  test('a port of another sandbox, and nothing is stored', async () => {
    await using folder = await scratchFolder()
    await using first = await startBinary()
    const { port } = new URL(first.url)
    const second = await sandgate(['start', '--port', port], { cwd: folder.path })
    expect(second).toMatchObject({ code: 1, stdout: '' })
    expect(await readdir(folder.at('.sandgate/worlds/default'))).toEqual([])
    const [, words = ''] =
      /'npx sandgate (stop [^']*)' if it is a sandbox/.exec(second.stderr) ?? []
    expect(await sandgate(words.split(' '))).toMatchObject({ code: 0 })
  })

  test('every fault of a config and of a scenario, with its line', async () => {
    await using folder = await scratchFolder({
      'sandgate.config.yaml': 'sever: {}\njournal: { limit: 0 }\n',
      'bad.yaml': 'name: bad\nrules:\n  - whne: {}\n    outcome: { status: declined }\n',
    })
    const config = await sandgate(['start'], { cwd: folder.path })
    expect(config).toMatchObject({ code: 2, stdout: '' })
    expect(config.stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/^error: sandgate\.config\.yaml:1:1: .*'server'/),
      expect.stringMatching(/^error: sandgate\.config\.yaml:2:/),
    ])
    await rm(folder.at('sandgate.config.yaml'))
    const scenario = await sandgate(['start', '--scenario', './bad.yaml'], { cwd: folder.path })
    expect(scenario).toMatchObject({ code: 2, stdout: '' })
    expect(scenario.stderr).toMatch(/^error: \.\/bad\.yaml:3:5: .*'when'.*\n$/)
  })
})

test('variables set options: they win over the config, and the command line wins over them', async () => {
  await using folder = await scratchFolder({
    'sandgate.config.yaml': 'clock: 2026-03-10T01:00:00Z\nscenarios: [drift]\nseed: 3\n',
  })
  const env = {
    SANDGATE_SCENARIO: 'flaky-day, slow-bank',
    SANDGATE_SEED: '7',
    SANDGATE_CLOCK: '2026-04-01T00:00:00Z',
    SANDGATE_DATA: 'not-this-one',
    SANDGATE_QUIET: '1',
    SANDGATE_WATCH: '0',
    SANDGATE_HOST: '',
    SANDGATE_PROT: '1',
    SANDGATE_URL: 'http://127.0.0.1:1',
    SANDGATE_STAGE: 'mine',
  }
  await using sandbox = await CommandSandbox.start(['--seed', '9'], { cwd: folder.path, env })
  expect(await sandbox.json('status')).toMatchObject({
    now: '2026-04-01T00:00:00.000Z',
    scenarios: [{ name: 'slow-bank' }, { name: 'flaky-day' }],
  })
  expect(await sandbox.json('seed', '--customers', '1')).toMatchObject({ seed: 9 })
  expect(await readdir(folder.path)).toEqual(['sandgate.config.yaml'])
  expect(sandbox.process.printed.stderr).toBe(
    "warning: SANDGATE_PROT is not an option. Did you mean 'SANDGATE_PORT'?\n",
  )
})

test('the config reference lists the variables, as the help does', async () => {
  const { stdout } = await sandgate(['start', '--help'])
  const [, section = ''] = page('docs/reference/config.md').text.split('## Environment')
  const [listed = ''] = section.split('\n\n').filter((part) => part.includes('SANDGATE_ALLOW_HOST'))
  const names = (text: string) => [...new Set(text.match(/SANDGATE_[A-Z_]+/g))].sort()
  // That one is of exec and sweep.
  const ofStart = names(listed).filter((name) => name !== 'SANDGATE_ENV')
  expect(ofStart).toEqual(names(stdout))
  const options = new Set(
    [...stdout.matchAll(/^ +(?:-\w, )?--([a-z-]+)/gm)].map(([, name = '']) => name),
  )
  options.delete('help')
  const variable = (name: string) => `SANDGATE_${name.toUpperCase().replaceAll('-', '_')}`
  expect(ofStart).toEqual([...options].map(variable).sort())
})

test('beyond loopback the control API wants its token, which commands take from SANDGATE_CONTROL_TOKEN', async () => {
  const args = ['--host', '0.0.0.0', '--control-token', 's3cret']
  await using sandbox = await CommandSandbox.start(args)
  const refused = await sandbox.run(['status'])
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(/^error: .*token.*; set SANDGATE_CONTROL_TOKEN\n$/)
  expect((await sandbox.run(['wait'])).code).toBe(0)
  expect((await sandbox.run(['status'], { env: { SANDGATE_CONTROL_TOKEN: 's3cret' } })).code).toBe(
    0,
  )
})

test('beyond loopback it prints addresses that others can use, and warns of a short token', async () => {
  const others = Object.values(networkInterfaces())
    .flatMap((all = []) => all)
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
  const args = ['--host', '0.0.0.0', '--control-token', 's3cret']
  await using sandbox = await CommandSandbox.start(args)
  const { stderr } = sandbox.process.printed
  expect(stderr).toContain('your token protects the control API')
  expect(stderr).toContain('warning: The control token has only 6 characters')
  expect(stderr).toContain('openssl rand -hex 16')
  for (const { address } of others) {
    const url = `http://${address}:${new URL(sandbox.url).port}`
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(url)
    expect((await fetch(`${url}/_sandbox/health`)).status).toBe(200)
  }
})

async function expectTransactions(control: ControlClient): Promise<void> {
  const { body } = await control.get<TransactionsResponse>('/transactions?limit=1')
  expect(body.transactions).toHaveLength(1)
}

/** A request whose body never ends; the server has begun to read it. */
async function halfSentRequest(url: string): Promise<Socket> {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  const head = ['POST /v1/transactions/purchase HTTP/1.1', `Host: ${host}`, 'Content-Length: 99']
  const asking = [...head, 'Content-Type: application/json', 'Expect: 100-continue']
  socket.write(`${asking.join('\r\n')}\r\n\r\n`)
  await once(socket, 'data')
  return socket
}

async function untilRefused(url: string): Promise<void> {
  const isUp = await fetch(`${url}/_sandbox/health`).then(
    () => true,
    () => false,
  )
  if (isUp) await untilRefused(url)
}

async function untilReadable(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text ?? (await untilReadable(file))
}
