import { expect, test } from 'vitest'
import { imageOf, row } from './support/rows.ts'
import { failure, SimulatedDisk } from './support/simulated-disk.ts'
import { fileOf, folder, openTestWorld, type TestWorld } from './support/world.ts'

/** Every step is tried; what fails is undone. Gives how many steps were acknowledged. */
async function payment(world: TestWorld): Promise<number> {
  let acknowledged = 0
  const step = async () => {
    await world.opened.durable()?.then(
      () => acknowledged++,
      () => undefined,
    )
  }
  for (let id = 1; id <= 8; id++) {
    world.put(id, 'x'.repeat(60))
    world.put(`${id}`, 'a customer', 'customers')
    await step()
  }
  world.replace(imageOf({ transactions: [row(100)] }))
  world.put(101)
  await step()
  for (let id = 102; id <= 106; id++) {
    world.put(id, 'x'.repeat(60))
    await step()
  }
  return acknowledged
}

async function operationsOfPayment(): Promise<number> {
  const disk = new SimulatedDisk()
  const { world } = await openTestWorld(disk, { renewAfter: 300 })
  let operations = 0
  disk.before = () => operations++
  expect(await payment(world)).toBe(14)
  return operations
}

test.each([
  ['once', 1],
  ['three times in a row', 3],
  ['twenty times in a row', 20],
])('memory and disk agree after any operation has failed %s', async (_, times) => {
  const operations = await operationsOfPayment()
  expect(operations).toBeGreaterThan(40)
  for (let failing = 0; failing < operations; failing++) {
    const disk = new SimulatedDisk()
    const said: string[] = []
    const { world } = await openTestWorld(disk, {
      renewAfter: 300,
      onTrouble: () => said.push('trouble'),
      onRecovered: () => said.push('recovered'),
    })
    let operation = 0
    let what = ''
    disk.before = (name, path) => {
      const isFailing = operation >= failing && operation < failing + times
      operation++
      if (!isFailing) return
      what ||= `${name} ${path}`
      throw failure('EIO')
    }
    await payment(world)
    disk.before = () => undefined
    world.put('last', 'there is room again')
    await world.opened.durable()
    for (const crash of ['kill', 'power'] as const) {
      const again = await openTestWorld(disk.after(crash))
      expect(again.world.rows.text(), `${crash} after ${what}`).toBe(world.rows.text())
    }
    await world.opened.close()
    const closed = await openTestWorld(disk)
    expect(closed.world.rows.text(), `closed after ${what}`).toBe(world.rows.text())
    expect(said.filter((word) => word === 'recovered').length).toBeLessThanOrEqual(1)
  }
})

test('a full disk refuses changes, is reported once, and takes changes again when there is room', async () => {
  const disk = new SimulatedDisk()
  const said: string[] = []
  const log = 'log.2.jsonl'
  const { world } = await openTestWorld(disk, {
    onTrouble: (message) => said.push(message),
    onRecovered: () => said.push('recovered'),
  })
  for (const id of [1, 2]) {
    world.put(id)
    await world.opened.durable()
  }
  // After its first renewal.
  await expect.poll(async () => (await disk.list(folder)).sort()).toEqual([log, 'state.json'])
  // Room for half a record: the write is short before it fails.
  const used = [...disk.names.values()].reduce((sum, { now }) => sum + now.length, 0)
  disk.capacity = used + 20
  for (let id = 3; id <= 5; id++) {
    world.put(id)
    await expect(world.opened.durable()).rejects.toThrow('no space left on the disk (ENOSPC)')
  }
  expect([...world.rows.table('transactions').keys()]).toEqual([1, 2])
  const full = await openTestWorld(disk.after('kill'))
  expect(full.world.rows.text()).toBe(world.rows.text())
  expect(full.notes).toEqual([])
  disk.capacity = Number.POSITIVE_INFINITY
  world.put(6)
  await world.opened.durable()
  expect(said).toEqual([
    `${fileOf(log)} cannot be written: no space left on the disk (ENOSPC); changes are refused until it can`,
    'recovered',
  ])
  const again = await openTestWorld(disk.after('power'))
  expect([...again.world.rows.table('transactions').keys()]).toEqual([1, 2, 6])
})

test('what a failed write left is cut off before the next one, if it could not be at once', async () => {
  const disk = new SimulatedDisk()
  const { world } = await openTestWorld(disk)
  world.put(1)
  await world.opened.durable()
  disk.before = (operation) => {
    if (operation === 'sync' || operation === 'truncate') throw failure('EIO')
  }
  world.put(2)
  await expect(world.opened.durable()).rejects.toThrow('EIO')
  world.put(3)
  await expect(world.opened.durable()).rejects.toThrow('EIO')
  disk.before = () => undefined
  world.put(4)
  await world.opened.durable()
  const again = await openTestWorld(disk.after('power'))
  expect([...again.world.rows.table('transactions').keys()]).toEqual([1, 4])
  expect(again.notes).toEqual([])
})

test('a replace that fails after its file is in place is made good by the next commit', async () => {
  const disk = new SimulatedDisk()
  const { world } = await openTestWorld(disk)
  world.put(1)
  await world.opened.durable()
  disk.before = (operation) => {
    // The folder's sync behind the rename: nobody knows what a power cut would leave.
    if (operation === 'syncFolder' && disk.count('rename') === 1) throw failure('EIO')
  }
  world.replace(imageOf({ transactions: [row(100)] }))
  await expect(world.opened.durable()).rejects.toThrow('EIO')
  expect([...world.rows.table('transactions').keys()]).toEqual([1])
  disk.before = () => undefined
  world.put(2)
  world.put(3)
  await world.opened.durable()
  for (const crash of ['kill', 'power'] as const) {
    const again = await openTestWorld(disk.after(crash))
    expect([...again.world.rows.table('transactions').keys()]).toEqual([1, 2, 3])
  }
})

test('a change that was refused does not come back after a power cut', async () => {
  const disk = new SimulatedDisk()
  const { world } = await openTestWorld(disk)
  world.put(1)
  await world.opened.durable()
  disk.before = (operation, path) => {
    if (operation !== 'sync') return
    disk.before = () => undefined
    // It arrived, and yet the disk says that it did not.
    disk.put(path, disk.text(path))
    throw failure('EIO')
  }
  world.put(2)
  await expect(world.opened.durable()).rejects.toThrow('EIO')
  const again = await openTestWorld(disk.after('power'))
  expect(again.world.rows.text()).toBe(world.rows.text())
})
