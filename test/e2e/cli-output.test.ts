import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { scratchFolder } from '../runtime/scratch.ts'
import { BinaryProcess, binary, startBinary } from '../support/binary.ts'
import type { Ended } from '../support/running.ts'

/** The binary with its streams led elsewhere by a shell. */
function redirected(how: string, args: readonly string[]): BinaryProcess {
  const line = `exec "${process.execPath}" "${binary}" "$@" ${how}`
  return new BinaryProcess(args, {}, ['sh', '-c', line, 'sandgate'])
}

describe('nobody reads', () => {
  test.each(['closed', 'open'] as const)(
    'a sandbox whose pipes are %s keeps running, and stops cleanly',
    async (pipes) => {
      await using folder = await scratchFolder()
      const args = ['--data', folder.at('data'), '--ready-file', folder.at('ready.json')]
      await using sandbox = await startBinary(args)
      sandbox.process.stopReading(pipes)
      const long = 'x'.repeat(8000)
      for (let i = 0; i < 200; i += 1) {
        expect((await fetch(`${sandbox.api}/${long}`)).status).toBe(404)
      }
      sandbox.process.kill('SIGTERM')
      expect(await sandbox.process.ended).toMatchObject({ code: 0, signal: null })
      expect(await readdir(folder.path)).toEqual(['data'])
      expect(await readdir(folder.at('data'))).not.toContain('lock')
    },
  )

  test('a command ends quietly with the code that it has', async () => {
    await using sandbox = await startBinary(['--quiet'])
    // The reader is gone before the command begins.
    const gone = `{ sleep 0.2; "${process.execPath}" "${binary}" "$@"; echo $? >&2; } | true`
    const run = (url: string) =>
      new BinaryProcess(['requests', '--url', url], {}, ['bash', '-c', gone, 'sandgate']).ended
    expect(await run(sandbox.url)).toMatchObject({ stdout: '', stderr: '0\n' })
  })
})

describe.runIf(existsSync('/dev/full'))('a full disk', () => {
  const full = (stream: 'stdout' | 'stderr') =>
    `error: ${stream} cannot be written: no space left on the disk (ENOSPC)\n`

  const startArgs = ['start', '--port', '0', '--memory']

  test('on stdout is reported once on stderr, and the sandbox keeps running', async () => {
    await using folder = await scratchFolder()
    const ready = folder.at('ready.json')
    await using started = redirected('>/dev/full', [...startArgs, '--ready-file', ready])
    await started.printing('cannot be written', 'stderr')
    await expect.poll(() => existsSync(ready)).toBe(true)
    expect(await started.interrupt()).toMatchObject({ code: 0, stderr: full('stdout') })
  })

  test('on stderr leaves stdout to the ready line', async () => {
    await using started = redirected('2>/dev/full', [...startArgs, '--json'])
    const { url } = JSON.parse(await started.printing(/^{.*}$/m))
    expect((await fetch(`${url}/v1/transactions/1`)).status).toBe(404)
    const { code, stdout } = await started.interrupt()
    expect({ code, lines: stdout.trim().split('\n') }).toEqual({
      code: 0,
      lines: [expect.stringContaining('"event":"ready"')],
    })
  })

  test('leaves exec the exit code of its command', async () => {
    const ended = await redirected('>/dev/full', ['exec', '--', 'sh', '-c', 'exit 5']).ended
    expect(ended.code).toBe(5)
    expect(ended.stderr).toContain(full('stdout'))
  })

  test.each([
    ['its text', []],
    ['its JSON', ['--json']],
  ])('fails exec, which cannot print %s', async (_what, options) => {
    const lookUp = "fetch(process.env.SANDGATE_API + '/transactions/1')"
    const args = ['exec', ...options, '--', process.execPath, '-e', lookUp]
    expect(await redirected('>/dev/null', args).ended).toMatchObject({ code: 0 })
    const ended = await redirected('>/dev/full', args).ended
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining(full('stdout')) })
  })

  test.each<[string, string, Partial<Ended>]>([
    ['stdout', '>/dev/full', { code: 1, stdout: '', stderr: full('stdout') }],
    ['both streams', '>/dev/full 2>&1', { code: 1, stdout: '', stderr: '' }],
  ])('on %s fails a command in one line', async (_name, how, wanted) => {
    await using sandbox = await startBinary(['--quiet'])
    const ended = await redirected(how, ['requests', '--url', sandbox.url]).ended
    expect(ended).toMatchObject(wanted)
  })
})
