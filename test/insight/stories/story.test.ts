import { expect, test } from 'vitest'
import { untilChanged } from '../../../src/insight/stories/story.ts'
import { lostAfter, type Told, ToldChapter } from '../support/told-chapter.ts'

const paid = { made: 'approved' } as const satisfies Told

/** Counts how often something was worked out for the first payment of a chapter. */
function counting(told: ToldChapter): () => number {
  let count = 0
  const remembered = untilChanged(() => {
    count += 1
    return count
  })
  return () => {
    const [story] = told.open()
    return story === undefined ? 0 : remembered(story)
  }
}

test('a result is remembered until something happens to its payment', () => {
  const told = new ToldChapter()
  const audit = told.pay({ ...lostAfter, id: 'a' })
  const count = counting(told)
  expect([count(), count()]).toEqual([1, 1])
  told.pay({ ...paid, reference: 'B-1', card: 'card-2' })
  expect(count()).toBe(1)
  told.search('a', { audit, status: 'approved' })
  expect([count(), count()]).toEqual([2, 2])
})

test('a result is remembered until something happens to what may be a retry of its payment', () => {
  const told = new ToldChapter()
  const audit = told.pay({ ...lostAfter, id: 'a' })
  const next = told.pay({ ...paid, reference: 'A-1001-2' })
  const count = counting(told)
  expect([count(), count()]).toEqual([1, 1])
  told.lookup(next, 'approved')
  expect([count(), count()]).toEqual([2, 2])
  told.search('a', { audit, status: 'approved' })
  told.moved(next, 'voided')
  expect([count(), count()]).toEqual([3, 3])
})
