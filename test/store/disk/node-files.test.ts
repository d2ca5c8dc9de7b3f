import fs from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { nodeFiles, refuseUnlessFile } from '../../../src/store/disk/files.ts'

const isLinux = process.platform === 'linux'

async function temporaryPath(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'sandgate-files-'))
  onTestFinished(() => rm(path, { recursive: true, force: true, maxRetries: 10 }))
  return path
}

/** What this process has open below a folder. */
async function openBelow(path: string): Promise<string[]> {
  const fds = await readdir('/proc/self/fd')
  return fds.flatMap((fd) => {
    try {
      const target = fs.readlinkSync(`/proc/self/fd/${fd}`)
      return target.startsWith(path) ? [target] : []
    } catch {
      return []
    }
  })
}

test.runIf(isLinux)('a folder is not opened as a file, nor left open', async () => {
  const path = await temporaryPath()
  await expect(nodeFiles.open(path, 'r')).rejects.toMatchObject({ code: 'EISDIR' })
  expect(await openBelow(path)).toEqual([])
})

test('what is no file is refused with what it is', () => {
  const found = (is: 'isFile' | 'isDirectory' | 'neither') =>
    ({ isFile: () => is === 'isFile', isDirectory: () => is === 'isDirectory' }) as fs.Stats
  refuseUnlessFile(found('isFile'), 'path')
  expect(() => refuseUnlessFile(found('isDirectory'), 'path')).toThrow('it is a folder')
  expect(() => refuseUnlessFile(found('neither'), 'path')).toThrow('it is not a regular file')
})

test('a file that replaces another is in place, and the other let go of later', async () => {
  const path = await temporaryPath()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const [from, to] = [join(path, 'from'), join(path, 'to')]
  for (const text of ['first', 'second']) {
    await writeFile(from, text)
    await nodeFiles.rename(from, to)
    expect(await readFile(to, 'utf8')).toBe(text)
  }
  await expect(nodeFiles.rename(from, to)).rejects.toMatchObject({ code: 'ENOENT' })
  if (!isLinux) return
  expect(await openBelow(path)).toHaveLength(2)
  vi.advanceTimersByTime(100)
  vi.useRealTimers()
  await expect.poll(() => openBelow(path)).toEqual([])
})

test.runIf(isLinux)('a folder is synced by its descriptor, which is closed again', async () => {
  const path = await temporaryPath()
  const synced: (string | undefined)[] = []
  const fsync = vi.spyOn(fs, 'fsync')
  onTestFinished(() => fsync.mockRestore())
  fsync.mockImplementation((fd, done) => {
    setImmediate(() => {
      synced.push(fs.readlinkSync(`/proc/self/fd/${fd}`))
      done(null)
    })
  })
  await nodeFiles.syncFolder(path)
  expect(synced).toEqual([path])
  expect(await openBelow(path)).toEqual([])
  fsync.mockImplementation((_, done) => done(Object.assign(new Error('EIO'), { code: 'EIO' })))
  await expect(nodeFiles.syncFolder(path)).rejects.toThrow('EIO')
  expect(await openBelow(path)).toEqual([])
  await expect(nodeFiles.syncFolder(join(path, 'nothing'))).rejects.toMatchObject({
    code: 'ENOENT',
  })
})

test('a file tells its size by its descriptor and by its path, and a deleted one none', async () => {
  const path = await temporaryPath()
  const file = join(path, 'file')
  const fd = await nodeFiles.open(file, 'w')
  expect(await nodeFiles.write(fd, Buffer.from('hello'))).toBe(5)
  expect(await nodeFiles.write(fd, Buffer.from('J'), 0)).toBe(1)
  expect(await nodeFiles.size(fd)).toBe(5)
  expect(await nodeFiles.linkedSize(fd)).toBe(5)
  expect(await nodeFiles.sizeAt(file)).toBe(5)
  expect(await readFile(file, 'utf8')).toBe('Jello')
  await nodeFiles.remove(file)
  if (isLinux) expect(await nodeFiles.linkedSize(fd)).toBeUndefined()
  expect(await nodeFiles.sizeAt(file)).toBeUndefined()
  await nodeFiles.close(fd)
  await mkdir(join(path, 'folder'))
  await nodeFiles.removeFolder(join(path, 'folder'))
  expect(await nodeFiles.list(path)).toEqual([])
})
