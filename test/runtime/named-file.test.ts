import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { namedBytes, readNamed, replaceFile } from '../../src/runtime/named-file.ts'
import { scratchFolder } from './scratch.ts'

test('a file that another program holds on Windows is replaced a little later', async () => {
  await using folder = await scratchFolder({ 'report.html': 'old' })
  const held = Object.assign(new Error('held'), { code: 'EBUSY' })
  const rename = vi.spyOn(fs, 'renameSync').mockImplementationOnce(() => {
    throw held
  })
  vi.spyOn(process, 'platform', 'get').mockReturnValue('win32')
  await replaceFile(folder.at('report.html'), 'new')
  expect(rename).toHaveBeenCalledTimes(2)
  expect(fs.readFileSync(folder.at('report.html'), 'utf8')).toBe('new')
  vi.restoreAllMocks()
})

test.each([
  ['UTF-16 (little endian)', Buffer.from('\ufeffname: café', 'utf16le')],
  ['UTF-16 (little endian)', Buffer.from('name: café', 'utf16le')],
  ['UTF-16 (big endian)', Buffer.from('\ufeffname: x', 'utf16le').swap16()],
  ['UTF-16 (big endian)', Buffer.from('name: x', 'utf16le').swap16()],
  ['Latin-1 or a similar encoding', Buffer.from('name: café', 'latin1')],
])('a file in %s is refused by its encoding', async (encoding, bytes) => {
  await using folder = await scratchFolder({})
  const file = folder.at('mine.yaml')
  fs.writeFileSync(file, bytes)
  await expect(readNamed(file)).rejects.toThrow(
    `${file} is written in ${encoding}; save it as UTF-8`,
  )
})

test.each([
  ['', ''],
  ['name: café', 'name: café'],
  ['\ufeffname: x', 'name: x'],
  ['\ufeff', ''],
])('UTF-8 is read: %j', async (text, read) => {
  await using folder = await scratchFolder({ 'mine.yaml': text })
  expect(await readNamed(folder.at('mine.yaml'))).toBe(read)
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
      for await (const chunk of namedBytes(pipe, { patienceMs: 100 }))
        expect(chunk.length).toBeGreaterThan(0)
    }
    await expect(drain()).rejects.toThrow(
      `Nothing was written to the pipe ${pipe} for 1 s; pass a file, or write to the pipe`,
    )
    writer.stdin.end('\n')
  })
})
