import { expect, test } from 'vitest'
import { StoreFailure } from '../../../src/gateway/store/port/store-error.ts'
import { imageOf, row } from './support/rows.ts'
import { failure, SimulatedDisk } from './support/simulated-disk.ts'
import { fileOf, folder, openTestWorld } from './support/world.ts'

test('a world that is new has nothing in it and nothing to wait for', async () => {
  const { world, notes } = await openTestWorld(new SimulatedDisk())
  expect(world.rows.text()).toBe('')
  expect(notes).toEqual([])
  expect(world.opened.durable()).toBeUndefined()
})

test('what was committed is there after a restart', async () => {
  const disk = new SimulatedDisk()
  const { world } = await openTestWorld(disk)
  world.put(1, 'one')
  world.put(2, 'two')
  world.put('a', 'in another table', 'customers')
  world.put(1, 'one, changed')
  world.remove(2)
  await world.opened.durable()
  const again = await openTestWorld(disk.after('power'))
  expect(again.world.rows.text()).toBe(world.rows.text())
  expect(again.world.rows.table('transactions').get(1)).toBe(row(1, 'one, changed'))
  expect(again.notes).toEqual([])
})

test('text beyond ASCII comes back unchanged, from the log and from the state', async () => {
  const disk = new SimulatedDisk()
  const { world } = await openTestWorld(disk)
  const text = 'Zoë 支付 \u{1F4B3} "quoted" \\ \u2028 \ud800'
  world.commit([
    { table: 'meta', key: 'ünï', line: row('ünï', text) },
    { table: 'transactions', key: 1, line: row(1, 'plain') },
  ])
  world.put('gone ü', text, 'customers')
  world.remove('gone ü', 'customers')
  await world.opened.durable()
  const fromLog = await openTestWorld(disk.after('kill'))
  expect(fromLog.world.rows.text()).toBe(world.rows.text())
  await world.opened.close()
  const fromState = await openTestWorld(disk)
  expect(fromState.world.rows.text()).toBe(world.rows.text())
})

test('commits of one turn share one write and one sync, and one promise', async () => {
  const disk = new SimulatedDisk()
  const { world } = await openTestWorld(disk)
  const syncs = disk.count('sync')
  for (let id = 1; id <= 100; id++) world.put(id)
  const promise = world.opened.durable()
  expect(world.opened.durable()).toBe(promise)
  await promise
  expect(disk.count('write')).toBe(1)
  expect(disk.count('sync') - syncs).toBe(1)
  expect(world.opened.durable()).toBeUndefined()
})

test('commits that come while a batch is on its way form the next one', async () => {
  const disk = new SimulatedDisk()
  const { world } = await openTestWorld(disk)
  const settled: string[] = []
  const log: string[] = []
  disk.before = (operation, path) => {
    if (!path.endsWith('log.1.jsonl')) return
    log.push(operation)
    if (operation !== 'sync' || log.length > 2) return
    settled.push('sync')
    for (let id = 2; id <= 50; id++) world.put(id)
    void world.opened.durable()?.then(() => settled.push('second'))
  }
  world.put(1)
  await world.opened.durable()
  settled.push('first')
  await world.opened.durable()
  expect(settled).toEqual(['sync', 'first', 'second'])
  expect(log).toEqual(['write', 'sync', 'write', 'sync'])
})

test('who reads while a batch is on its way waits for it', async () => {
  const disk = new SimulatedDisk()
  const { world } = await openTestWorld(disk)
  let seen: Promise<void> | undefined
  disk.before = (operation) => {
    if (operation === 'sync') seen = world.opened.durable()
  }
  world.put(1)
  const written = world.opened.durable()
  await written
  expect(seen).toBe(written)
})

test('relaxed durability writes without a sync, and survives a killed process', async () => {
  const disk = new SimulatedDisk()
  const { world } = await openTestWorld(disk, { durability: 'relaxed' })
  world.put(1)
  await world.opened.durable()
  expect(disk.count('sync')).toBe(0)
  const again = await openTestWorld(disk.after('kill'))
  expect(again.world.rows.text()).toBe(world.rows.text())
})

