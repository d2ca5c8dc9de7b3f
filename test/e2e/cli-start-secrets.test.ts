import { expect, test } from 'vitest'
import { scratchFolder } from '../runtime/scratch.ts'
import { BinarySandbox, sandgate } from '../support/binary.ts'
import { call } from '../support/gateway-client.ts'

async function statusOf(url: string, token?: string): Promise<number> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return (await fetch(`${url}/_sandbox/clock`, { headers })).status
}

test('the control token may come from a file', async () => {
  await using folder = await scratchFolder({ token: 's3cret\n' })
  const args = ['--control-token-file', folder.at('token')]
  await using sandbox = await BinarySandbox.start(args)
  expect(await statusOf(sandbox.url)).toBe(401)
  expect(await statusOf(sandbox.url, 's3cret')).toBe(200)
})

test('the control token may come from the environment, over which the option wins', async () => {
  const env = { SANDGATE_CONTROL_TOKEN: 'from-environment' }
  const args = ['exec', '--', process.execPath, '-e', 'console.log(process.env.SANDGATE_TOKEN)']
  expect(await sandgate(args, { env })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('from-environment\n'),
  })
  const given = await sandgate(['exec', '--control-token', 'given', ...args.slice(1)], { env })
  expect(given.stdout).toContain('given\n')
})

test.each([
  ['that is not there', 'nowhere', 'nowhere cannot be read: it does not exist (ENOENT)', 1],
  [
    'with a space in it, which is not told',
    'token',
    'Invalid token in token: it must be a text of ASCII characters without spaces, since a header carries it',
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

test('a sandbox answers to the names that it is given', async () => {
  const args = ['--allow-host', 'sandbox', '--allow-host', 'pay.test']
  await using sandbox = await BinarySandbox.start(args)
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
