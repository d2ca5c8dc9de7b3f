import fc from 'fast-check'
import { expect, test } from 'vitest'
import { page } from '../../../src/http/control/page.ts'

/** All parts of a list, one after the other, as a client reads them that follows `next_offset`. */
async function partsOf<T>(all: readonly T[], limit: number, answer: (one: T) => unknown) {
  const parts: (readonly unknown[])[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const part: Awaited<ReturnType<typeof page>> = await page(all, { offset, limit }, answer)
    parts.push(part.found)
    offset = part.next_offset
  }
  return parts
}

test('whoever follows the parts of a list sees each entry once', async () => {
  const lists = fc.array(fc.nat(), { maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(lists, fc.integer({ min: 1, max: 12 }), async (all, limit) => {
      const parts = await partsOf(all, limit, (one) => one)
      expect(parts.flat()).toEqual(all)
      expect(parts.every(({ length }) => length <= limit)).toBe(true)
      expect(parts).toHaveLength(Math.max(1, Math.ceil(all.length / limit)))
    }),
  )
})

test('a part ends before it is too large, and one entry is never too large', async () => {
  const megabytes = (count: number) => 'x'.repeat(count * 1024 * 1024)
  const parts = await partsOf([7, 7, 7, 20, 1, 1], 100, megabytes)
  expect(parts.map((part) => part.length)).toEqual([2, 1, 1, 2])
  expect(parts.flat()).toHaveLength(6)
})
