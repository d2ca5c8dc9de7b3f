import { describe, expect, test } from 'vitest'
import { openingOf } from '../../../src/insight/exchange.ts'
import { alikeKey, hasLapsed } from '../../../src/insight/stories/placing.ts'
import { attemptsOf } from '../../../src/insight/stories/story.ts'
import { lostAfter, lostBefore, type Told, ToldChapter } from '../support/told-chapter.ts'

const paid = { made: 'approved' } as const satisfies Told
const declined = { made: 'declined' } as const satisfies Told
const hold = { ...paid, operation: 'preauthorisation' } as const satisfies Told
const DAY = 24 * 3_600_000
/** What passes between two calls by itself. */
const STEP = 1010

/** How many requests each story has. */
function sizes(told: ToldChapter): readonly number[] {
  return told.open().map((story) => attemptsOf(story).length)
}

describe('two requests may mean the same payment', () => {
  const first = { amount: 1000, currency: 'AUD', reference: 'A-1' } as const satisfies Told
  const voided = { operation: 'void', target: 7, reference: 'A-1' } as const satisfies Told

  test.each<readonly [string, boolean, Told, Told]>([
    ['equal', true, first, first],
    ['of other cards', true, first, { ...first, card: 'card-2' }],
    ['a hold and a purchase', true, first, { ...first, operation: 'preauthorisation' }],
    ['of other amounts', false, first, { ...first, amount: 1001 }],
    ['in other currencies', false, first, { ...first, currency: 'NZD' }],
    ['of other orders', false, first, { ...first, reference: 'A-2' }],
    ['of other merchants', false, first, { ...first, merchant: 2 }],
    ['a purchase and a refund', false, first, { ...first, operation: 'standalone_refund' }],
    ['voids of one payment', true, voided, voided],
    ['voids of two payments', false, voided, { ...voided, target: 8 }],
    ['a void and a purchase', false, voided, first],
  ])('if they are %s: %s', (_what, isAlike, one, other) => {
    const told = new ToldChapter()
    const [a, b] = [one, other].map((call) => {
      const opening = openingOf(told.exchangeOf(call))
      return opening && alikeKey(opening)
    })
    expect(a === b).toBe(isAlike)
  })
})

describe('time', () => {
  test.each([
    [-1, 1],
    [0, 2],
  ])('six days and %i ms after a lost answer, it is %i payments', (ms, payments) => {
    const told = new ToldChapter()
    told.pay(lostAfter)
    told.moveClock(6 * DAY - STEP + ms)
    told.pay(paid)
    expect(told.open()).toHaveLength(payments)
  })

  test.each([
    [-1, true],
    [0, false],
  ])('a day and %i ms after a payment was found, another may be a retry: %s', (ms, isMaybe) => {
    const told = new ToldChapter()
    const audit = told.pay({ ...lostAfter, id: 'a' })
    told.search('a', { audit, status: 'approved' })
    told.moveClock(DAY - 2 * STEP + ms)
    told.pay(paid)
    const [first] = told.open().flatMap(attemptsOf)
    expect(first?.likelyRetry !== undefined).toBe(isMaybe)
  })

  test.each<readonly [string, Told]>([
    ['declined', declined],
    ['refused', { status: 422 }],
  ])('does not part a payment from one that was %s', (_what, first) => {
    const told = new ToldChapter()
    told.pay(first)
    told.moveClock(30 * DAY)
    told.pay(paid)
    expect(sizes(told)).toEqual([2])
  })
})

describe('a payment is over', () => {
  test('once one of its requests is known to have succeeded, though another is not', () => {
    const told = new ToldChapter()
    told.pay(lostAfter)
    told.pay(paid)
    told.pay(paid)
    expect(sizes(told)).toEqual([2, 1])
  })

  test('not while one of its requests is under way, though another is answered', () => {
    const told = new ToldChapter()
    const answer = told.begin(paid)
    told.pay(paid)
    told.pay(paid)
    answer()
    expect(sizes(told)).toEqual([3])
  })

  test('not for a request that was sent before the answers', () => {
    const told = new ToldChapter()
    const answers = Array.from({ length: 10 }, () => told.prepare(paid))
    for (const answer of answers) answer()
    expect(sizes(told)).toEqual([10])
  })

  test('for more than ten at once, which are a load test', () => {
    const told = new ToldChapter()
    const answers = Array.from({ length: 12 }, () => told.prepare(paid))
    for (const answer of answers) answer()
    expect(sizes(told)).toEqual([10, 2])
  })

  test('not for more than ten at once while one of them is under way', () => {
    const told = new ToldChapter()
    const last = told.begin(paid)
    for (let n = 0; n < 11; n += 1) told.pay(paid)
    last()
    expect(sizes(told)).toEqual([12])
  })
})

test('a payment goes on with the card of an earlier try, whatever became of one with another', () => {
  const told = new ToldChapter()
  told.pay(declined)
  told.pay({ ...lostBefore, card: 'card-2' })
  told.pay(paid)
  expect(sizes(told)).toEqual([3])
})

test('a story that is closed is joined by nothing', () => {
  const told = new ToldChapter({ storiesKept: 1 })
  told.pay(declined)
  told.pay({ ...paid, reference: 'B-1' })
  told.pay({ ...paid, reference: 'C-1' })
  told.pay(paid)
  expect(told.open().map(({ reference }) => reference)).toEqual(['A-1001'])
  expect(sizes(told)).toEqual([1])
})

describe('a hold that nothing came of has lapsed', () => {
  const expiresAt = Date.parse('2026-03-17T01:00:00Z')

  test.each<readonly [string, boolean, number, Told, Told | undefined]>([
    ['when it expires', true, 0, { with: { expiresAt } }, undefined],
    ['not before', false, -1, { with: { expiresAt } }, undefined],
    ['not if it never expires', false, 0, {}, undefined],
    ['not if it was completed', false, 0, { with: { expiresAt } }, paid],
    ['if its completion was declined', true, 0, { with: { expiresAt } }, declined],
  ])('%s: %s', (_what, isLapsed, ms, changes, completion) => {
    const told = new ToldChapter()
    const target = told.pay({ ...hold, ...changes })
    if (completion !== undefined) told.pay({ ...completion, operation: 'completion', target })
    const [attempt] = told.open().flatMap(attemptsOf)
    expect(attempt && hasLapsed(attempt, { at: expiresAt + ms })).toBe(isLapsed)
  })
})