test('a batch that fails is undone, newest first, with all that came after it', async () => {
  const disk = new SimulatedDisk()
  const troubles: string[] = []
  const { world } = await openTestWorld(disk, { onTrouble: (message) => troubles.push(message) })
  world.put(1)
  await world.opened.durable()
  const before = world.rows.text()
  let later: Promise<void> | undefined
  disk.before = (operation) => {
    if (operation !== 'sync') return
    disk.before = () => undefined
    world.put(4)
    world.replace(imageOf({}))
    world.put(5)
    later = world.opened.durable()
    throw failure('EIO')
  }
  world.put(2)
  world.put(3)
  const first = world.opened.durable()
  await expect(first).rejects.toThrow(StoreFailure)
  await expect(later).rejects.toThrow(
    `The change could not be stored in ${fileOf('log.1.jsonl')}: the disk reports an input/output error (EIO)`,
  )
  expect(world.undone).toEqual(['5', 'replace', '4', '3', '2'])
  expect(world.rows.text()).toBe(before)
  expect(world.opened.durable()).toBeUndefined()
  expect(troubles).toEqual([
    `${fileOf('log.1.jsonl')} cannot be written: the disk reports an input/output error (EIO); changes are refused until it can`,
  ])
  for (const crash of ['kill', 'power'] as const) {
    const again = await openTestWorld(disk.after(crash))
    expect(again.world.rows.text()).toBe(before)
    expect(again.notes).toEqual([])
  }
})

test('a replaced world keeps nothing of what was there, and continues from there', async () => {
  const disk = new SimulatedDisk()
  const { world } = await openTestWorld(disk)
  for (let id = 1; id <= 10; id++) world.put(id)
  world.replace(imageOf({ customers: [row('c1')], transactions: [row(100)] }))
  world.put(101)
  world.replace(imageOf({ transactions: [row(200)] }))
  world.put(201)
  world.put(202)
  await world.opened.durable()
  expect([...world.rows.table('transactions').keys()]).toEqual([200, 201, 202])
  const again = await openTestWorld(disk.after('power'))
  expect(again.world.rows.text()).toBe(world.rows.text())
  again.world.put(203)
  await again.world.opened.durable()
})

test('closing leaves one state file that holds everything, and a log without commits', async () => {
  const disk = new SimulatedDisk()
  const { world } = await openTestWorld(disk)
  world.put(1)
  await world.opened.close()
  expect((await disk.list(folder)).sort()).toEqual(['log.2.jsonl', 'state.json'])
  expect(disk.text(`${folder}/log.2.jsonl`)).toMatch(/^.*"generation":2.*\n$/)
  expect(JSON.parse(disk.text(`${folder}/state.json`)).transactions).toEqual([{ id: 1, text: '' }])
  expect(disk.openFiles).toBe(0)
})

test('closing waits for what is on its way', async () => {
  const disk = new SimulatedDisk()
  const { world } = await openTestWorld(disk)
  world.put(1)
  await world.opened.close()
  const again = await openTestWorld(disk.after('power'))
  expect(again.world.rows.text()).toBe(world.rows.text())
})

test('closing a world that did not change writes nothing', async () => {
  const disk = new SimulatedDisk()
  const first = await openTestWorld(disk)
  first.world.put(1)
  await first.world.opened.close()
  const { world } = await openTestWorld(disk)
  // It syncs its folders, which a killed process may not have done.
  const writes = () => [...disk.counts].filter(([operation]) => operation !== 'syncFolder')
  const before = writes()
  await world.opened.close()
  expect(writes()).toEqual(before)
})

test('a closed medium takes no more', async () => {
  const { world } = await openTestWorld(new SimulatedDisk())
  await world.opened.close()
  expect(() => world.put(1)).toThrow('The store is closed')
  expect(() => world.replace(imageOf({}))).toThrow('The store is closed')
  await world.opened.close()
})
