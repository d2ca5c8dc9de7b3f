import { describe, expect, test } from 'vitest'
import { lostAfter, lostBefore, SimulatedTest, type TestCall } from './support/test-chapter.ts'

const paid = { made: 'approved' } as const satisfies TestCall

/** The network delivers a request late: a search for it is answered before it arrives. */
function delivered(first: TestCall): SimulatedTest {
  const told = new SimulatedTest()
  told.search('a', null)
  told.pay({ ...first, id: 'a' })
  return told
}

const early =
  'after a search that had its response before the purchase with correlation id a had arrived'

describe('a search that was answered before its request arrived', () => {
  test.each([
    ['charged', lostAfter, ['double-charge', 'blind-retry']],
    ['not processed', lostBefore, ['blind-retry']],
  ])('wrong: sent again after the first was %s', (_what, first, codes) => {
    const told = delivered(first)
    told.pay(paid)
    expect(told.codes()).toEqual(codes)
    const blind = told.findings().at(-1)
    expect(blind?.message).toBe(`Sent again 1.0 s later, ${early}.`)
    for (const { advice } of told.findings()) expect(advice).toContain('wait longer than a request')
    expect(blind?.steps.map(({ kind, text }) => [kind, text])).toEqual([
      ['search', 'found nothing: not processed'],
      ['purchase', expect.any(String)],
      ['purchase', 'approved, after a search that came before a had arrived'],
    ])
  })

  test('right: searched for once more', () => {
    const told = delivered(lostBefore)
    told.search('a', null)
    told.pay(paid)
    expect(told.codes()).toEqual([])
  })

  test('near: the search was for another id', () => {
    const told = new SimulatedTest()
    told.search('b', null)
    told.pay({ ...lostAfter, id: 'a' })
    told.pay(paid)
    expect(told.findings().at(-1)?.message).toContain('without asking whether the purchase')
  })
})
