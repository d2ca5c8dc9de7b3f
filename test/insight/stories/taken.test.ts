import { describe, expect, test } from 'vitest'
import { type Attempt, attemptsOf } from '../../../src/insight/stories/story.ts'
import { givenBackOf, isGivenBack, movedBy } from '../../../src/insight/stories/taken.ts'
import { lostAfter, lostBefore, type Told, ToldChapter } from '../support/told-chapter.ts'

const paid = { made: 'approved' } as const satisfies Told
const hold = { ...paid, operation: 'preauthorisation' } as const satisfies Told

function first(told: ToldChapter): Attempt {
  const [attempt] = told.open().flatMap(attemptsOf)
  if (attempt === undefined) throw new Error('there is no payment')
  return attempt
}

describe('a hold that was completed twice', () => {
  const completed = () => {
    const told = new ToldChapter()
    const target = told.pay(hold)
    const completions = [2000, 1000].map((amount) =>
      told.pay({ ...paid, operation: 'completion', target, amount }),
    )
    const refund = (n: number, amount: number) =>
      told.pay({ ...paid, operation: 'refund', target: completions[n] ?? 0, amount })
    return { told, refund, completions }
  }

  test('has moved what was completed, and given back what was refunded of that', () => {
    const { told, refund } = completed()
    expect([movedBy(first(told)), givenBackOf(first(told))]).toEqual([3000, 0])
    refund(0, 500)
    refund(1, 300)
    expect([movedBy(first(told)), givenBackOf(first(told))]).toEqual([3000, 800])
    expect(isGivenBack(first(told))).toBe(false)
    refund(0, 1500)
    refund(1, 699)
    expect(isGivenBack(first(told))).toBe(false)
    refund(1, 1)
    expect(isGivenBack(first(told))).toBe(true)
  })

  test('is given back by voids as well', () => {
    const { told, completions } = completed()
    for (const audit of completions) told.moved(audit, 'voided')
    expect(givenBackOf(first(told))).toBe(3000)
    expect(isGivenBack(first(told))).toBe(true)
  })
})

test('a hold that was not processed has no part in the completion of the next', () => {
  const told = new ToldChapter()
  told.pay({ ...lostBefore, operation: 'preauthorisation' })
  told.pay({ ...paid, operation: 'completion', target: told.pay(hold) })
  expect(told.open()).toHaveLength(1)
  expect([movedBy(first(told)), givenBackOf(first(told))]).toEqual([0, 0])
})

test.each<readonly [string, Told, number]>([
  ['a purchase', paid, 4995],
  ['a purchase with a surcharge', { ...paid, total: 5070 }, 5070],
  ['a hold', hold, 4995],
  ['a hold that was not processed', { ...lostBefore, operation: 'preauthorisation' }, 0],
  ['a purchase that was not processed', lostBefore, 0],
])('%s moves its own total: %i', (_what, call, cents) => {
  const told = new ToldChapter()
  told.pay(call)
  expect([movedBy(first(told)), givenBackOf(first(told))]).toEqual([cents, 0])
})

describe('what the customer has paid after each step', () => {
  const paidAfter = (told: ToldChapter) => told.stories()[0]?.steps.map((step) => step.paid)

  test.each<readonly [string, readonly number[], (told: ToldChapter) => void]>([
    ['a hold moves nothing', [0], (told) => told.pay(hold)],
    [
      'nor does its expiry',
      [0, 0],
      (told) => told.moved(told.pay(hold), 'approved', { isExpiry: true }),
    ],
    [
      'nor does a hold that is decided later',
      [0, 0, 0],
      (told) => {
        const audit = told.pay({ ...hold, made: 'unknown' })
        told.moved(audit, 'approved')
        told.lookup(audit, 'approved')
      },
    ],
    [
      'a debit moves when it is approved, until it is returned',
      [0, 4995, 0],
      (told) => {
        const audit = told.pay({ made: 'pending', rail: 'direct_debit' })
        told.moved(audit, 'approved')
        told.moved(audit, 'declined')
      },
    ],
    [
      'a completion does',
      [0, 2000],
      (told) =>
        told.pay({ ...paid, operation: 'completion', target: told.pay(hold), amount: 2000 }),
    ],
    [
      'a void gives all of it back',
      [4995, 4995, 0],
      (told) => {
        const target = told.pay({ ...paid, id: 'a' })
        told.search('a', { audit: target, status: 'approved' })
        told.pay({ ...paid, operation: 'void', target })
      },
    ],
    [
      'a declined void gives nothing back',
      [4995, 4995],
      (told) => told.pay({ made: 'declined', operation: 'void', target: told.pay(paid) }),
    ],
    [
      'a refund gives its amount back',
      [4995, 3995],
      (told) => told.pay({ ...paid, operation: 'refund', target: told.pay(paid), amount: 1000 }),
    ],
    [
      'each charge counts, a replayed one does not',
      [4995, 4995, 9990],
      (told) => {
        told.pay({ ...lostAfter, id: 'a' })
        told.pay({ id: 'a' })
        told.pay({ ...lostAfter, id: 'a' })
      },
    ],
    [
      'what is declined moves nothing',
      [0, 4995],
      (told) => [told.pay({ made: 'declined' }), told.pay(paid)],
    ],
  ])('%s: %j', (_what, cents, play) => {
    const told = new ToldChapter()
    play(told)
    expect(paidAfter(told)).toEqual(cents)
  })
})

test('a void that is approved twice moves no money twice', () => {
  const told = new ToldChapter()
  const release = { operation: 'void', target: 7 } as const satisfies Told
  told.pay({ ...lostAfter, ...release })
  told.pay({ ...paid, ...release })
  expect(told.stories()).toMatchObject([{ verdict: 'voided', doubled: null }])
})
