import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Script } from 'node:vm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { saveBytecode, savedBytecode } from '../../../src/cli/process/bytecode.ts'

const source = '(function () { return 42 })'
const bytecode = new Script(source).createCachedData()
const bytes = Buffer.from(source)

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sandgate-bytecode-'))
})

afterEach(() => rm(folder, { recursive: true, maxRetries: 10 }))

test('what was kept is what V8 takes', () => {
  saveBytecode(folder, bytes, bytecode)
  const cachedData = savedBytecode(folder, bytes)
  expect(cachedData).toStrictEqual(bytecode)
  const script = new Script(source, cachedData && { cachedData })
  expect(script.cachedDataRejected).toBe(false)
  expect(script.runInThisContext()()).toBe(42)
})

test('that of another source of the same length is not taken', () => {
  saveBytecode(folder, bytes, bytecode)
  expect(savedBytecode(folder, Buffer.from(source.replace('42', '43')))).toBeUndefined()
})

test('a file that was cut off or changed anywhere is not taken', async () => {
  saveBytecode(folder, bytes, bytecode)
  const file = await onlyFile()
  const whole = await readFile(file)
  for (const length of [0, 8, whole.length - 1]) {
    await writeFile(file, whole.subarray(0, length))
    expect(savedBytecode(folder, bytes), `${length} bytes`).toBeUndefined()
  }
  for (const place of [0, 4, 7, 8, whole.length - 1]) {
    const changed = Buffer.from(whole)
    changed[place] = (changed[place] ?? 0) ^ 1
    await writeFile(file, changed)
    expect(savedBytecode(folder, bytes), `byte ${place}`).toBeUndefined()
  }
})

test('where nothing can be written, nothing is kept and nobody is disturbed', async () => {
  await writeFile(path.join(folder, 'bytecode'), 'not a folder')
  saveBytecode(folder, bytes, bytecode)
  expect(savedBytecode(folder, bytes)).toBeUndefined()
})

async function onlyFile(): Promise<string> {
  const names = await readdir(path.join(folder, 'bytecode'))
  expect(names).toHaveLength(1)
  return path.join(folder, 'bytecode', names[0] ?? '')
}
