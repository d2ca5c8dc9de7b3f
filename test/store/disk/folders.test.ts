import { expect, test } from 'vitest'
import {
  discard,
  ensureFolder,
  namesIn,
  syncFolder,
  Unsynced,
} from '../../../src/store/disk/folders.ts'
import { operationsOn } from '../support/operations.ts'
import { failure, SimulatedDisk } from '../support/simulated-disk.ts'

function failingSyncs(code: string): SimulatedDisk {
  const disk = new SimulatedDisk()
  disk.before = (operation) => {
    if (operation === 'syncFolder') throw failure(code)
  }
  return disk
}

test('a folder is synced when that is told', async () => {
  const disk = new SimulatedDisk()
  disk.folders.add('new')
  expect(await syncFolder(disk, '.')).toBe(true)
  expect(disk.after('power').folders).toContain('new')
})

test.each(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])(
  'a file system that says %s cannot sync folders, which is no failure',
  async (code) => {
    expect(await syncFolder(failingSyncs(code), '.')).toBe(false)
  },
)

test('other failures to sync a folder are failures', async () => {
  await expect(syncFolder(failingSyncs('EIO'), '.')).rejects.toThrow('EIO')
})

test('a folder is made with its parents, and each is safe before the next', async () => {
  const disk = new SimulatedDisk()
  const done = operationsOn(disk)
  await ensureFolder(disk, 'a/b/c')
  const made = ['makeFolder a', 'syncFolder .', 'makeFolder a/b', 'syncFolder a']
  expect(done).toEqual([...made, 'makeFolder a/b/c', 'syncFolder a/b'])
  expect(disk.after('power').folders).toContain('a/b/c')
  await ensureFolder(disk, 'a/b/c')
  expect(done).toHaveLength(6)
})

test('whoever syncs folders later is told of each that has a new entry, and waited for', async () => {
  const disk = new SimulatedDisk()
  const entered: string[] = []
  await ensureFolder(disk, 'a/b', async (folder) => {
    await new Promise((resolve) => setImmediate(resolve))
    entered.push(folder)
  })
  expect(entered).toEqual(['.', 'a'])
  expect(disk.count('syncFolder')).toBe(0)
})

test('a folder that cannot be made is told, with the one that takes none', async () => {
  const nowhere = (path: string, parent: string) =>
    `The folder ${path} cannot be made: ${parent} is a link to nowhere, or takes no folders`
  class Nowhere extends SimulatedDisk {
    override async makeFolder(path: string): Promise<void> {
      throw failure(path === 'link' ? 'EEXIST' : 'ENOENT')
    }
  }
  await expect(ensureFolder(new Nowhere(), 'link/a')).rejects.toThrow(nowhere('link/a', 'link'))
  const gone = new SimulatedDisk()
  gone.folders.clear()
  await expect(ensureFolder(gone, 'a')).rejects.toThrow(nowhere('.', '.'))
  const full = new SimulatedDisk()
  full.before = () => {
    throw failure('ENOSPC')
  }
  await expect(ensureFolder(full, 'a')).rejects.toThrow('ENOSPC')
})

test('a folder that is not there has no names; one that cannot be read is told', async () => {
  const disk = new SimulatedDisk()
  disk.put('file', '')
  expect(await namesIn(disk, '.')).toEqual(['file'])
  expect(await namesIn(disk, 'nothing')).toEqual([])
  class Unreadable extends SimulatedDisk {
    override async list(): Promise<string[]> {
      throw failure('EACCES')
    }
  }
  await expect(namesIn(new Unreadable(), '.')).rejects.toThrow('EACCES')
})

test('a file that is not needed is gone, unless it cannot be removed', async () => {
  const disk = new SimulatedDisk()
  disk.put('file', '')
  await discard(disk, 'file')
  expect(disk.names.size).toBe(0)
  await discard(disk, 'file')
})

test('folders with new entries are synced once, and then no more', async () => {
  const disk = new SimulatedDisk()
  const unsynced = new Unsynced(disk)
  for (const folder of ['a', 'a/b', 'a']) await unsynced.add(folder)
  disk.folders.add('a').add('a/b').add('a/b/c')
  const done = operationsOn(disk)
  await Promise.all([unsynced.settle(), unsynced.settle()])
  expect(done.sort()).toEqual(['syncFolder a', 'syncFolder a/b'])
  await unsynced.settle()
  expect(done).toHaveLength(2)
})

test('settling waits until the folders are safe', async () => {
  const disk = new SimulatedDisk()
  const unsynced = new Unsynced(disk)
  disk.folders.add('a')
  await unsynced.add('.')
  await unsynced.settle()
  expect(disk.after('power').folders).toContain('a')
})

test('a folder that gets another entry while it is synced is synced again', async () => {
  const disk = new SimulatedDisk()
  const unsynced = new Unsynced(disk)
  await unsynced.add('.')
  const first = unsynced.settle()
  await unsynced.add('.')
  const second = unsynced.settle()
  await Promise.all([first, second])
  expect(disk.count('syncFolder')).toBe(2)
  await unsynced.settle()
  expect(disk.count('syncFolder')).toBe(2)
})

test('an entry that comes while a sync is under way waits for the next one', async () => {
  const disk = new SimulatedDisk()
  const unsynced = new Unsynced(disk)
  await unsynced.add('.')
  const first = unsynced.settle()
  await unsynced.add('.')
  await first
  await unsynced.settle()
  expect(disk.count('syncFolder')).toBe(2)
})

test('a folder whose sync fails is tried again, also if it got an entry meanwhile', async () => {
  const disk = failingSyncs('EIO')
  const unsynced = new Unsynced(disk)
  await unsynced.add('.')
  await expect(unsynced.settle()).rejects.toThrow('EIO')
  const second = unsynced.settle()
  await unsynced.add('.')
  const third = unsynced.settle()
  await expect(second).rejects.toThrow('EIO')
  await expect(third).rejects.toThrow('EIO')
  disk.before = () => undefined
  await unsynced.settle()
  expect(disk.count('syncFolder')).toBe(4)
})

test('a folder that was removed meanwhile is no longer synced, and its failure is none', async () => {
  const disk = failingSyncs('ENOENT')
  const unsynced = new Unsynced(disk)
  await unsynced.add('gone')
  const settling = unsynced.settle()
  unsynced.forget('gone')
  await settling
  await unsynced.settle()
  expect(disk.count('syncFolder')).toBe(1)
})
