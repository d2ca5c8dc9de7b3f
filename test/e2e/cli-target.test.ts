import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CommandSandbox, sandgate } from '../support/command.ts'

const TOKEN = 's3cret'
const NOWHERE = ['--url', 'http://127.0.0.1:1']

let sandbox: CommandSandbox

beforeAll(async () => {
  sandbox = await CommandSandbox.start(['--quiet', '--control-token', TOKEN])
})

afterAll(async () => {
  await sandbox.stop()
})

describe('an address', () => {
  test.each([
    ['of another protocol', () => 'ftp://x'],
    ['with a query', () => `${sandbox.url}?x=1`],
    ['with a user', () => sandbox.url.replace('//', '//u:p@')],
  ])('%s is bad usage', async (_title, url) => {
    const message = `'${url()}': an address is for example http://127.0.0.1:7263, without `
    const told = await sandgate(['status', '--json', '--url', url()])
    expect(told).toMatchObject({ code: 2, stdout: '' })
    expect(told.stderr).toContain(`error: Invalid --url ${message}`)
  })

  test.each(['', '/', '/v1', '/_sandbox', '/w/blue', '/w/blue/v1'])(
    'may end in %s',
    async (end) => {
      const env = { SANDGATE_CONTROL_TOKEN: TOKEN }
      await sandbox.run(['world', 'create', 'blue'], { env })
      const ended = await sandgate(['status', '--url', sandbox.url + end], { env })
      expect(ended).toMatchObject({ code: 0, stderr: '' })
    },
  )
})

describe('SANDGATE_PORT', () => {
  test('finds the sandbox, unless SANDGATE_URL names one', async () => {
    const { port } = new URL(sandbox.url)
    const found = { SANDGATE_CONTROL_TOKEN: TOKEN, SANDGATE_PORT: port }
    const named = { SANDGATE_CONTROL_TOKEN: TOKEN, SANDGATE_PORT: '1', SANDGATE_URL: sandbox.url }
    for (const line of ['status', 'report', 'wait --timeout 5s', 'clock show']) {
      for (const env of [found, named]) {
        const ended = await sandgate(line.split(' '), { env })
        expect(ended, line).toMatchObject({ code: 0, stderr: '' })
      }
    }
  })

  test.each([
    ['that no sandbox has', '1', 3, 'No sandbox responds at http://127.0.0.1:1; '],
    [
      'that is none',
      'x',
      2,
      "Invalid SANDGATE_PORT 'x': it must be a whole number from 0 to 65535",
    ],
  ])('%s is named', async (_title, port, code, message) => {
    const ended = await sandgate(['status'], { env: { SANDGATE_PORT: port } })
    expect(ended).toMatchObject({ code, stderr: expect.stringContaining(`error: ${message}`) })
  })
})

/** What a pod gets beside a Service called `sandgate` with a port called `http`. */
const serviceLinks = {
  SANDGATE_PORT: 'tcp://10.96.0.7:80',
  SANDGATE_PORT_80_TCP: 'tcp://10.96.0.7:80',
  SANDGATE_PORT_80_TCP_ADDR: '10.96.0.7',
  SANDGATE_PORT_80_TCP_PORT: '80',
  SANDGATE_PORT_80_TCP_PROTO: 'tcp',
  SANDGATE_SERVICE_HOST: '10.96.0.7',
  SANDGATE_SERVICE_PORT: '80',
  SANDGATE_SERVICE_PORT_HTTP: '80',
}

describe('in a pod beside a Service called sandgate', () => {
  test('a sandbox starts', async () => {
    await using started = await CommandSandbox.start(['--quiet'], { env: serviceLinks })
    const { code, stderr } = await started.stop()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })
})

describe('a world', () => {
  test.each(['status', 'clock', 'magic', 'export -'])(
    'that is not there is not made by %s',
    async (line) => {
      const env = { SANDGATE_CONTROL_TOKEN: TOKEN }
      const words = [...line.split(' '), '--world', 'nobody', '--json']
      const { code, stdout, stderr } = await sandbox.run(words, { env })
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/^error: There is no world 'nobody'; there are default/)
      const authorization = `Bearer ${TOKEN}`
      const listed = await fetch(`${sandbox.url}/_sandbox/worlds`, { headers: { authorization } })
      expect(listed.status).toBe(200)
      expect(await listed.text()).not.toContain('nobody')
    },
  )

  test('of a bad name is bad usage', async () => {
    const told = await sandbox.run(['clock', '--world', 'UPPER'])
    expect(told).toMatchObject({ code: 2, stdout: '' })
    expect(told.stderr).toContain("Invalid --world 'UPPER': use 1 to 40 characters ")
    const set = await sandbox.run(['clock'], { env: { SANDGATE_WORLD: 'UPPER' } })
    expect(set).toMatchObject({ code: 2, stdout: '' })
    expect(set.stderr).toContain("Invalid SANDGATE_WORLD 'UPPER': ")
  })
})

describe('a control token', () => {
  test.each([
    ['missing', '', 1, 'The control API needs its token, as Authorization: Bearer; set '],
    [
      'wrong',
      'other',
      1,
      'The control token is wrong: this sandbox was started with another one; set ',
    ],
    [
      'one that no header holds',
      'ü€',
      2,
      'Invalid SANDGATE_CONTROL_TOKEN: it must be a string of ASCII ',
    ],
  ])('%s is reported as such', async (_title, token, code, message) => {
    const ended = await sandbox.run(['status', '--json'], {
      env: { SANDGATE_CONTROL_TOKEN: token },
    })
    expect(ended).toMatchObject({ code, stdout: '' })
    expect(ended.stderr).toContain(`error: ${message}`)
    expect(ended.stderr).not.toContain('ü€')
  })
})

test.each([['status'], ['export state.json']])('%s says that no sandbox responds', async (line) => {
  expect(await sandgate([...line.split(' '), ...NOWHERE, '--json'])).toEqual({
    code: 3,
    signal: null,
    stdout: '',
    stderr:
      "error: No sandbox responds at http://127.0.0.1:1; start one with 'npx sandgate start', pass --url or set SANDGATE_URL\n",
  })
})

test.each([['a page', '<p>Hello']])('%s is the response of no sandbox', async (_title, text) => {
  await using other = await otherServer(text)
  for (const words of [['status'], ['clock'], ['magic'], ['wait', '--timeout', '300ms']]) {
    const ended = await sandgate([...words, '--json', '--url', other.url])
    expect(ended, words.join(' ')).toMatchObject({ code: 3, stdout: '' })
    expect(ended.stderr).toMatch(/^error: .*[Tt]he server at .* is not a sandbox/)
  }
})

async function otherServer(text: string): Promise<{ readonly url: string } & AsyncDisposable> {
  const server = createServer((_request, response) => response.end(text)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: close }
}
