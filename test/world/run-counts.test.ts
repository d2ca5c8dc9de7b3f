import { expect, test } from 'vitest'
import { RunCounts } from '../../src/world/run-counts.ts'

const seen = (key: string, hits: 0 | 1) => ({ table: 'run_counts', key, hits }) as const

test('requests are counted, hits apart, and can be taken back whatever came since', () => {
  const counts = new RunCounts()
  expect(counts.get('s/one')).toBeUndefined()
  counts.add([seen('s/one', 1), seen('s/two', 0)])
  const takeBack = counts.add([seen('s/one', 1), seen('s/two', 1)])
  counts.add([seen('s/one', 0)])
  expect([counts.get('s/one'), counts.get('s/two')]).toEqual([
    { seen: 3, hits: 2 },
    { seen: 2, hits: 1 },
  ])
  takeBack()
  expect([counts.get('s/one'), counts.get('s/two')]).toEqual([
    { seen: 2, hits: 1 },
    { seen: 1, hits: 0 },
  ])
})

test('some rules begin again, with all values that they count by; or all rules do', () => {
  const counts = new RunCounts()
  counts.add([seen('s/one', 1), seen('s/one\torder 1', 1), seen('s/two', 1)])
  counts.restart(new Set(['s/one']))
  const all = () => ['s/one', 's/one\torder 1', 's/two'].map((key) => counts.get(key)?.hits)
  expect(all()).toEqual([undefined, undefined, 1])
  counts.add([seen('s/one', 1)])
  counts.restart()
  expect(all()).toEqual([undefined, undefined, undefined])
})
