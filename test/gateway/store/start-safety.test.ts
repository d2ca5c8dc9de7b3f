import { expect, test } from 'vitest'
import { openDataFolder } from '../../../src/gateway/store/data-folder.ts'
import { crashes, failure, SimulatedDisk } from './support/simulated-disk.ts'
import { TestWorld } from './support/world.ts'

/** A first start with one acknowledged change, of which a crash stops the nth operation. */
async function firstStart(stop: number): Promise<{ disk: SimulatedDisk; isAcknowledged: boolean }> {
  const disk = new SimulatedDisk()
  let operations = 0
  disk.before = () => {
    operations += 1
    if (operations >= stop) throw new Error('stopped')
  }
  try {
    const folder = await openDataFolder('data', { files: disk })
    const world = new TestWorld()
    world.medium = (await folder.openWorld('default', world.loader)).medium
    world.put(1, 'kept')
    await world.opened.durable()
    return { disk, isAcknowledged: true }
  } catch {
    return { disk, isAcknowledged: false }
  }
}

test('whatever operation of a first start a crash stops, the next start works and has what was acknowledged', async () => {
  for (let stop = 1, isDone = false; !isDone; stop += 1) {
    const { disk, isAcknowledged } = await firstStart(stop)
    isDone = isAcknowledged
    for (const crash of crashes) {
      const left = disk.after(crash)
      for (const name of left.names.keys())
        if (name.startsWith('data/lock')) left.names.delete(name)
      const folder = await openDataFolder('data', { files: left })
      const world = new TestWorld()
      await folder.openWorld('default', world.loader)
      if (isAcknowledged) expect(world.rows.text(), `${crash} at ${stop}`).toContain('kept')
    }
  }
})

test('what a start that was killed has not made safe, the next one makes safe before it acknowledges', async () => {
  for (let stop = 1, isDone = false; !isDone; stop += 1) {
    const { disk, isAcknowledged } = await firstStart(stop)
    isDone = isAcknowledged
    disk.before = () => undefined
    // A kill writes nothing to the disk, so names may still be in memory only.
    for (const name of disk.names.keys()) if (name.startsWith('data/lock')) disk.names.delete(name)
    const folder = await openDataFolder('data', { files: disk })
    const world = new TestWorld()
    world.medium = (await folder.openWorld('default', world.loader)).medium
    world.put(2, 'of the second')
    await world.opened.durable()
    const left = disk.after('power')
    left.names.delete('data/lock')
    const again = new TestWorld()
    const opened = await openDataFolder('data', { files: left })
    await opened.openWorld('default', again.loader)
    expect(again.rows.text(), `${stop}`).toBe(world.rows.text())
  }
})

test.each(['EACCES', 'EROFS'])(
  'a folder above the data folder that cannot be synced (%s) does not matter',
  async (code) => {
    const disk = new SimulatedDisk()
    disk.before = (operation, path) => {
      if (operation === 'syncFolder' && path === '.') throw failure(code)
    }
    const folder = await openDataFolder('data', { files: disk })
    const world = new TestWorld()
    world.medium = (await folder.openWorld('default', world.loader)).medium
    world.put(1, 'kept')
    await world.opened.durable()
    await folder.close()
  },
)

test('a first start waits for no sync but that of its key', async () => {
  const disk = new SimulatedDisk()
  const synced: string[] = []
  disk.before = (operation, path) => {
    if (operation === 'sync') synced.push(path)
  }
  const folder = await openDataFolder('data', { files: disk })
  await folder.openWorld('default', new TestWorld().loader)
  expect(synced).toEqual(['data/key.tmp'])
})

test.each(['EINVAL', 'ENOTSUP'])(
  'a file system that cannot sync folders (%s) stores changes all the same',
  async (code) => {
    const disk = new SimulatedDisk()
    disk.before = (operation) => {
      if (operation === 'syncFolder') throw failure(code)
    }
    const folder = await openDataFolder('data', { files: disk })
    const world = new TestWorld()
    world.medium = (await folder.openWorld('default', world.loader)).medium
    for (const id of [1, 2, 3]) {
      world.put(id, 'kept')
      await world.opened.durable()
    }
    await folder.snapshots('default').save('one', world.rows.image())
    await folder.close()
    const again = new TestWorld()
    const opened = await openDataFolder('data', { files: disk })
    await opened.openWorld('default', again.loader)
    expect(again.rows.text()).toBe(world.rows.text())
  },
)

test('a file system that cannot sync files is refused, and the message names --memory', async () => {
  const disk = new SimulatedDisk()
  disk.before = (operation) => {
    if (operation === 'sync') throw failure('EINVAL')
  }
  await expect(openDataFolder('data', { files: disk })).rejects.toThrow(
    'data cannot be used: the file system does not support this (EINVAL); pass another --data folder, or --memory to keep nothing on disk',
  )
})
