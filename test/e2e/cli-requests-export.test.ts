import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scratchFolder } from '../runtime/scratch.ts'
import { CommandSandbox, sandgate } from '../support/command.ts'
import { GatewayClient } from '../support/gateway-client.ts'
import { inlineScript } from '../support/inline-script.ts'

let sandbox: CommandSandbox
beforeAll(async () => {
  sandbox = await CommandSandbox.start(['--quiet', '--clock', '2026-03-10T01:00:00Z'])
  await new GatewayClient(sandbox.api).purchase({ 'transaction.reference': 'first' })
  await new GatewayClient(`${sandbox.url}/w/blue/v1`).purchase({
    'transaction.reference': 'second',
    'transaction.amount_details.total_amount': '1000051',
  })
})
afterAll(() => sandbox[Symbol.asyncDispose]())

test('a request is printed as a command that sends it again, and that works', async () => {
  const { curl } = await sandbox.json<{ readonly curl: string }>('requests', '1', '--curl')
  expect(curl).toMatch(/^curl -sS -X POST 'http:.*\/v1\/transactions\/purchase' \\\n/)
  const { stdout } = await sandbox.run(['requests', '1', '--curl'])
  // The fresh correlation id is another each time.
  expect(stdout.replace(/-[0-9a-f]{6}'/, '')).toBe(`${curl.replace(/-[0-9a-f]{6}'/, '')}\n`)
  const [, id = ''] = /X-Correlation-Id: ([^']+)'/.exec(curl) ?? []
  const [, body = ''] = /--data-raw '(.*)'$/.exec(curl) ?? []
  const headers = { 'Content-Type': 'application/json', 'X-Correlation-Id': id }
  const again = await fetch(`${sandbox.api}/transactions/purchase`, {
    method: 'POST',
    headers,
    body,
  })
  expect(again.status).toBe(200)
})

test('exec and sweep start with an export', async () => {
  await using folder = await scratchFolder({})
  await sandbox.run(['export', 'state.json'], { cwd: folder.path })
  const script = `const { status } = await fetch(process.env.SANDGATE_API + '/transactions/1000001')
    process.exit(status === 200 ? 0 : 7)`
  const command = ['--import', 'state.json', '--', ...inlineScript(script)]
  expect((await sandgate(['exec', ...command], { cwd: folder.path })).code).toBe(0)
  // The command itself passes, so it has found the transaction; there is only nothing to sweep.
  const swept = await sandgate(['sweep', ...command], { cwd: folder.path })
  expect(swept.stderr).toContain('The command made no payment')
  await writeFile(
    folder.at('wide.json'),
    await readFile(folder.at('state.json'), 'utf8'),
    'utf16le',
  )
  await writeFile(folder.at('latin.json'), '{"name": "café"}', 'latin1')
  for (const [file, encoding] of [
    ['wide.json', 'UTF-16 (little endian)'],
    ['latin.json', 'Latin-1 or a similar encoding'],
  ] as const) {
    const refused = await sandgate(['exec', '--import', file, '--', 'true'], { cwd: folder.path })
    expect([refused.code, refused.stderr]).toEqual([
      2,
      `error: ${file} is written in ${encoding}; save it as UTF-8\n`,
    ])
    const imported = await sandbox.run(['import', file], { cwd: folder.path })
    expect(imported.stderr).toContain(`${file} is written in ${encoding}; save it as UTF-8`)
    const books = await sandbox.run(['reconcile', file], { cwd: folder.path })
    expect([books.code, books.stderr]).toEqual([2, refused.stderr])
  }
  const missing = await sandgate(['exec', '--import', 'nosuch.json', '--', 'true'])
  expect(missing).toMatchObject({
    code: 2,
    stderr: "error: There is no baseline nosuch.json; 'npx sandgate export' writes one\n",
  })
})

test('a file that an editor saved as UTF-8 with a byte order mark is read like any other', async () => {
  await using folder = await scratchFolder({ 'mine.yaml': '\ufeffnme: x\n' })
  const inFolder = { cwd: folder.path }
  await sandbox.run(['export', 'state.json'], inFolder)
  await sandbox.run(['report', '--output', 'report.json'], inFolder)
  for (const file of ['state.json', 'report.json']) {
    await writeFile(folder.at(file), `\ufeff${await readFile(folder.at(file), 'utf8')}`)
  }
  const imported = await sandbox.run(['import', 'state.json', '--world', 'marked'], inFolder)
  expect([imported.code, imported.stderr]).toEqual([0, ''])
  const started = ['--import', 'state.json', '--fail-on', 'never', '--', ...inlineScript('')]
  expect((await sandgate(['exec', ...started], inFolder)).code).toBe(0)
  const compared = await sandgate(['compare', 'report.json', 'report.json'], inFolder)
  expect([compared.code, compared.stderr]).toEqual([0, ''])
  const checked = await sandgate(['scenario', 'check', 'mine.yaml'], inFolder)
  expect(checked.stderr).toContain("mine.yaml:1:1: nme: unknown key 'nme'")
})
