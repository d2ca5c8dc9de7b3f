import { expect, test } from 'vitest'
import { Chapter } from '../../src/insight/run/chapter.ts'
import { limits, lostAfter, place, ToldChapter } from './support/told-chapter.ts'

test('a chapter of many requests keeps only so much', () => {
  const small = { ...limits, storiesKept: 50, findingsKept: 20 }
  const told = new ToldChapter(new Chapter(place('default 1'), small))
  for (let n = 0; n < 30_000; n += 1) {
    // Every tenth answer is lost, and nobody ever asks.
    told.pay(
      n % 10 === 0
        ? { ...lostAfter, reference: `L-${n}` }
        : { made: 'approved', reference: `P-${n}` },
    )
  }
  const { chapter } = told
  expect(chapter.tally.requests).toBe(30_000)
  // The 50 last ones that are settled, the 50 lines of others, and those that wait for a lookup.
  expect(chapter.stories().length).toBeLessThanOrEqual(50 + 50 + 3000)
  expect(chapter.findings().length).toBeLessThanOrEqual(3000)
})

test('what waits for ever makes room in the end, and is judged as it stands', () => {
  const small = { ...limits, storiesKept: 10, findingsKept: 20 }
  const told = new ToldChapter(new Chapter(place('default 1'), small))
  for (let n = 0; n < 10_100; n += 1) told.pay({ ...lostAfter, reference: `L-${n}` })
  expect(told.chapter.findings().length).toBe(10_000 + 20)
  expect(told.chapter.droppedFindings).toBe(80)
})
