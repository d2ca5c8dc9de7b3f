import { expect, onTestFinished, test, vi } from 'vitest'
import { folderKey } from '../../../src/store/disk/key-file.ts'
import {
  beginLog,
  type Durability,
  type LogFile,
  type LogOptions,
  openLog,
} from '../../../src/store/log/log-file.ts'
import { operationsOn } from '../support/operations.ts'
import { row } from '../support/rows.ts'
import { failure, SimulatedDisk } from '../support/simulated-disk.ts'

const path = 'w/log.1.jsonl'

function diskWithFolder(): SimulatedDisk {
  const disk = new SimulatedDisk()
  disk.folders.add('w')
  disk.safeFolders.add('w')
  return disk
}

function optionsFor(disk: SimulatedDisk, durability: Durability = 'sync'): LogOptions {
  return { files: disk, path, header: { generation: 1 }, durability }
}

async function begun(durability?: Durability): Promise<{ disk: SimulatedDisk; log: LogFile }> {
  const disk = diskWithFolder()
  return { disk, log: await beginLog(optionsFor(disk, durability), 0) }
}

function put(log: LogFile, id: number, text = '', besides?: () => Promise<void>): Promise<void> {
  return log.append([[{ table: 'transactions', key: id, line: row(id, text) }]], besides)
}

test('what was appended is safe, and so is what runs besides', async () => {
  const { disk, log } = await begun()
  expect(log.hasCommits).toBe(false)
  const done = operationsOn(disk)
  await put(log, 1, 'one', async () => {
    await disk.syncFolder('w')
    done.push('besides')
  })
  expect(done).toEqual([`write ${path}`, 'syncFolder w', `sync ${path}`, 'besides'])
  expect(disk.after('power').text(path)).toContain('"text":"one"')
  expect(log.hasCommits).toBe(true)
  expect(log.length).toBe(disk.text(path).length)
  await log.close()
  expect(disk.openFiles).toBe(0)
})

test('a relaxed log is synced only when that is asked for', async () => {
  const { disk, log } = await begun('relaxed')
  const done = operationsOn(disk)
  await put(log, 1)
  expect(done).toEqual([`write ${path}`])
  await log.settle()
  expect(done).toEqual([`write ${path}`, `sync ${path}`])
  expect(disk.after('power').text(path)).toBe(disk.text(path))
})

test('a log that syncs each time has nothing left to sync', async () => {
  const { disk, log } = await begun()
  await put(log, 1)
  const done = operationsOn(disk)
  await log.settle()
  expect(done).toEqual([])
})

test('a seal is safe, relaxed or not', async () => {
  for (const durability of ['sync', 'relaxed'] as const) {
    const { disk, log } = await begun(durability)
    await put(log, 1)
    const chain = log.sealChain(2)
    await log.seal(2)
    const last = disk.after('power').text(path).split('\n').at(-2) ?? ''
    expect(last).toMatch(/ \{"next":2\}$/)
    expect(Number.parseInt(last.slice(0, 8), 16)).toBe(chain)
  }
})

test('what a failed write left is cut off before the failure is told', async () => {
  for (const durability of ['sync', 'relaxed'] as const) {
    const { disk, log } = await begun(durability)
    await put(log, 1)
    const before = disk.text(path)
    disk.capacity = [...disk.names.values()].reduce((sum, { now }) => sum + now.length, 30)
    const done = operationsOn(disk)
    await expect(put(log, 2, 'x'.repeat(100))).rejects.toThrow('ENOSPC')
    expect(disk.text(path)).toBe(before)
    const cut = durability === 'sync' ? ['truncate', 'sync'] : ['truncate']
    expect(done.map((one) => one.split(' ')[0])).toEqual(['write', 'write', ...cut])
    expect(disk.after('kill').text(path)).toBe(before)
  }
})

test('what could not be cut off at once is cut off before the next write, and only once', async () => {
  const { disk, log } = await begun()
  await put(log, 1)
  disk.before = (operation) => {
    if (operation === 'sync' || operation === 'truncate') throw failure('EIO')
  }
  await expect(put(log, 2, 'long '.repeat(50))).rejects.toThrow('EIO')
  expect(disk.text(path)).toContain('long')
  await expect(put(log, 3)).rejects.toThrow('EIO')
  const done = operationsOn(disk)
  await put(log, 4)
  const write = [`write ${path}`, `sync ${path}`]
  expect(done).toEqual([`truncate ${path}`, `sync ${path}`, ...write])
  expect(disk.after('power').text(path)).toBe(disk.text(path))
  expect(disk.text(path)).not.toContain('long')
  expect(disk.text(path)).toHaveLength(log.length)
  await put(log, 5)
  expect(done.slice(4)).toEqual(write)
})

test('a log that is gone, or cut short, takes no more', async () => {
  const removed = await begun()
  await put(removed.log, 1)
  removed.disk.names.delete(path)
  await expect(put(removed.log, 2)).rejects.toThrow(
    'it was removed while the sandbox was running; start it again',
  )
  const cut = await begun()
  await put(cut.log, 1)
  cut.disk.put(path, cut.disk.text(path).slice(0, -1))
  await expect(put(cut.log, 2)).rejects.toThrow(
    'it was cut short while the sandbox was running; start it again',
  )
  const folder = await begun()
  await put(folder.log, 1)
  await folder.disk.removeFolder('w')
  await expect(put(folder.log, 2)).rejects.toThrow('w was removed while the sandbox was running')
  const intact = await begun()
  expect(await intact.log.loss()).toBeUndefined()
})

test('once in a second, a change is refused if the key is gone', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const disk = diskWithFolder()
  const key = await folderKey(disk, 'w', { isUsed: async () => false })
  const text = disk.text(key.path)
  const log = await beginLog({ ...optionsFor(disk), key }, 0)
  disk.names.delete(key.path)
  await put(log, 1)
  vi.advanceTimersByTime(999)
  await put(log, 2)
  vi.advanceTimersByTime(1)
  await expect(put(log, 3)).rejects.toThrow('key was removed while the sandbox was running')
  disk.put(key.path, text)
  await put(log, 4)
  disk.names.delete(key.path)
  vi.advanceTimersByTime(999)
  await put(log, 5)
  vi.advanceTimersByTime(1)
  await expect(put(log, 6)).rejects.toThrow('key was removed while the sandbox was running')
})

test('a log is opened at its end: what comes after it is cut off, and safely so', async () => {
  const disk = diskWithFolder()
  disk.put(path, 'intact, torn')
  const end = { length: 6, chain: 0, hasCommits: true }
  const done = operationsOn(disk)
  const log = await openLog(optionsFor(disk), end)
  expect(done).toEqual([`open ${path}`, `truncate ${path}`, `sync ${path}`])
  expect(disk.after('power').text(path)).toBe('intact')
  await log.close()
  await (await openLog(optionsFor(disk), end)).close()
  expect(done.slice(3)).toEqual([`open ${path}`])
})

test('a log whose end cannot be cut off is not opened, and not left open', async () => {
  for (const failing of ['truncate', 'sync']) {
    const disk = diskWithFolder()
    disk.put(path, 'intact, torn')
    disk.before = (operation) => {
      if (operation === failing) throw failure('EIO')
    }
    const end = { length: 6, chain: 0, hasCommits: true }
    await expect(openLog(optionsFor(disk), end)).rejects.toThrow('EIO')
    expect(disk.openFiles).toBe(0)
  }
})
