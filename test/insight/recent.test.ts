import { expect, test } from 'vitest'
import { Recent } from '../../src/insight/recent.ts'

/** The keys from 1 to 20 that it still has. */
function keysIn(recent: Recent<number, string>): readonly number[] {
  const keys = Array.from({ length: 20 }, (_, i) => i + 1)
  expect(keys.filter((key) => recent.has(key))).toEqual(
    keys.filter((key) => recent.get(key) !== undefined),
  )
  return keys.filter((key) => recent.has(key))
}

test.each([
  [0, []],
  [1, [1]],
  [2, [1, 2]],
  [3, [1, 2, 3]],
  [4, [1, 2, 3, 4]],
  [5, [1, 2, 3, 4, 5]],
  [6, [4, 5, 6]],
  [8, [4, 5, 6, 7, 8]],
  [9, [7, 8, 9]],
])('of %i entries, it holds at least the latest 3 and fewer than 6: %j', (count, keys) => {
  const recent = new Recent<number, string>(3)
  expect(recent.isEmpty).toBe(true)
  for (let key = 1; key <= count; key += 1) recent.set(key, `v${key}`)
  expect(keysIn(recent)).toEqual(keys)
  expect(recent.isEmpty).toBe(count === 0)
})

test('an entry that is set again is a new one', () => {
  const recent = new Recent<number, string>(2)
  for (const key of [1, 2, 1]) recent.set(key, `v${key}`)
  recent.set(1, 'later')
  expect(recent.get(1)).toBe('later')
  recent.set(3, 'v3')
  expect(keysIn(recent)).toEqual([1, 3])
})

test.each([1, 2, 3, 4])('an entry that is taken is gone, however old it is: %i', (key) => {
  const recent = new Recent<number, string>(3)
  for (const one of [1, 2, 3, 4]) recent.set(one, `v${one}`)
  expect(recent.take(9)).toBeUndefined()
  expect(recent.take(key)).toBe(`v${key}`)
  expect(recent.take(key)).toBeUndefined()
  expect(keysIn(recent)).toEqual([1, 2, 3, 4].filter((one) => one !== key))
})

test('an entry that is taken leaves no older one of its key', () => {
  const recent = new Recent<number, string>(2)
  for (const key of [1, 2, 1]) recent.set(key, `v${key}`)
  expect(recent.take(1)).toBe('v1')
  expect(keysIn(recent)).toEqual([2])
})

test('entries are forgotten by their values', () => {
  const recent = new Recent<number, string>(3)
  for (const key of [1, 2, 3, 4, 5]) recent.set(key, key % 2 === 0 ? 'even' : 'odd')
  recent.forget((value) => value === 'odd')
  expect(keysIn(recent)).toEqual([2, 4])
  recent.forget(() => true)
  expect(recent.isEmpty).toBe(true)
})
