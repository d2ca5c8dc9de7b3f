import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type DataFolder, openDataFolder } from '../../src/store/data-folder.ts'
import { StoreDamaged } from '../../src/store/port/store-error.ts'
import { Rows } from './support/rows.ts'
import { failure, SimulatedDisk } from './support/simulated-disk.ts'
import { TestWorld } from './support/world.ts'

async function openedWorld(folder: DataFolder, name = 'w'): Promise<TestWorld> {
  const world = new TestWorld()
  world.medium = (await folder.openWorld(name, world.loader)).medium
  return world
}

function namesBelow(disk: SimulatedDisk, folder: string): string[] {
  const all = [...disk.names.keys(), ...disk.folders]
  return all.filter((name) => name === folder || name.startsWith(`${folder}/`)).sort()
}

/** A folder with worlds but without a key, as it may be found. */
function keyless(names: Record<string, string>): SimulatedDisk {
  const disk = new SimulatedDisk()
  for (const folder of ['data', 'data/worlds', 'data/worlds/w']) disk.folders.add(folder)
  for (const [name, text] of Object.entries(names)) disk.put(`data/worlds/w/${name}`, text)
  return disk
}

test.each([
  ['a state', { 'state.json': '{}' }],
  ['a log', { 'log.1.jsonl': 'x' }],
  ['a log beside an empty one', { 'log.1.jsonl': 'x', 'log.2.jsonl': '' }],
  ['a state and an empty log', { 'state.json': '{}', 'log.1.jsonl': '' }],
])('a key that is missing stops the start where there is %s', async (_, names) => {
  const disk = keyless(names)
  await expect(openDataFolder('data', { files: disk })).rejects.toThrow('key is missing')
  expect(namesBelow(disk, 'data/lock')).toEqual(['data/lock'])
})

test.each([
  ['nothing', {}],
  ['an empty log', { 'log.1.jsonl': '' }],
])('a key is made where a world holds %s, as a power cut may leave it', async (_, names) => {
  const disk = keyless(names)
  const folder = await openDataFolder('data', { files: disk })
  expect(disk.text('data/key')).toContain(folder.key.secret)
  await folder.close()
})

test('what is left of a world whose removal was interrupted goes with the next start', async () => {
  const disk = new SimulatedDisk()
  await (await openDataFolder('data', { files: disk })).close()
  for (const folder of ['data/worlds', 'data/worlds/w.removed']) disk.folders.add(folder)
  disk.put('data/worlds/w.removed/state.json', '{}')
  disk.before = (operation) => {
    if (operation === 'removeFolder') throw failure('EACCES')
  }
  await expect(openDataFolder('data', { files: disk })).rejects.toThrow('permission denied')
  expect(namesBelow(disk, 'data/lock')).toEqual(['data/lock'])
  disk.before = () => undefined
  const folder = await openDataFolder('data', { files: disk })
  expect(namesBelow(disk, 'data/worlds')).toEqual(['data/worlds'])
  await folder.close()
})

test('a removed world is gone at once, and does not come back after a power cut', async () => {
  const disk = new SimulatedDisk()
  const folder = await openDataFolder('data', { files: disk })
  const world = await openedWorld(folder)
  world.put(1)
  await world.opened.durable()
  disk.folders.add('data/worlds/w.removed')
  disk.put('data/worlds/w.removed/state.json', 'an earlier one of this name')
  const power: string[][] = []
  const open: number[] = []
  disk.before = (operation, path) => {
    if (operation === 'rename' && path.endsWith('.removed')) open.push(disk.openFiles)
    if (operation === 'removeFolder') power.push(namesBelow(disk.after('power'), 'data/worlds/w'))
  }
  world.put(2)
  await folder.removeWorld('w')
  expect(namesBelow(disk, 'data/worlds')).toEqual(['data/worlds'])
  expect(power.at(-1)).toEqual([])
  // Windows renames no folder of which a file is open.
  expect(open).toEqual([0])
  expect(() => world.put(3)).toThrow('The store is closed')
  expect(disk.openFiles).toBe(0)
  await folder.close()
})

test('a world that cannot be removed is told', async () => {
  const disk = new SimulatedDisk()
  const folder = await openDataFolder('data', { files: disk })
  await openedWorld(folder)
  disk.before = (operation) => {
    if (operation === 'rename') throw failure('EACCES')
  }
  await expect(folder.removeWorld('w')).rejects.toThrow('EACCES')
})

test('a world that could not be opened can be tried again', async () => {
  const disk = new SimulatedDisk()
  const folder = await openDataFolder('data', { files: disk })
  const world = await openedWorld(folder)
  world.put(1)
  await world.opened.close()
  const log = 'data/worlds/w/log.2.jsonl'
  const text = disk.text(log)
  disk.put(log, '')
  for (let i = 0; i < 2; i++) {
    await expect(folder.openWorld('w', new Rows())).rejects.toThrow(StoreDamaged)
  }
  disk.put(log, text)
  const again = await openedWorld(folder)
  expect(again.rows.text()).toBe(world.rows.text())
  await folder.close()
})

test('closing a folder closes its worlds and lets others have it', async () => {
  const disk = new SimulatedDisk()
  const folder = await openDataFolder('data', { files: disk })
  const worlds = [await openedWorld(folder, 'one'), await openedWorld(folder, 'two')]
  for (const world of worlds) world.put(1)
  await folder.close()
  expect(disk.openFiles).toBe(0)
  expect(namesBelow(disk, 'data/lock')).toEqual(['data/lock'])
  for (const name of ['one', 'two']) {
    expect(disk.text(`data/worlds/${name}/state.json`)).toContain('{"id":1,"text":""}')
  }
})

test('an owner that listens is named to others that want the folder', async () => {
  const disk = new SimulatedDisk()
  const folder = await openDataFolder('data', { files: disk })
  await folder.announce('http://127.0.0.1:5000')
  const ticket = [...disk.names.keys()].find((name) => name.startsWith('data/lock/')) ?? ''
  expect(JSON.parse(disk.text(ticket)).url).toBe('http://127.0.0.1:5000')
  await folder.close()
})

test('a folder that is removed while it is in use is told once, and again when it is closed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const disk = new SimulatedDisk()
  const folder = await openDataFolder('data', { files: disk })
  const told: string[] = []
  folder.onRemoved(({ message }) => told.push(message))
  await vi.advanceTimersByTimeAsync(2000)
  expect(told).toEqual([])
  await disk.removeFolder('data')
  await vi.advanceTimersByTimeAsync(2000)
  const message =
    'data was removed while the sandbox was running: what was stored in it is lost; start the sandbox again'
  expect(told).toEqual([message])
  await expect(folder.close()).rejects.toThrow(message)
  expect(vi.getTimerCount()).toBe(0)
})

test('a start syncs its folders without waiting for a change, and says nothing if that can be done', async () => {
  const disk = new SimulatedDisk()
  const said: string[] = []
  const folder = await openDataFolder('data', { files: disk, say: (line) => said.push(line) })
  await expect.poll(() => disk.safeFolders).toContain('data/lock')
  expect(disk.after('power').text('data/key')).toContain(folder.key.secret)
  for (let i = 0; i < 5; i++) await turn()
  expect(said).toEqual([])
  await folder.close()
})
