import { expect, test } from 'vitest'
import { operationsOn } from './support/operations.ts'
import { imageOf, row } from './support/rows.ts'
import { failure, SimulatedDisk } from './support/simulated-disk.ts'
import { folder, openTestWorld, type TestWorld } from './support/world.ts'

function named(done: readonly string[]): string[] {
  return done.map((one) => one.replace(`${folder}/`, '').replace(folder, '.'))
}

async function commit(world: TestWorld, id: number, text = 'x'.repeat(50)): Promise<void> {
  world.put(id, text)
  await world.opened.durable()
}

const commitIn = (log: number) => [`write log.${log}.jsonl`, `sync log.${log}.jsonl`]
const beginning = (log: number) => [
  `open log.${log}.jsonl.tmp`,
  `write log.${log}.jsonl.tmp`,
  `sync log.${log}.jsonl.tmp`,
  `rename log.${log}.jsonl`,
  'syncFolder .',
  `open log.${log}.jsonl`,
]
const state = (log: number) => [
  `open state.json.${log}.tmp`,
  `write state.json.${log}.tmp`,
  `write state.json.${log}.tmp`,
  `sync state.json.${log}.tmp`,
  'rename state.json',
  'syncFolder .',
]

test('a renewal begins the next log, seals the last, writes the state, and then removes the last', async () => {
  const disk = new SimulatedDisk()
  const { world } = await openTestWorld(disk, { renewAfter: 1 })
  await commit(world, 1)
  const done = operationsOn(disk)
  await commit(world, 2)
  await expect.poll(() => done.at(-1)).toMatch(/^remove/)
  expect(named(done)).toEqual([
    ...commitIn(1),
    ...beginning(2),
    ...commitIn(1),
    ...state(2),
    'remove log.1.jsonl',
  ])
  expect(disk.openFiles).toBe(1)
  const again = await openTestWorld(disk.after('power'))
  expect(again.world.rows.text()).toBe(world.rows.text())
})

test('a replace begins a log, writes the state, and then removes what was before', async () => {
  const disk = new SimulatedDisk()
  const { world } = await openTestWorld(disk)
  await commit(world, 1)
  const done = operationsOn(disk)
  world.replace(imageOf({ transactions: [row(100)] }))
  await world.opened.durable()
  expect(named(done).slice(0, 12)).toEqual([...beginning(2), ...state(2)])
  await expect.poll(() => named(done).slice(12)).toEqual(['remove log.1.jsonl'])
  expect(disk.openFiles).toBe(1)
})

test('the second change of a new world is followed by a first state without rows', async () => {
  for (const durability of ['sync', 'relaxed'] as const) {
    const disk = new SimulatedDisk()
    const { world } = await openTestWorld(disk, { durability })
    await commit(world, 1)
    const done = operationsOn(disk)
    await commit(world, 2)
    await expect.poll(() => disk.names.has(`${folder}/state.json`)).toBe(true)
    await commit(world, 3)
    // A relaxed log is synced as well before a state names it.
    expect(named(done).slice(0, 8)).toEqual([...commitIn(1), ...state(1)])
    expect(JSON.parse(disk.text(`${folder}/state.json`))).toMatchObject({
      generation: 1,
      transactions: [],
    })
    expect(named(done).filter((one) => one === 'rename state.json')).toHaveLength(1)
  }
})

test('a replace waits for the folders that have new entries', async () => {
  const disk = new SimulatedDisk()
  const { world } = await openTestWorld(disk)
  const done = operationsOn(disk)
  world.replace(imageOf({ transactions: [row(100)] }))
  await world.opened.durable()
  const firstOfReplace = named(done).indexOf('open log.2.jsonl.tmp')
  for (const parent of ['syncFolder data', 'syncFolder data/worlds', 'syncFolder .']) {
    expect(named(done).indexOf(parent)).toBeLessThan(firstOfReplace)
  }
  const again = await openTestWorld(disk.after('power'))
  expect(again.world.rows.text()).toBe(world.rows.text())
})

test('the state is rewritten whenever the log has grown by so much', async () => {
  const disk = new SimulatedDisk()
  const { world } = await openTestWorld(disk, { renewAfter: 1000 })
  const states: number[] = []
  let id = 0
  disk.before = (operation, path) => {
    if (operation === 'rename' && path.endsWith('state.json')) states.push(id)
  }
  // Each change takes some 110 bytes of the log, and 75 of the state.
  for (id = 1; id <= 40; id++) {
    await commit(world, id)
    for (let i = 0; i < 12; i++) await disk.close(-1).catch(() => undefined)
  }
  const gaps = states.slice(1).map((at, i) => at - (states[i] ?? 0))
  expect(states.length).toBeGreaterThan(2)
  expect(Math.min(...gaps.slice(1))).toBeGreaterThanOrEqual(9)
  expect(Math.max(...gaps)).toBeLessThan(20)
})

