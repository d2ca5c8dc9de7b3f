import { expect, test } from 'vitest'
import { imageOf, row } from './support/rows.ts'
import { type Crash, crashes, SimulatedDisk } from './support/simulated-disk.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

interface Moment {
  readonly operation: string
  readonly disks: readonly (readonly [Crash, SimulatedDisk])[]
  /** The rows after each commit so far, and the last of them that was acknowledged. */
  readonly history: readonly string[]
  readonly acknowledged: number
}

/** Runs a workload and keeps the disk as each crash would leave it at each operation. */
async function momentsOf(
  disk: SimulatedDisk,
  workload: (world: TestWorld, step: () => Promise<void>) => Promise<void>,
): Promise<Moment[]> {
  const moments: Moment[] = []
  const seen = new Set<string>()
  let acknowledged = 0
  let history: readonly string[] = ['']
  disk.before = (operation, path) => {
    const disks = crashes
      .map((crash) => [crash, disk.after(crash)] as const)
      .filter(([, { content }]) => isNew(seen, `${acknowledged} ${content}`))
    moments.push({ operation: `${operation} ${path}`, disks, acknowledged, history: [...history] })
  }
  const { world } = await openTestWorld(disk, { renewAfter: 300 })
  history = world.history
  await workload(world, async () => {
    await world.opened.durable()
    acknowledged = history.length - 1
  })
  disk.before('end', '')
  return moments
}

/** Most crashes leave the same: once is enough. */
function isNew(seen: Set<string>, text: string): boolean {
  if (seen.has(text)) return false
  seen.add(text)
  return true
}

async function expectNothingLost(moments: readonly Moment[]): Promise<void> {
  for (const { operation, disks, acknowledged, history } of moments) {
    for (const [crash, disk] of disks) {
      const { world } = await openTestWorld(disk)
      const found = history.lastIndexOf(world.rows.text())
      const where = `${crash} at ${operation}`
      expect(found, where).toBeGreaterThanOrEqual(acknowledged)
      // It can be used, and what is done now is kept as well.
      world.put('after', 'the crash')
      await world.opened.durable()
      const again = await openTestWorld(disk.after('power'))
      expect(again.world.rows.text(), where).toBe(world.rows.text())
    }
  }
}

test('whatever operation a crash stops, all that was acknowledged is there', async () => {
  const moments = await momentsOf(new SimulatedDisk(), async (world, step) => {
    for (let id = 1; id <= 12; id++) {
      world.put(id, `first life ${id}`)
      await step()
    }
    world.remove(3)
    world.put(4, 'changed')
    world.put('c', 'a customer', 'customers')
    await step()
    world.replace(imageOf({ transactions: [row(100), row(101)] }))
    await step()
    for (let id = 102; id <= 110; id++) {
      world.put(id, `second life ${id}`)
      await step()
    }
    await world.opened.close()
  })
  const operations = new Set(moments.map(({ operation }) => operation.split(' ')[0]))
  expect([...operations].sort()).toEqual(
    ['end', 'makeFolder', 'open', 'remove', 'rename', 'sync', 'syncFolder', 'write'].sort(),
  )
  await expectNothingLost(moments)
})

test('a write of many commits is there as a whole or not at all, whichever of its pages are', async () => {
  const moments = await momentsOf(new SimulatedDisk(), async (world, step) => {
    for (let batch = 0; batch < 4; batch++) {
      for (let id = 1; id <= 6; id++) world.put(10 * batch + id, 'x'.repeat(100 * id + 37 * batch))
      await step()
    }
  })
  for (const { disks, acknowledged, history } of moments) {
    for (const [crash, disk] of disks) {
      const { world } = await openTestWorld(disk)
      const found = history.lastIndexOf(world.rows.text())
      expect([crash, found % 6]).toEqual([crash, 0])
      expect(found).toBeGreaterThanOrEqual(acknowledged)
    }
  }
})

test('a crash in the start after a crash loses nothing either', async () => {
  const first = await momentsOf(new SimulatedDisk(), async (world, step) => {
    for (let id = 1; id <= 5; id++) world.put(id, 'x'.repeat(100))
    await step()
    world.put(6, 'never acknowledged')
    await world.opened.durable()
    await world.opened.close()
  })
  for (const { disks, acknowledged, history } of first) {
    for (const [, disk] of disks) {
      const seconds: SimulatedDisk[] = []
      const seen = new Set<string>()
      disk.before = () => {
        const left = crashes.map((crash) => disk.after(crash))
        seconds.push(...left.filter(({ content }) => isNew(seen, content)))
      }
      await openTestWorld(disk)
      for (const second of seconds) {
        const { world } = await openTestWorld(second)
        expect(history.lastIndexOf(world.rows.text())).toBeGreaterThanOrEqual(acknowledged)
      }
    }
  }
})
