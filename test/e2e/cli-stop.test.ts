import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Scratch, scratchFolder } from '../runtime/scratch.ts'
import { runBinary, startBinary } from '../support/binary.ts'
import { CommandSandbox, sandgate } from '../support/command.ts'
import { GatewayClient } from '../support/gateway-client.ts'
import { startTestSandbox } from '../support/start.ts'

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

test('where nothing runs, it reports that', async () => {
  expect(await sandgate(['stop', '--url', 'http://127.0.0.1:1'])).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(
      /^error: Nothing to stop: no sandbox responds at .*; pass --url /,
    ),
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
    expect(again.stderr).toContain(
      'It was already running, with the data folder .sandgate and the options',
    )
    const { port } = new URL(url)
    const different = await sandgate(['start', '--detach', '--port', '1', '--tls'], place)
    expect(different).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`ready at ${url}\n`),
    })
    expect(different.stdout).toContain(
      `and the options of its start.\nFor other options, stop it first: npx sandgate stop --url ${url}\n`,
    )
    const other = ['start', '--detach', '--port', port, '--data', 'other']
    const taken = await runBinary(other, place)
    expect(taken).toMatchObject({ code: 1, stdout: '' })
    expect(taken.stderr).toMatch(/^error: Port \d+ is taken; /)
    expect(await readdir(folder.at('other/worlds/default'))).toEqual([])
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
    expect(stopped).toMatchObject({
      code: 0,
      stdout: `The sandbox of ${folder.at('.sandgate')} at ${url} has stopped.\n`,
    })
  }
  const log = await readFile(folder.at('.sandgate/sandbox.log'), 'utf8')
  expect(log).toMatch(/approved 00 Approved[\s\S]*Stopped\. Untested: [^\n]*\n$/)
  expect(await readFile(folder.at('.sandgate/.gitignore'), 'utf8')).toBe('*\n')
})

test('a sandbox over TLS in the background is stopped from its folder, and by the line that it printed', async () => {
  await using folder = await scratchFolder()
  const place = { cwd: folder.path }
  const start = ['start', '--detach', '--tls', '--port', '0', '--json']
  for (const isInFolder of [true, false]) {
    const { stdout, stderr } = await runBinary(start, place)
    const { url } = JSON.parse(stdout) as { url: string }
    const line = /Stop it with: NODE_EXTRA_CA_CERTS=(\S+) npx sandgate (stop --url \S+)\n$/.exec(
      stderr,
    )
    const [, ca = '', stop = ''] = line ?? []
    const untrusted = await runBinary(['stop', '--url', url], { env: { NODE_EXTRA_CA_CERTS: '' } })
    expect(untrusted).toMatchObject({
      code: 3,
      stderr: `error: The certificate of ${url} is not trusted; set NODE_EXTRA_CA_CERTS to the sandbox's ca file\n`,
    })
    const stopped = isInFolder
      ? await runBinary(['stop'], place)
      : await runBinary(stop.split(' '), { env: { NODE_EXTRA_CA_CERTS: ca } })
    expect(stopped).toMatchObject({ code: 0, stdout: expect.stringContaining(' has stopped.\n') })
  }
})

/** A lock as another sandbox would have left it in the folder, with its own members changed. */
async function lockOf(folder: Scratch, changes: object): Promise<void> {
  await using sandbox = await startTestSandbox({ data: folder.at('.sandgate') })
  const lock = folder.at('.sandgate/lock')
  const { url: _url, ...owner } = JSON.parse(await readFile(lock, 'utf8'))
  await sandbox.stop()
  await writeFile(lock, `${JSON.stringify({ ...owner, ...changes })}\n`)
}

/** A server that is no sandbox, and what it was asked. */
async function stranger(answer: object = {}) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { method, url, headers } = request
    asked.push(`${method} ${url} ${headers.authorization ?? 'no token'}`)
    response.setHeader('X-Sandbox-Version', '1').end(JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, asked, [Symbol.asyncDispose]: async () => void server.close() }
}

const withToken = (cwd: string) => ({
  cwd,
  env: { SANDGATE_CONTROL_TOKEN: 'a-secret-token-of-mine' },
})

test('a lock of another machine says nothing about this one, and no token goes to its address', async () => {
  await using folder = await scratchFolder()
  await using other = await stranger()
  await lockOf(folder, { host: 'other', url: other.url })
  const refused = await runBinary(['start', '--detach', '--port', '0'], { cwd: folder.path })
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/is in use by a sandbox on other .* or this folder is a copy\n$/),
  })
  await sandgate(['stop'], withToken(folder.path))
  expect(other.asked).toEqual([])
})

test('stop sends the token only to the sandbox that the lock names', async () => {
  await using folder = await scratchFolder()
  await using other = await stranger({ id: 'another' })
  await lockOf(folder, { url: other.url })
  expect(await sandgate(['stop'], withToken(folder.path))).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/^error: Nothing to stop: .* is another sandbox; pass --url /),
  })
  expect(other.asked).toEqual(['GET /_sandbox/health no token'])
})

