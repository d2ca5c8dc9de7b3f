import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { copyFile, readdir, stat, truncate } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Scratch, scratchFolder } from '../runtime/scratch.ts'
import { BinaryProcess } from '../support/binary.ts'
import { CommandSandbox, startArguments } from '../support/command.ts'
import { GatewayClient } from '../support/gateway-client.ts'
import { isHere } from '../support/outside/needs.ts'

const root = path.resolve(import.meta.dirname, '../..')
const shop = path.join(root, 'examples/clients/careful.mjs')

describe.skipIf(!isHere('executable'))('the single executable', () => {
  let built: Scratch
  let file: string

  /** One build for all tests. */
  beforeAll(async () => {
    built = await scratchFolder()
    const script = path.join(root, 'scripts/executable.mjs')
    await promisify(execFile)(process.execPath, [script, '--out', built.path])
    const [name = ''] = await readdir(built.path)
    file = built.at(name)
  })
  afterAll(() => built[Symbol.asyncDispose]())

  function run(args: readonly string[], cwd: string, { program = file, env = {} } = {}) {
    // Without a PATH, so that nothing but the file itself can be used.
    return new BinaryProcess(args, { cwd, env: { PATH: '', ...env } }, [program])
  }

  test('runs the demo with its shops, and leaves nothing behind', async () => {
    await using folder = await scratchFolder()
    const { code, stdout, stderr } = await run(['demo', '--exit'], folder.path).ended
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/naive +Unsafe: 2 double charges/i)
    expect(stdout).toMatch(/careful +Safe: /)
    const misused = await run(['status', 'twice', '--url', 'http://127.0.0.1:9'], folder.path).ended
    expect([misused.code, stdout + misused.stderr]).toEqual([2, expect.not.stringContaining('npx')])
    expect(await readdir(folder.path)).toEqual([])
  })

  test('judges a command, and runs a scenario file', async () => {
    await using folder = await scratchFolder({
      'down.yaml':
        'name: down\nrules:\n  - { when: { operation: purchase }, times: 1, outcome: { fault: { at: after, reset: true } } }\n',
    })
    const words = ['exec', '--scenario', 'down.yaml', '--', process.execPath, shop]
    const { code, stdout, stderr } = await run(words, folder.path).ended
    expect([code, `${stdout}${stderr}`]).toEqual([
      0,
      expect.stringContaining('Safe: 1 response was lost'),
    ])
  })

  test('keeps a purchase over a restart, and serves the dashboard over TLS', async () => {
    await using folder = await scratchFolder()
    const begin = (...more: readonly string[]) =>
      CommandSandbox.of(run(startArguments(['--data', 'kept', ...more]), folder.path))
    const first = await begin()
    const { body } = await new GatewayClient(first.api).purchase()
    const page = await fetch(`${first.url}/_sandbox`, { headers: { Accept: 'text/html' } })
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining('<!DOCTYPE html>'),
    ])
    expect((await first.stop()).code).toBe(0)
    await using second = await begin('--tls')
    expect(second.url).toMatch(/^https:/)
    const audit = String((body as { readonly audit: number }).audit)
    const env = { NODE_EXTRA_CA_CERTS: folder.at('kept/tls/ca.pem') }
    const asked = ['transactions', audit, '--url', second.url]
    const found = await run(asked, folder.path, { env }).ended
    expect([found.code, found.stdout]).toEqual([0, expect.stringContaining(audit)])
  })

  test('a file that is cut short reports it or does not start, wherever it ends', async () => {
    await using folder = await scratchFolder()
    const program = folder.at('sandgate')
    await copyFile(file, program, constants.COPYFILE_FICLONE)
    const { size } = await stat(file)
    const start = async () => await run(['--version'], folder.path, { program }).ended
    for (const left of [size - 1, size - 1000, size - 3_000_000, Math.round(size / 2), 4096]) {
      await truncate(program, left)
      const ended = await start().catch(String)
      // Near the end the program is whole and only its parts are missing; elsewhere it crashes.
      if (size - left <= 1000) {
        const stderr = expect.stringContaining('sandgate is incomplete; download it again')
        expect(ended).toMatchObject({ code: 1, stdout: '', stderr })
      } else expect(ended).not.toMatchObject({ code: 0 })
    }
  })
})
