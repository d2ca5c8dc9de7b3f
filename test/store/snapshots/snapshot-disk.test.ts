import { expect, test } from 'vitest'
import { StoreTooNew } from '../../../src/store/port/store-error.ts'
import { SnapshotFiles } from '../../../src/store/snapshots/snapshot-files.ts'
import { imageOf, Rows, row } from '../support/rows.ts'
import { failure, SimulatedDisk } from '../support/simulated-disk.ts'

const now = () => new Date('2026-03-10T01:00:00Z')
const folder = 'w/snapshots'
const on = (files: SimulatedDisk) => new SnapshotFiles({ files, folder, now })

test('a saved snapshot is safe with its folders, and so is its removal', async () => {
  const disk = new SimulatedDisk()
  await on(disk).save('one', imageOf({ tokens: [row('t')] }))
  const kept = new Rows()
  expect(await on(disk.after('power')).load('one', kept)).toBe(true)
  expect(kept.text()).toBe(`tokens ${row('t')}`)
  expect(await on(disk).remove('one')).toBe(true)
  expect(await on(disk).remove('one')).toBe(false)
  for (const crash of ['kill', 'power'] as const) {
    expect(await on(disk.after(crash)).list()).toEqual([])
  }
  expect(disk.openFiles).toBe(0)
})

/** Somebody removes a snapshot between the moment it is listed and the moment it is opened. */
class Ghosts extends SimulatedDisk {
  override async list(name: string): Promise<string[]> {
    return [...(await super.list(name)), 'ghost.json']
  }
}

test('a snapshot that is gone when it is opened counts as none', async () => {
  const disk = new Ghosts()
  await on(disk).save('one', imageOf({}))
  expect(await on(disk).load('ghost', new Rows())).toBe(false)
  expect(await on(disk).find('ghost')).toBeUndefined()
  expect(await on(disk).remove('ghost')).toBe(false)
  expect((await on(disk).list()).map(({ name }) => name)).toEqual(['one'])
})

test('a snapshot that cannot be removed is told', async () => {
  const disk = new SimulatedDisk()
  await on(disk).save('one', imageOf({}))
  disk.before = (operation) => {
    if (operation === 'remove') throw failure('EACCES')
  }
  await expect(on(disk).remove('one')).rejects.toThrow('EACCES')
})

test('a snapshot is found by its name, with what it holds', async () => {
  const disk = new SimulatedDisk()
  const saved = await on(disk).save('one', imageOf({ tokens: [row('t')] }))
  expect(await on(disk).find('one')).toEqual(saved)
  expect(saved).toMatchObject({ name: 'one', records: 1, saved_at: now().toISOString() })
  expect(await on(disk).find('two')).toBeUndefined()
  await expect(on(disk).find('../one')).rejects.toThrow('Snapshot name "../one" is not')
})

test('why a snapshot cannot be loaded is told', async () => {
  class Unreadable extends SimulatedDisk {
    override open(name: string, flags: 'r' | 'r+' | 'w'): Promise<number> {
      return flags === 'r' ? Promise.reject(failure('EACCES')) : super.open(name, flags)
    }
  }
  const unreadable = new Unreadable()
  await on(unreadable).save('one', imageOf({}))
  await expect(on(unreadable).load('one', new Rows())).rejects.toThrow(
    'one.json cannot be read: permission denied (EACCES)',
  )
  const disk = new SimulatedDisk()
  await on(disk).save('one', imageOf({}))
  const path = `${folder}/one.json`
  disk.put(path, disk.text(path).replace('"version":2', '"version":9'))
  await expect(on(disk).load('one', new Rows())).rejects.toThrow(StoreTooNew)
  expect(await on(disk).find('one')).toMatchObject({
    damaged: true,
    reason: expect.stringContaining('has format version 9'),
  })
})
