import { describe, expect, test } from 'vitest'
import { lostAfter, lostBefore, SimulatedTest, type TestCall } from './support/test-chapter.ts'

const paid = { made: 'approved' } as const satisfies TestCall
const HOUR = 3_600_000

/** The answer is lost, and the client searches 25 hours later, when the id is forgotten. */
function searchedTooLate(first: TestCall): SimulatedTest {
  const told = new SimulatedTest()
  told.pay({ ...first, id: 'a' })
  told.moveClock(25 * HOUR)
  told.search('a', null)
  return told
}

describe('an empty search for an id that the gateway has forgotten', () => {
  test.each<readonly [string, TestCall | undefined]>([
    ['gives up', undefined],
    ['pays with a suffix', { ...paid, reference: 'A-1001-2' }],
    ['pays with another card', { ...paid, card: 'card-2' }],
    ['is declined when it pays again', { made: 'declined', code: '51' }],
  ])('wrong: the client %s', (_what, next) => {
    const told = searchedTooLate(lostAfter)
    if (next !== undefined) told.pay(next)
    expect(told.codes()).toEqual(['unresolved', 'search-too-late'])
    expect(told.payments()[0]?.verdict).toBe('unresolved')
    const [finding] = told.findings()
    expect(finding?.message).toContain('after the gateway had forgotten the correlation id')
    expect(finding?.message).toContain('AUD 49.95 was charged, and the client does not know that.')
    expect(finding?.advice).toContain('reconcile with the settlement report')
  })

  test('wrong: of a refund', () => {
    const told = new SimulatedTest()
    const target = told.pay(paid)
    told.pay({ ...lostAfter, operation: 'refund', amount: 1000, target, id: 'a' })
    told.moveClock(25 * HOUR)
    told.search('a', null)
    expect(told.codes()).toEqual(['unresolved', 'search-too-late'])
    expect(told.payments()[0]?.verdict).toBe('unresolved')
  })

  test('right: searched in time, and once more later', () => {
    const told = new SimulatedTest()
    const audit = told.pay({ ...lostAfter, id: 'a' })
    told.search('a', { audit, status: 'approved' })
    told.moveClock(25 * HOUR)
    told.search('a', null)
    expect(told.codes()).toEqual(['search-too-late'])
    expect(told.payments()[0]?.verdict).toBe('paid')
  })

  test.each<readonly [string, TestCall]>([
    ['nothing was processed', lostBefore],
    ['it was declined', { ...lostAfter, made: 'declined' }],
  ])('wrong: %s, but the client cannot know that', (_what, first) => {
    const told = searchedTooLate(first)
    expect(told.codes()).toEqual(['unresolved', 'search-too-late'])
    expect(told.payments()[0]?.verdict).toBe('unresolved')
    expect(told.findings()[0]?.advice).toContain('or ask the gateway, before you send it again')
  })
})

describe('the advice after a retry', () => {
  const isSafe = (told: SimulatedTest) =>
    told.findings().map(({ advice }) => advice.includes('reconcile with the settlement report'))

  test.each<readonly [string, TestCall, number, readonly boolean[]]>([
    ['wrong: sent again after the id was forgotten', lostAfter, 24 * HOUR, [true, true]],
    ['near: sent again while the id is known', lostAfter, 23 * HOUR, [false, false]],
    [
      'near: of an undecided one, whose audit is never forgotten',
      { made: 'unknown' },
      24 * HOUR,
      [false],
    ],
  ])('%s', (_what, first, ms, expected) => {
    const told = new SimulatedTest()
    told.pay({ ...first, id: 'a' })
    told.moveClock(ms)
    told.pay(paid)
    expect(isSafe(told)).toEqual(expected)
  })

  test('near: the cache time is that of the config', () => {
    const told = new SimulatedTest({ correlationCacheMs: HOUR })
    told.pay({ ...lostAfter, id: 'a' })
    told.moveClock(HOUR)
    told.pay(paid)
    expect(isSafe(told)).toEqual([true, true])
  })
})
