import { expect, test } from 'vitest'
import { imageOf, row } from './support/rows.ts'
import { failure, SimulatedDisk } from './support/simulated-disk.ts'
import { folder, openTestWorld, type TestWorld } from './support/world.ts'

/** Far enough for a renewal that is due to have begun and ended. */
async function commitMany(world: TestWorld, from: number, to: number): Promise<void> {
  for (let id = from; id <= to; id++) {
    world.put(id, 'x'.repeat(50))
    await world.opened.durable()
  }
}

function isNewState(path: string): boolean {
  return path.includes('state.json.') && path.endsWith('.tmp')
}

test('the state is renewed when the log has grown, and old logs go', async () => {
  const disk = new SimulatedDisk()
  const { world } = await openTestWorld(disk, { renewAfter: 1000 })
  await commitMany(world, 1, 200)
  const names = await disk.list(folder)
  expect(names).toContain('state.json')
  expect(names).not.toContain('log.1.jsonl')
  const again = await openTestWorld(disk.after('power'))
  expect(again.world.rows.text()).toBe(world.rows.text())
})

test('the state is not rewritten ever more often as it grows', async () => {
  const disk = new SimulatedDisk()
  const { world } = await openTestWorld(disk, { renewAfter: 1000 })
  let states = 0
  disk.before = (operation, path) => {
    if (operation === 'rename' && path.endsWith('state.json')) states += 1
  }
  await commitMany(world, 1, 100)
  const early = states
  await commitMany(world, 101, 1000)
  expect(early).toBeGreaterThan(2)
  expect(states - early).toBeLessThan(10)
})

test('a renewal that fails costs nothing, is reported, and is tried again later', async () => {
  const disk = new SimulatedDisk()
  const troubles: string[] = []
  const onTrouble = (message: string) => troubles.push(message)
  const { world } = await openTestWorld(disk, { renewAfter: 1000, onTrouble })
  let isFull = true
  disk.before = (operation, path) => {
    if (isFull && operation === 'write' && path.includes('state.json')) throw failure('ENOSPC')
  }
  await commitMany(world, 1, 60)
  expect(troubles[0]).toBe(
    'The state file could not be renewed: no space left on the disk (ENOSPC); its log has everything',
  )
  expect(troubles.length).toBeLessThan(8)
  expect(await disk.list(folder)).not.toContain('state.json')
  const between = await openTestWorld(disk.after('power'))
  expect(between.world.rows.text()).toBe(world.rows.text())
  isFull = false
  await commitMany(world, 61, 200)
  expect(await disk.list(folder)).toContain('state.json')
  const again = await openTestWorld(disk.after('power'))
  expect(again.world.rows.text()).toBe(world.rows.text())
})

test('a replace makes a renewal that is under way come to nothing', async () => {
  const disk = new SimulatedDisk()
  const { world } = await openTestWorld(disk, { renewAfter: 100 })
  let isReplaced = false
  disk.before = (operation, path) => {
    if (isReplaced || operation !== 'sync' || !isNewState(path)) return
    isReplaced = true
    world.replace(imageOf({ transactions: [row(1000)] }))
    world.put(1001)
  }
  await commitMany(world, 1, 30)
  expect(isReplaced).toBe(true)
  const again = await openTestWorld(disk.after('power'))
  expect(again.world.rows.text()).toBe(world.rows.text())
  expect(again.world.rows.table('transactions').has(1000)).toBe(true)
  await world.opened.close()
  expect((await disk.list(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([])
})

test('closing does not wait for a renewal that is under way, and makes its own state', async () => {
  const disk = new SimulatedDisk()
  const { world } = await openTestWorld(disk, { renewAfter: 100 })
  let closing: Promise<void> | undefined
  disk.before = (operation, path) => {
    if (operation === 'sync' && isNewState(path)) closing ??= world.opened.close()
  }
  for (let id = 1; closing === undefined; id++) {
    world.put(id, 'x'.repeat(50))
    await world.opened.durable()
  }
  await closing
  const [state, log] = (await disk.list(folder)).sort().reverse()
  expect(state).toBe('state.json')
  expect(disk.text(`${folder}/${log}`)).toMatch(/^.*"format":"sandgate-log".*\n$/)
  const again = await openTestWorld(disk.after('power'))
  expect(again.world.rows.text()).toBe(world.rows.text())
})

test('a log is on disk before the next one is there, and that before a state names it, relaxed or not', async () => {
  const disk = new SimulatedDisk()
  const { world } = await openTestWorld(disk, { renewAfter: 500, durability: 'relaxed' })
  const said: string[] = []
  disk.before = (operation, path) => {
    const name = path.slice(folder.length + 1)
    if (name.includes('log') || name === 'state.json') said.push(`${operation} ${name}`)
  }
  await commitMany(world, 1, 12)
  const begun = said.indexOf('open log.2.jsonl.tmp')
  expect(said.slice(begun - 1, begun + 5)).toEqual([
    'sync log.1.jsonl',
    'open log.2.jsonl.tmp',
    'write log.2.jsonl.tmp',
    'sync log.2.jsonl.tmp',
    'rename log.2.jsonl',
    'open log.2.jsonl',
  ])
  expect(said.indexOf('rename state.json', begun)).toBeGreaterThan(begun + 4)
})
