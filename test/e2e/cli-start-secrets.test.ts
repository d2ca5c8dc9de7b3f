import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { scratchFolder } from '../runtime/scratch.ts'
import { CommandSandbox, sandgate } from '../support/command.ts'
import { call } from '../support/gateway-client.ts'

async function statusOf(url: string, token?: string): Promise<number> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return (await fetch(`${url}/_sandbox/clock`, { headers })).status
}

test('the control token may come from a file', async () => {
  await using folder = await scratchFolder({ token: 's3cret\n' })
  const args = ['--control-token-file', folder.at('token')]
  await using sandbox = await CommandSandbox.start(args)
  expect(await statusOf(sandbox.url)).toBe(401)
  expect(await statusOf(sandbox.url, 's3cret')).toBe(200)
})

test('the control token may come from the environment, over which the option wins', async () => {
  const env = { SANDGATE_CONTROL_TOKEN: 'from-environment' }
  const print = ['sh', '-c', 'echo "$SANDGATE_CONTROL_TOKEN"']
  const args = ['exec', '--fail-on', 'never', '--', ...print]
  expect(await sandgate(args, { env })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('from-environment\n'),
  })
  const given = await sandgate(['exec', '--control-token', 'given', ...args.slice(1)], { env })
  expect(given.stdout).toContain('given\n')
})

test.each([
  ['that is not there', 'nowhere', 'There is no token file nowhere; check its path', 2],
  [
    'with a space in it, which is not told',
    'token',
    'Invalid token in token: it must be a string of ASCII characters without spaces, since a header carries it',
    2,
  ],
])('a token file %s stops the start', async (_what, file, message, code) => {
  await using folder = await scratchFolder({ token: 'two words' })
  const args = ['start', '--memory', '--port', '0', '--control-token-file', file]
  expect(await sandgate(args, { cwd: folder.path })).toMatchObject({
    code,
    stderr: `error: ${message}\n`,
  })
})

test('a sandbox responds to the names that it is given', async () => {
  const args = ['--allow-host', 'sandbox', '--allow-host', 'pay.test']
  await using sandbox = await CommandSandbox.start(args)
  const { port } = new URL(sandbox.url)
  for (const [host, status] of [
    ['sandbox', 200],
    ['pay.test', 200],
    ['pay.tests', 403],
  ] as const) {
    const url = `http://127.0.0.1:${port}/_sandbox/health`
    expect((await call(url, { headers: { host } })).status).toBe(status)
  }
})

test('an error does not repeat a card number that was typed', async () => {
  for (const words of [['4539148803436467'], ['--seed', '4539 1488 0343 6467']]) {
    const { code, stderr } = await sandgate(['start', '--memory', ...words])
    expect(code).toBe(2)
    expect(stderr).toContain('453914xxxxxx6467')
    expect(stderr).not.toMatch(/4539.?1488.?0343/)
  }
})

test('a data folder that it made hides itself from git', async () => {
  await using folder = await scratchFolder({ 'used/notes.txt': '' })
  for (const [data, isHidden] of [
    ['fresh', true],
    ['used', false],
  ] as const) {
    await using _sandbox = await CommandSandbox.start(['--data', folder.at(data)])
    expect(existsSync(folder.at(`${data}/.gitignore`))).toBe(isHidden)
  }
  expect(await readFile(folder.at('fresh/.gitignore'), 'utf8')).toBe('*\n')
})
