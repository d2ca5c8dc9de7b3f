import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SortedList } from '../../../../src/world/records/indexes/sorted-list.ts'

const ascending = (one: number, other: number) => one - other

test('it holds the same items in the same order as a sorted array, whatever happens to it', () => {
  const step = fc.record({
    added: fc.uniqueArray(fc.nat(5000), { maxLength: 1500 }),
    removed: fc.array(fc.nat(5000), { maxLength: 200 }),
    offset: fc.nat(3000),
    count: fc.nat(1000),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 6 }), (steps) => {
      const list = new SortedList<number>(ascending)
      const model = new Set<number>()
      for (const { added, removed, offset, count } of steps) {
        for (const item of added.filter((each) => !model.has(each))) {
          list.add(item)
          model.add(item)
        }
        for (const item of removed.filter((each) => model.delete(each))) list.remove(item)
        const sorted = [...model].sort(ascending)
        expect(list.size).toBe(sorted.length)
        expect(list.slice(offset, count)).toEqual(sorted.slice(offset, offset + count))
        const isOdd = (item: number) => item % 2 === 1
        expect(list.first(count + 1, isOdd)).toEqual(sorted.filter(isOdd).slice(0, count + 1))
      }
    }),
    { numRuns: 50 },
  )
})

test('items that come one by one between two reads stay in order', () => {
  const list = new SortedList<number>(ascending)
  for (let item = 0; item < 5000; item += 1) {
    list.add((item * 7919) % 5000)
    if (item % 50 === 0) list.slice(0, 1)
  }
  expect(list.slice(0, 5000)).toEqual(Array.from({ length: 5000 }, (_, item) => item))
})

test('what is not in it cannot be taken out', () => {
  const list = new SortedList<number>(ascending)
  list.add(1)
  expect(() => list.remove(2)).toThrow('not in it')
  expect(() => list.remove(0)).toThrow('not in it')
})