test.each([
  ['a path', (url: string) => ({ url: `${url}/delete?all=1` })],
  ['a control character', (url: string) => ({ url: `${url}\u001b[2J` })],
  ['an id that is a path', (url: string) => ({ url, id: '../../precious.txt' })],
])('a lock with %s is refused by start and stop, with the file to remove', async (_what, spoil) => {
  await using folder = await scratchFolder({ 'precious.txt': 'precious' })
  await using other = await stranger()
  await lockOf(folder, spoil(other.url))
  for (const words of [['stop'], ['start', '--detach', '--port', '0'], ['start', '--port', '0']]) {
    const ended = await sandgate(words, withToken(folder.path))
    expect(ended).toMatchObject({ code: 1, stdout: '' })
    expect(ended.stderr).toMatch(
      /^error: .sandgate.lock is not a lock that this version of Sandgate wrote; remove it if [^\p{C}]*\n$/u,
    )
  }
  expect(other.asked).toEqual([])
  expect(await readFile(folder.at('precious.txt'), 'utf8')).toBe('precious')
  expect((await readdir(folder.path)).sort()).toEqual(['.sandgate', 'precious.txt'])
})

test('start --detach that is refused prints the reason, and leaves no log', async () => {
  await using folder = await scratchFolder({ '.sandgate/key': 'no key' })
  const ended = await runBinary(['start', '--detach', '--port', '0'], { cwd: folder.path })
  expect(ended).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^error: .sandgate.key is damaged: /),
  })
  expect(await readdir(folder.at('.sandgate'))).toEqual(['key'])
})

test.each([['stop', ['stop']]])(
  '%s waits for a sandbox that is not ready, but not for ever',
  async (_name, words) => {
    await using folder = await scratchFolder()
    // That process is alive, and no sandbox.
    const since = new Date(Date.now() - 22_000).toISOString()
    await lockOf(folder, { pid: process.ppid, since })
    const ended = await sandgate(words, { cwd: folder.path })
    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^Waiting for the sandbox that is starting in .sandgate \(process \d+, since \S+\)\nerror: .sandgate is in use by a sandbox that is not ready yet \(process \d+, since \S+\); stop that process, or remove /,
      ),
    })
  },
)

test.skipIf(process.platform === 'win32')(
  'start --detach and stop name the process of a suspended sandbox, within about ten seconds',
  async () => {
    await using folder = await scratchFolder()
    await using sandbox = await startBinary(['--data', folder.at('.sandgate')])
    const { pid } = sandbox.process
    const place = { cwd: folder.path }
    sandbox.process.kill('SIGSTOP')
    try {
      const [detached, stopped, named] = await Promise.all([
        runBinary(['start', '--detach', '--port', '0'], place),
        runBinary(['stop'], place),
        runBinary(['stop', '--url', sandbox.url.replace('127.0.0.1', 'localhost')], place),
      ])
      const fact = `.sandgate is in use by process ${pid}, which does not respond at ${sandbox.url}; resume that process (kill -CONT ${pid}), or end it\n`
      expect(detached).toMatchObject({ code: 1, stdout: '', stderr: `error: ${fact}` })
      const refused = { code: 3, stdout: '', stderr: `error: Not stopped: ${fact}` }
      expect(stopped).toMatchObject(refused)
      expect(named).toMatchObject(refused)
    } finally {
      sandbox.process.kill('SIGCONT')
    }
    // The request to stop has reached its connection, and is served now.
    expect(await sandbox.process.ended).toMatchObject({ code: 0 })
  },
)

test.skipIf(process.platform === 'win32')(
  'start --detach does not write its output through a link in the data folder',
  async () => {
    await using folder = await scratchFolder({ 'precious.txt': 'precious', '.sandgate/x': '' })
    await symlink('../precious.txt', folder.at('.sandgate/sandbox.log'))
    const ended = await sandgate(['start', '--detach', '--port', '0'], { cwd: folder.path })
    expect(ended).toMatchObject({
      code: 1,
      stderr: 'error: .sandgate/sandbox.log is a link, not a file; move it away\n',
    })
    expect(await readFile(folder.at('precious.txt'), 'utf8')).toBe('precious')
  },
)

test.skipIf(process.platform === 'win32')(
  'neither start --detach nor exec writes through a data folder that is a link',
  async () => {
    await using folder = await scratchFolder({ 'outside/precious.txt': 'precious' })
    await symlink('outside', folder.at('.sandgate'))
    const ended = await sandgate(['start', '--detach', '--port', '0'], { cwd: folder.path })
    expect(ended).toMatchObject({
      code: 1,
      stderr:
        'error: .sandgate is a link, not a folder; pass --data with the folder that it leads to\n',
    })
    await sandgate(['exec', '--', 'true'], { cwd: folder.path, env: { CI: '' } })
    expect(await readdir(folder.at('outside'))).toEqual(['precious.txt'])
  },
)

test.each([
  [['--detach', '--memory'], '--detach with --memory needs --log <file>'],
  [['--detach', '--memory', '--log', '/dev/null'], '/dev/null is a device or a pipe; pass a file'],
  [['--log', 'x'], '--log needs --detach; add --detach, or remove --log'],
])('start %j is refused', async (args, message) => {
  const { code, stderr } = await sandgate(['start', '--port', '0', ...args])
  expect([code === 0, stderr]).toEqual([false, expect.stringContaining(`error: ${message}`)])
})
