import { expect, test, vi } from 'vitest'
import { BinarySandbox, sandgate } from '../support/binary.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const NOWHERE = ['--url', 'http://127.0.0.1:1']

test.each<[string, string]>([
  ['strat', "'strat' is no command, did you mean 'start'?"],
  ['banana', "'banana' is no command; 'sandgate --help' lists the commands"],
  ['clock advnce', "'sandgate clock' has no command 'advnce', did you mean 'advance'?"],
  ['clock advance', "missing required argument 'duration'; --help shows what is possible"],
  ['clock advance 3x', "duration '3x' will not do: a duration is "],
  ['clock set tomorrow', "instant 'tomorrow' will not do: an instant is for example "],
  ['status now', "'now' is one word too many; see 'sandgate status --help'"],
  ['status --wrold x', "unknown option '--wrold', did you mean '--world'?"],
  ['status --world UPPER', "--world 'UPPER' will not do: a world is named by "],
  ['status --url ftp://x', "--url 'ftp://x' will not do: an address is for example "],
  ['wait --timeout soon', "--timeout 'soon' will not do: write for example "],
  ['wait --json --timeout', "option '--timeout <duration>' argument missing; "],
  ['settle', 'settle needs either the audits of transactions or --all'],
  ['settle 1 --all', 'settle needs either the audits of transactions or --all'],
  ['settle x', "audit 'x' will not do: it must be a whole number from 1 up"],
  ['settle --all --code 99', "--code '99' will not do: the code of a return is 1 to 9"],
  ['settle --all --declined --code 00', '--code 00 clears a debit; leave --declined out'],
  ['expire', 'expire needs either correlation ids or --all'],
  ['transaction', "missing required argument 'audit'; "],
  ['transaction x', "audit 'x' will not do: it must be a whole number from 1 up"],
  ['transactions --status good', "--status 'good' will not do: allowed choices are "],
  ['transactions --limit 1001', "--limit '1001' will not do: it must be a whole number from 1 to "],
  ['requests --operation buy', "--operation 'buy' will not do: allowed choices are "],
  ['seed --customers many', "--customers 'many' will not do: it must be a whole number from 0"],
  ['scenario lod x', "unknown command 'lod', did you mean 'load'?"],
  ['scenario explain --kvp x', "--kvp 'x' will not do: write it as key=value"],
  ['world create Blue', "name 'Blue' will not do: a world is named by "],
  ['snapshot save', "missing required argument 'name'; "],
])('%s is bad usage', async (line, message) => {
  const words = line.split(' ')
  const ended = await sandgate(words.includes('--json') ? words : [...words, '--json'])
  expect(ended).toMatchObject({ code: 2, stdout: '' })
  expect(ended.stderr).toContain(`error: ${message}`)
  expect(ended.stderr.trim().split('\n')).toHaveLength(1)
})

test('a bad address in the environment is named', async () => {
  const ended = await sandgate(['status'], { env: { SANDGATE_URL: 'here' } })
  expect(ended).toMatchObject({ code: 2, stdout: '' })
  expect(ended.stderr).toContain("--url 'here' from env 'SANDGATE_URL' will not do")
})

test.each(['scenario', 'snapshot', 'world'])('%s alone shows its commands', async (group) => {
  const ended = await sandgate([group])
  expect(ended).toMatchObject({ code: 2, stdout: '' })
  expect(ended.stderr).toContain(`Usage: sandgate ${group}`)
})

test.each(['--help', 'help', '-h'])('%s lists all commands', async (word) => {
  const { code, stdout, stderr } = await sandgate([word])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^ {2}start {2,}.*\n/m)
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
})

test.each([
  ['help', 'clock', 'advance'],
  ['clock', 'advance', '--help'],
])('%s %s %s explains a command', async (...words) => {
  const { code, stdout } = await sandgate(words)
  expect(code).toBe(0)
  expect(stdout).toContain('Usage: sandgate clock advance [options] <duration>')
})

test('--version is the version', async () => {
  expect(await sandgate(['--version'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  })
})

test.each([
  ['status'],
  ['clock'],
  ['clock advance 1d'],
  ['settle --all'],
  ['cards'],
  ['seed'],
  ['requests --follow'],
  ['export state.json'],
  ['world list'],
])('%s says that no sandbox answers', async (line) => {
  expect(await sandgate([...line.split(' '), ...NOWHERE, '--json'])).toEqual({
    code: 3,
    signal: null,
    stdout: '',
    stderr:
      "error: No sandbox answers at http://127.0.0.1:1; start one with 'sandgate start', pass --url or set SANDGATE_URL\n",
  })
})

test('what is not there is a failure of one line, and stdout stays empty', async () => {
  await using sandbox = await BinarySandbox.start(['--quiet'])
  for (const [line, message] of [
    ['transaction 99', 'There is no transaction 99'],
    ['customer 99', 'There is no customer 99'],
    ['request 99', 'The journal has no request 99'],
    ['scenario show nosuch', "Scenario 'nosuch' is not active; active: default; load it to see"],
    ['scenario load nosuch', "There is no shipped scenario 'nosuch'"],
    ['scenario unload nosuch', 'nosuch'],
    ['snapshot load nosuch', "There is no snapshot 'nosuch'"],
    ['snapshot remove nosuch', "There is no snapshot 'nosuch'"],
    ['snapshot save ../x', 'A snapshot name has '],
    ['world remove nosuch', "There is no world 'nosuch'"],
    ['world remove default', 'The default world cannot be removed'],
    ['import nosuch.json', 'nosuch.json cannot be read: it does not exist (ENOENT)'],
    ['export no/such/folder.json', 'no/such/folder.json cannot be written: it does not exist'],
  ] as const) {
    const ended = await sandbox.run([...line.split(' '), '--json'])
    expect(ended, line).toMatchObject({ code: 1, stdout: '' })
    expect(ended.stderr).toMatch(/^error: .*\n$/)
    expect(ended.stderr).toContain(message)
  }
})

test('what answers but is no sandbox counts as silence', async () => {
  const { createServer } = await import('node:http')
  const server = createServer((_request, response) => response.end('<p>Hello')).listen(
    0,
    '127.0.0.1',
  )
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const ended = await sandgate(['status', '--url', `http://127.0.0.1:${port}`])
  expect(ended).toMatchObject({ code: 3, stdout: '' })
  expect(ended.stderr).toContain('is no sandbox')
  server.close()
})
