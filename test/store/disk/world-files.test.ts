import { expect, test } from 'vitest'
import { findWorldFiles, removeObsolete } from '../../../src/store/disk/world-files.ts'
import { SimulatedDisk } from '../support/simulated-disk.ts'

const kept = ['log.0.jsonl', 'log.01.jsonl', 'log.x.jsonl', 'notes.tmp', 'state.json.old']
const leftovers = ['log.3.jsonl.tmp', 'state.json.2.tmp', 'state.json.12.tmp']
const logs = ['log.10.jsonl', 'log.2.jsonl', 'journal.1.jsonl', 'log.9.jsonl']

function diskWith(names: readonly string[]): SimulatedDisk {
  const disk = new SimulatedDisk()
  disk.folders.add('w').add('w/snapshots')
  for (const name of names) disk.put(`w/${name}`, '')
  return disk
}

test('the files of a world are told from others, its logs in their order', async () => {
  const found = await findWorldFiles(diskWith(['state.json', ...kept, ...leftovers, ...logs]), 'w')
  expect(found).toEqual({ hasState: true, logs: expect.any(Map), leftovers })
  expect([...found.logs]).toEqual([
    [1, 'journal.1.jsonl'],
    [2, 'log.2.jsonl'],
    [9, 'log.9.jsonl'],
    [10, 'log.10.jsonl'],
  ])
  expect(await findWorldFiles(diskWith([]), 'nothing')).toEqual({
    hasState: false,
    logs: new Map(),
    leftovers: [],
  })
})

test('what no start needs is gone: earlier logs, and the rest of interrupted writes', async () => {
  const snapshots = ['snapshots/one.json', 'snapshots/one.json.1.tmp']
  const disk = diskWith(['state.json', ...kept, ...leftovers, ...logs, ...snapshots])
  await removeObsolete(disk, 'w', await findWorldFiles(disk, 'w'), 9)
  expect([...disk.names.keys()].sort()).toEqual(
    ['state.json', ...kept, 'log.10.jsonl', 'log.9.jsonl', 'snapshots/one.json']
      .map((name) => `w/${name}`)
      .sort(),
  )
})

test.each([
  ['an earlier log', 'log.2.jsonl'],
  ['a leftover', 'state.json.2.tmp'],
  ['a leftover of a snapshot', 'snapshots/one.json.1.tmp'],
])('%s is gone when the start goes on', async (_, name) => {
  const disk = diskWith([name])
  await removeObsolete(disk, 'w', await findWorldFiles(disk, 'w'), 9)
  expect(disk.names.size).toBe(0)
})
