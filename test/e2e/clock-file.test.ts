import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { scratchFolder } from '../runtime/scratch.ts'
import { CommandSandbox, sandgate } from '../support/command.ts'
import { byDirectDebit, GatewayClient } from '../support/gateway-client.ts'
import { isHere, libfaketime } from '../support/outside/needs.ts'
import { runProgram } from '../support/run-program.ts'

test('a clock file has an instant of this zone while the clock is frozen, and then an offset', async () => {
  await using folder = await scratchFolder()
  const file = folder.at('clock')
  const at = new Date(2026, 2, 10, 12, 30, 5).toISOString()
  await using sandbox = await CommandSandbox.start(['--clock', at, '--clock-file', file])
  expect(await readFile(file, 'utf8')).toBe('2026-03-10 12:30:05\n')
  await sandbox.run(['clock', 'advance', '90s'])
  expect(await readFile(file, 'utf8')).toBe('2026-03-10 12:31:35\n')
  await sandbox.run(['clock', 'resume'])
  expect(await readFile(file, 'utf8')).toMatch(/^[+-]\d+\.\d{3}\n$/)
})

/** The nightly job of a shop: it looks at the debits that should have cleared by today. */
const nightly = `
import datetime, json, os, urllib.request
today = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
for order in json.load(open("orders.json")):
    if order["due"] <= today:
        answer = urllib.request.urlopen(f"{os.environ['API']}/transactions/{order['audit']}")
        print(order["audit"], json.load(answer)["status"]["transaction_status_code"])
`

test.skipIf(!isHere('faketime') || !isHere('python'))(
  "a job under libfaketime has the sandbox's time",
  async () => {
    await using folder = await scratchFolder({ 'nightly.py': nightly })
    const file = folder.at('clock')
    const start = ['--clock', '2026-03-10T01:00:00Z', '--clock-file', file]
    await using sandbox = await CommandSandbox.start(start)
    const { body } = await new GatewayClient(sandbox.api).purchase(byDirectDebit())
    const orders = JSON.stringify([{ audit: body.audit, due: '2026-03-13' }])
    await folder.write('orders.json', orders)
    const env = {
      ...process.env,
      API: sandbox.api,
      LD_PRELOAD: libfaketime(),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    }
    const job = () => runProgram(['python3', 'nightly.py'], { cwd: folder.path, env })
    expect(await job()).toEqual({ code: 0, stdout: '', stderr: '' })
    await sandbox.run(['clock', 'advance', '3 banking days'])
    expect(await job()).toMatchObject({ code: 0, stdout: `${body.audit} approved\n` })
    await sandbox.run(['clock', 'resume'])
    expect(await job()).toMatchObject({ code: 0, stdout: `${body.audit} approved\n` })
    await sandbox.run(['reset'])
    expect(await job()).toMatchObject({ code: 0, stdout: '' })
  },
)

test('exec has a clock file, and the command finds it in its environment', async () => {
  await using folder = await scratchFolder()
  const copy = "fs.copyFileSync(process.env.SANDGATE_CLOCK_FILE, 'copied')"
  await sandgate(['exec', '--', process.execPath, '-e', copy], { cwd: folder.path })
  expect(await readFile(folder.at('copied'), 'utf8')).toBe('+0.000\n')
})

test.each([
  ['/nosuch/clock', 1, 'cannot be written: it does not exist (ENOENT)'],
  ['/dev/null', 1, '/dev/null is not a file; pass another one for --clock-file'],
  ['', 2, "Invalid --clock-file '': it must be the path of a file"],
])('a clock file %j is refused', async (file, code, message) => {
  const { stderr, ...ended } = await sandgate(['start', '--memory', '--clock-file', file])
  expect(ended.code).toBe(code)
  expect(stderr).toContain(message)
})
