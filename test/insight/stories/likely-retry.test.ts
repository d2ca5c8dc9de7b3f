import { describe, expect, test } from 'vitest'
import { isEvidentRetry } from '../../../src/insight/stories/likely-retry.ts'
import { attemptsOf } from '../../../src/insight/stories/story.ts'
import { lostAfter, type Told, ToldChapter } from '../support/told-chapter.ts'

const paid = { made: 'approved' } as const satisfies Told

/** The two payments, of which the answer of the first was lost. */
function both(first: Told, next: Told) {
  const told = new ToldChapter()
  told.pay({ ...lostAfter, ...first })
  told.pay({ ...paid, ...next })
  const [lost, second] = told.open().flatMap(attemptsOf)
  if (lost === undefined || second === undefined) throw new Error('there are not two payments')
  return { lost, second }
}

describe('a payment names the same order as one that was lost', () => {
  const first = { reference: 'A-1001', amount: 5000 } as const satisfies Told

  test.each<readonly [string, boolean, Told]>([
    ['with a suffix', true, { reference: 'A-1001-2' }],
    ['with a suffix and a tenth more', true, { reference: 'A-1001-2', amount: 5500 }],
    ['with a suffix and more than that', false, { reference: 'A-1001-2', amount: 5501 }],
    ['with a suffix and less', false, { reference: 'A-1001-2', amount: 4999 }],
    ['with a suffix in another currency', false, { reference: 'A-1001-2', currency: 'NZD' }],
    ['with a fee', true, { amount: 5001 }],
    ['as it was', false, {}],
    ['with another number', false, { reference: 'A-10012' }],
  ])('%s: %s', (_what, isEvident, next) => {
    const { lost, second } = both(first, { ...first, ...next })
    expect(isEvidentRetry(lost, second)).toBe(isEvident)
  })
})

describe('a payment of another amount may be a retry by its reference', () => {
  test.each<readonly [string, string, boolean]>([
    ['A-1001', 'A-1001-2', true],
    ['A-1001-2', 'A-1001', true],
    ['A-1001-1', 'A-1001-2', true],
    ['A-1001-1', 'A-1002-1', false],
    ['A-1001-1', 'A-1001-200', false],
    ['order-1', 'order-2', false],
    ['A-1001', 'B-7', false],
    ['A7', 'B7', false],
  ])('%s and %s: %s', (one, other, isLikely) => {
    const { lost } = both({ reference: one }, { reference: other, amount: 100 })
    expect(lost.likelyRetry !== undefined).toBe(isLikely)
  })
})

describe('of what acts on one payment', () => {
  const followed = (operation: 'completion' | 'refund') => {
    const told = new ToldChapter()
    const first = operation === 'completion' ? 'preauthorisation' : 'purchase'
    const target = told.pay({ ...paid, operation: first })
    told.pay({ ...lostAfter, operation, target, amount: 2000 })
    told.pay({ ...paid, operation, target, amount: 1000 })
    return told.open().flatMap(attemptsOf)[1]?.likelyRetry
  }

  test('another refund may be a retry of one that was lost, another completion is none', () => {
    expect(followed('refund')).toBeDefined()
    expect(followed('completion')).toBeUndefined()
  })
})
