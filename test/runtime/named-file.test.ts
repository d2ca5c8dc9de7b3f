import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { namedBytes, readNamed, replaceFile } from '../../src/runtime/named-file.ts'
import { scratchFolder } from './scratch.ts'

test('a file that another program holds on Windows is replaced a little later', async () => {
  await using folder = await scratchFolder({ 'report.html': 'old' })
  const held = Object.assign(new Error('held'), { code: 'EBUSY' })
  const rename = vi.spyOn(fs.promises, 'rename').mockRejectedValueOnce(held)
  vi.spyOn(process, 'platform', 'get').mockReturnValue('win32')
  await replaceFile(folder.at('report.html'), 'new')
  expect(rename).toHaveBeenCalledTimes(2)
  expect(fs.readFileSync(folder.at('report.html'), 'utf8')).toBe('new')
  vi.restoreAllMocks()
})

describe.skipIf(process.platform === 'win32')('a pipe', () => {
  test('is read until its writer closes it, although the writer comes late', async () => {
    await using folder = await scratchFolder({})
    execFileSync('mkfifo', [folder.at('pipe')])
    const reading = readNamed(folder.at('pipe'))
    const text = 'x'.repeat(300_000)
    const writer = spawn('sh', ['-c', 'cat > "$0"', folder.at('pipe')])
    const ended = once(writer, 'exit')
    writer.stdin.end(text)
    expect(await reading).toBe(text)
    await ended
  })

  test.each([
    ['nobody writes to', 'true'],
    ['somebody holds without writing', 'exec 3<>"$0"; read -r line'],
    ['stops in the middle', 'exec 3<>"$0"; echo half >&3; read -r line'],
  ])('that %s is given up with one line', async (_, script) => {
    await using folder = await scratchFolder({})
    const pipe = folder.at('pipe')
    execFileSync('mkfifo', [pipe])
    const writer = spawn('sh', ['-c', script, pipe])
    const drain = async () => {
      for await (const chunk of namedBytes(pipe, 100)) expect(chunk.length).toBeGreaterThan(0)
    }
    await expect(drain()).rejects.toThrow(
      `Nothing was written to the pipe ${pipe} for 1 s; pass a file, or write to the pipe`,
    )
    writer.stdin.end('\n')
  })
})
