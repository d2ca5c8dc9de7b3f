import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, truncate } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { scratchFolder } from '../runtime/scratch.ts'
import { CommandSandbox, sandgate } from '../support/command.ts'

const TOKEN = 'it must be a string of ASCII characters'

const bad: readonly (readonly [readonly string[], string])[] = [
  [['--port', '70000'], "Invalid --port '70000': it must be a whole number from 0 to 65535"],
  [['--host', '0.0.0.0'], 'Listening on 0.0.0.0, beyond this machine, needs a control token; '],
  [['--memory', '--data', 'x'], 'leave one of them out'],
  [['--scenario', 'drift,drift'], "drift is the second scenario of the name 'drift'; leave "],
  [['--config', 'no.yaml'], 'There is no config file no.yaml'],
  [['--clock', '2026-02-30'], "Invalid --clock '2026-02-30': there is no day 2026-02-30"],
  [
    ['--durability', 'relxed'],
    "Invalid --durability 'relxed'. Did you mean 'relaxed'? Use sync or relaxed",
  ],
  [['--control-token', 'ü€'], `Invalid --control-token: ${TOKEN}`],
  [['--public-url', 'x'], "Invalid --public-url 'x': it must be an address such as https://"],
]

test.each(bad)('start %j is bad usage', async (args, message) => {
  await expectRefusal(['start', ...args], 2, message)
})

test.each(bad.slice(0, 3))('exec %j is bad usage', async (args, message) => {
  await expectRefusal(['exec', ...args, '--', 'true'], 2, message)
})

const ENDLESS = '/dev/zero is a device; pass a file'

test.each([
  ['start', '--scenario', '/dev/zero'],
  ['start', '--control-token-file', '/dev/zero'],
  ['status', '--ready-file', '/dev/zero'],
  ['reconcile', '/dev/zero'],
  ['report', '/dev/zero'],
])('%s %s %s does not read a device without an end', async (...words) => {
  await expectRefusal(words, 2, ENDLESS)
})

test.each([['report'], ['open']])('%s refuses a file of 300 MB by its size', async (command) => {
  await using folder = await scratchFolder({ big: '' })
  await truncate(folder.at('big'), 300 * 1024 * 1024)
  await expectRefusal([command, folder.at('big')], 2, `${folder.at('big')} has more than 256 MB`)
})

test('a holiday file and a token file that never end are refused', async () => {
  await using folder = await scratchFolder({ 'a.yaml': 'holidays: /dev/zero' })
  const started = await sandgate(['start', '--memory', '--config', folder.at('a.yaml')])
  expect(started).toMatchObject({ code: 2, stderr: expect.stringContaining(ENDLESS) })
  const pipe = folder.at('pipe')
  execFileSync('mkfifo', [pipe])
  const endless = spawn('sh', ['-c', `yes > ${pipe}`])
  const { stderr } = await sandgate(['start', '--memory', '--control-token-file', pipe])
  expect(stderr).toBe(`error: ${pipe} has more than 16 MB\n`)
  await once(endless, 'exit')
})

test.each([
  [{ SANDGATE_PORT: 'x' }, "Invalid SANDGATE_PORT 'x': it must be a whole number from 0 to 65535"],
  [
    { SANDGATE_MEMORY: '1', SANDGATE_DATA: 'x' },
    'SANDGATE_DATA and SANDGATE_MEMORY cannot be used together; unset one of them',
  ],
])('start with %j is bad usage', async (env, message) => {
  await expectRefusal(['start'], 2, message, env)
})

test('a bad variable is bad usage, even if the command line wins over it', async () => {
  const message = "Invalid SANDGATE_MEMORY 'maybe': use 1 or 0"
  await expectRefusal(['start', '--data', 'x'], 2, message, { SANDGATE_MEMORY: 'maybe' })
})

describe('what fails rather than being bad usage', () => {
  test.each([
    ['an unknown scenario', ['--scenario', 'flaky-dya'], "Did you mean 'flaky-day'?"],
    ['a data folder that is a file', ['--data', '/dev/null'], '/dev/null cannot be used: '],
  ])('%s', async (_title, args, message) => {
    await expectRefusal(['start', '--port', '0', ...args], 1, message)
  })
})

test('behind a public address, it still tells where it listens', async () => {
  const args = ['--public-url', 'https://pay.example/sand']
  await using sandbox = await CommandSandbox.start(args)
  await sandbox.process.printing('Ctrl-C stops the sandbox.', 'stderr')
  const { stdout, stderr } = sandbox.process.printed
  const ready = JSON.parse(stdout)
  expect(ready).toEqual({
    event: 'ready',
    id: expect.any(String),
    url: 'https://pay.example/sand',
    local_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    api: 'https://pay.example/sand/v1',
    dashboard: 'https://pay.example/sand/_sandbox',
    pid: sandbox.process.pid,
  })
  expect(stderr).toContain(`  Listens at  ${ready.local_url}\n`)
  expect((await fetch(`${ready.local_url}/_sandbox/health`)).status).toBe(200)
})

/** One line, nothing for whoever reads stdout, and nothing left but a data folder without data. */
async function expectRefusal(
  words: readonly string[],
  code: number,
  message: string,
  env: Readonly<Record<string, string>> = {},
) {
  await using folder = await scratchFolder()
  const ended = await sandgate(words, { cwd: folder.path, env })
  expect(ended).toMatchObject({ code, stdout: '' })
  expect(ended.stderr).toContain(message)
  expect(ended.stderr).not.toContain('ü€')
  expect(ended.stderr.trim().split('\n')).toHaveLength(1)
  const left = await readdir(folder.path, { recursive: true, withFileTypes: true })
  const files = left.filter((one) => one.isFile()).map(({ name }) => name)
  expect(files.filter((name) => !['.gitignore', 'key'].includes(name))).toEqual([])
}
