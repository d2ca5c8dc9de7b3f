import { expect, test } from 'vitest'
import { StoreTooNew } from '../../src/store/disk/store-error.ts'
import type { Migration } from '../../src/store/migrations.ts'
import { SimulatedDisk } from './support/simulated-disk.ts'
import { folder, openTestWorld } from './support/world.ts'

const rename: Migration = (table, line) =>
  table === 'customers' ? line.replace('"text":', '"name":') : line
const exclaim: Migration = (_, line) => line.replace(/"\}$/, '!"}')

test.each([
  ['the state', true],
  ['the journal', false],
])('rows of an older version in %s are brought up to date, once', async (_, isClosed) => {
  const disk = new SimulatedDisk()
  const { world } = await openTestWorld(disk)
  world.put('c', 'Zoë', 'customers')
  world.put(1, 'one')
  world.put(2, 'two')
  world.remove(2)
  await world.opened.durable()
  if (isClosed) await world.opened.close()
  const migrations = [rename, exclaim]
  const newer = await openTestWorld(disk, { migrations })
  expect(newer.world.rows.table('customers').get('c')).toBe('{"id":"c","name":"Zoë!"}')
  expect([...newer.world.rows.table('transactions').values()]).toEqual(['{"id":1,"text":"one!"}'])
  expect(JSON.parse(disk.text(`${folder}/state.json`)).version).toBe(3)
  newer.world.put(3, 'three')
  await newer.world.opened.durable()
  const again = await openTestWorld(disk.after('power'), { migrations })
  expect(again.world.rows.text()).toBe(newer.world.rows.text())
})

test.each([
  ['the state', true, 'state.json'],
  ['the journal', false, 'journal.1.jsonl'],
])('a later version in %s is refused, and nothing is touched', async (_, isClosed, name) => {
  const disk = new SimulatedDisk()
  const { world } = await openTestWorld(disk, { migrations: [rename] })
  world.put(1, 'one')
  await world.opened.durable()
  if (isClosed) await world.opened.close()
  const found = disk.after('kill')
  const opening = openTestWorld(found)
  await expect(opening).rejects.toThrow(StoreTooNew)
  await expect(opening).rejects.toThrow(
    `${folder}/${name} has format version 2 and this sandgate reads up to 1; use a newer sandgate`,
  )
  expect(found.counts.size).toBe(0)
})
