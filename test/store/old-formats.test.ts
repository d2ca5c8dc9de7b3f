import { expect, test } from 'vitest'
import { checksum, hex } from '../../src/store/disk/lines.ts'
import { StoreTooNew } from '../../src/store/port/store-error.ts'
import { crashes, SimulatedDisk } from './support/simulated-disk.ts'
import { fileOf, folder, openTestWorld } from './support/world.ts'

test('a later version of the state is refused, and nothing is touched', async () => {
  const disk = new SimulatedDisk()
  const { world } = await openTestWorld(disk)
  world.put(1, 'one')
  await world.opened.close()
  const path = `${folder}/state.json`
  disk.put(path, disk.text(path).replace('"version":2', '"version":3'))
  await expectTooNew(disk.after('kill'), 'state.json')
})

test('a later version of the log is refused, and nothing is touched', async () => {
  const disk = new SimulatedDisk()
  const { world } = await openTestWorld(disk)
  world.put(1, 'one')
  await world.opened.durable()
  const header = '00000000 {"format":"sandgate-log","version":3,"generation":1}'
  disk.put(`${folder}/log.1.jsonl`, `${hex(checksum(header))} ${header}\n`)
  await expectTooNew(disk.after('kill'), 'log.1.jsonl')
})

async function expectTooNew(found: SimulatedDisk, name: string): Promise<void> {
  const opening = openTestWorld(found)
  await expect(opening).rejects.toThrow(StoreTooNew)
  await expect(opening).rejects.toThrow(
    `${fileOf(name)} has format version 3 and this sandgate reads up to 2; use a newer sandgate`,
  )
  expect(found.counts.size).toBe(0)
}

/** A line as version 1 had it: without the checksum of the one before. */
function oldLine(payload: string): string {
  return `${hex(checksum(Buffer.from(payload)))} ${payload}\n`
}

const oldHeader = (generation: number) =>
  oldLine(`{"format":"sandgate-journal","version":1,"generation":${generation}}`)

test('a world of version 1 is brought up to date, and its files take their new names', async () => {
  const disk = new SimulatedDisk()
  for (const made of ['data', 'data/worlds', folder]) disk.folders.add(made)
  disk.safeFolders = new Set(disk.folders)
  const change = oldLine('[["+transactions",23,{"id":1,"text":"first"}]]')
  disk.put(`${folder}/journal.1.jsonl`, oldHeader(1) + change)
  const later = oldLine('[["+transactions",23,{"id":2,"text":"later"}]]')
  disk.put(`${folder}/journal.2.jsonl`, `${oldHeader(2)}${later}half a li`)
  const { world, notes } = await openTestWorld(disk)
  expect(notes).toEqual([expect.stringContaining(`at the end of ${fileOf('journal.2.jsonl')}`)])
  expect(world.rows.text()).toContain('"text":"first"')
  expect(world.rows.text()).toContain('"text":"later"')
  expect((await disk.list(folder)).sort()).toEqual(['log.3.jsonl', 'state.json'])
  world.put(3, 'new')
  await world.opened.durable()
  const again = await openTestWorld(disk.after('power'))
  expect(again.world.rows.text()).toBe(world.rows.text())
})

test('whatever operation a crash stops, a world of version 1 keeps everything', async () => {
  for (let stop = 1, isStopped = true; isStopped; stop++) {
    const disk = new SimulatedDisk()
    for (const made of ['data', 'data/worlds', folder]) disk.folders.add(made)
    disk.safeFolders = new Set(disk.folders)
    const change = oldLine('[["+transactions",23,{"id":1,"text":"first"}]]')
    disk.put(`${folder}/journal.1.jsonl`, oldHeader(1) + change)
    let operations = 0
    disk.before = () => {
      if (++operations >= stop) throw new Error('stopped')
    }
    isStopped = await openTestWorld(disk).then(
      () => false,
      () => true,
    )
    for (const crash of crashes) {
      const { world } = await openTestWorld(disk.after(crash))
      expect(world.rows.text()).toContain('"text":"first"')
    }
  }
})