test('a big state is rewritten only when the log is half as big, also after a start', async () => {
  const disk = new SimulatedDisk()
  const { world } = await openTestWorld(disk, { renewAfter: 100 })
  const lines = Array.from({ length: 20 }, (_, id) => row(1000 + id, 'x'.repeat(480)))
  world.replace(imageOf({ transactions: lines }))
  await world.opened.durable()
  const left = disk.after('kill')
  const again = await openTestWorld(left, { renewAfter: 100 })
  for (const [one, on] of [
    [world, disk],
    [again.world, left],
  ] as const) {
    const done = operationsOn(on)
    for (let id = 1; id <= 10; id++) await commit(one, id)
    expect(named(done)).not.toContain('rename state.json')
    for (let id = 11; id <= 60; id++) await commit(one, id)
    await expect.poll(() => named(done)).toContain('rename state.json')
  }
})

test('a renewal that fails is told, and tried again when the log has grown by as much again', async () => {
  const disk = new SimulatedDisk()
  const told: string[] = []
  const { world } = await openTestWorld(disk, {
    renewAfter: 500,
    onTrouble: (message) => told.push(message),
  })
  const tries: number[] = []
  let id = 0
  disk.before = (operation, path) => {
    if (operation !== 'open' || !path.includes('state.json')) return
    tries.push(id)
    throw failure('ENOSPC')
  }
  for (id = 1; id <= 30; id++) await commit(world, id)
  // The first state, which is written after the second change, has no rows.
  expect(tries[0]).toBe(2)
  const gaps = tries.slice(1).map((at, i) => at - (tries[i] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(4)
  expect(Math.max(...gaps)).toBeLessThanOrEqual(7)
  expect(new Set(told)).toEqual(
    new Set([
      'The state file could not be renewed: no space left on the disk (ENOSPC); its log has everything',
    ]),
  )
  disk.before = () => undefined
  await world.opened.close()
  expect((await disk.list(folder)).filter((name) => name.startsWith('log'))).toHaveLength(1)
  const again = await openTestWorld(disk.after('power'))
  expect(again.world.rows.text()).toBe(world.rows.text())
})

test.each([
  ['the next log cannot be begun', 'rename', 'log.2.jsonl'],
  ['the last log cannot be sealed', 'write', 'log.1.jsonl'],
])('a renewal for which %s costs nothing, and leaves no file open', async (_, operation, name) => {
  const disk = new SimulatedDisk()
  const told: string[] = []
  const { world } = await openTestWorld(disk, {
    renewAfter: 200,
    onTrouble: (message) => told.push(message),
  })
  for (const id of [1, 2, 3]) await commit(world, id)
  let isBegun = false
  disk.before = (what, path) => {
    isBegun ||= path.includes('log.2')
    if (told.length > 0 || !isBegun || what !== operation || !path.endsWith(name)) return
    throw failure('EIO')
  }
  for (let id = 4; told.length === 0; id++) await commit(world, id)
  expect(told).toEqual([
    'The state file could not be renewed: the disk reports an input/output error (EIO); its log has everything',
  ])
  expect(disk.openFiles).toBe(1)
  const again = await openTestWorld(disk.after('power'))
  expect(again.world.rows.text()).toBe(world.rows.text())
})

test('a replace that fails leaves no file open, and what was there', async () => {
  const disk = new SimulatedDisk()
  const { world } = await openTestWorld(disk)
  await commit(world, 1)
  const before = world.rows.text()
  disk.before = (operation, path) => {
    if (operation === 'write' && path.includes('state.json')) throw failure('ENOSPC')
  }
  world.replace(imageOf({}))
  await expect(world.opened.durable()).rejects.toThrow('ENOSPC')
  expect(world.rows.text()).toBe(before)
  expect(disk.openFiles).toBe(1)
})

test('each old log is removed once', async () => {
  const removed: string[] = []
  class Counting extends SimulatedDisk {
    override remove(name: string): Promise<void> {
      removed.push(name)
      return super.remove(name)
    }
  }
  const disk = new Counting()
  const { world } = await openTestWorld(disk)
  for (let round = 1; round <= 4; round++) {
    world.replace(imageOf({ transactions: [row(round)] }))
    await world.opened.durable()
  }
  await world.opened.close()
  const logs = [1, 2, 3, 4].map((log) => `${folder}/log.${log}.jsonl`)
  expect(removed.map((name) => name.replaceAll('\\', '/'))).toEqual(logs)
})

test('a world that is removed writes no state, and is closed when that is told', async () => {
  const disk = new SimulatedDisk()
  const { world } = await openTestWorld(disk)
  await commit(world, 1)
  world.put(2)
  const medium = world.opened as unknown as { abandon(): Promise<void>; isClosed: boolean }
  expect(medium.isClosed).toBe(false)
  await medium.abandon()
  expect(medium.isClosed).toBe(true)
  expect(disk.openFiles).toBe(0)
  expect(disk.names.has(`${folder}/state.json`)).toBe(false)
  expect(() => world.put(3)).toThrow('The store is closed')
})
