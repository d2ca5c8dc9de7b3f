import { describe, expect, test } from 'vitest'
import { lostAfter, lostBefore, SimulatedTest } from './support/test-chapter.ts'

const DAY = 24 * 3_600_000
const declined = { made: 'declined', code: '51' } as const
const undecided = { made: 'unknown' } as const

describe('each attempt keeps its own response to what the client knows', () => {
  test('a lookup of the hold says nothing of its completion', () => {
    const told = new SimulatedTest()
    const target = told.pay({ operation: 'preauthorisation', made: 'approved' })
    told.pay({ ...lostBefore, operation: 'completion', target, id: 'done' })
    told.lookup(target, 'approved')
    told.pay({ made: 'approved', id: 'other' })
    expect(told.codes()).toEqual(['blind-retry'])
    expect(told.findings()[0]?.advice).toMatch(/^First ask GET .*&correlation_id_lookup=done;/)
  })

  test('a search for the completion does', () => {
    const told = new SimulatedTest()
    const target = told.pay({ operation: 'preauthorisation', made: 'approved' })
    told.pay({ ...lostBefore, operation: 'completion', target, id: 'done' })
    told.search('done', null)
    told.pay({ operation: 'completion', made: 'approved', target })
    expect(told.codes()).toEqual([])
  })

  test('a decline of the second attempt does not settle the first, which is approved later', () => {
    const told = new SimulatedTest()
    const audit = told.pay(undecided)
    told.lookup(audit, 'unknown')
    told.pay(declined)
    told.moved(audit, 'approved')
    expect(told.codes()).toEqual(['unresolved'])
    told.lookup(audit, 'approved')
    expect(told.codes()).toEqual([])
  })

  test('a client that looked often is not told that it never looked', () => {
    const told = new SimulatedTest()
    const audit = told.pay(undecided)
    for (let n = 0; n < 9; n += 1) told.lookup(audit, 'unknown')
    told.moved(audit, 'approved')
    expect(told.findings()[0]?.message).toBe(
      'The client asked 9 times, last saw that it was undecided, and did not look again after it was decided. AUD 49.95 was charged, and the client does not know that.',
    )
  })

  test('a response to the same id says what happened to it', () => {
    const told = new SimulatedTest()
    told.pay({ ...lostBefore, id: 'a' })
    told.pay({ ...declined, id: 'a' })
    told.pay({ made: 'approved', id: 'b' })
    expect(told.codes()).toEqual([])
  })

  test('a 409 to the same id does not', () => {
    const told = new SimulatedTest()
    told.pay({ ...lostBefore, id: 'a' })
    told.pay({ status: 409, facts: { refusals: [{ code: 'duplicate_correlation_id' }] }, id: 'a' })
    told.pay({ made: 'approved', id: 'b' })
    expect(told.codes()).toEqual(['blind-retry'])
  })

  test.each(['09', '68', '94'])('a resend after %s without a lookup is blind', (code) => {
    const told = new SimulatedTest()
    const audit = told.pay({ made: 'error', code })
    told.pay({ made: 'approved' })
    expect(told.codes()).toEqual(['blind-retry'])
    expect(told.findings()[0]?.advice).toContain(`GET /v1/transactions/${audit} `)
    const careful = new SimulatedTest()
    careful.lookup(careful.pay({ made: 'error', code }), 'error')
    careful.pay({ made: 'approved' })
    expect(careful.codes()).toEqual([])
  })
})

describe('requests count in the order of their arrival', () => {
  test('an id in use is used a second time by the request that is refused first', () => {
    const told = new SimulatedTest()
    const answer = told.prepare({ made: 'approved', id: 'a', reference: 'one' })
    const refusals = [{ code: 'correlation_id_in_progress' }]
    told.pay({ status: 409, facts: { refusals }, id: 'a', reference: 'other' })
    answer()
    expect(told.codes()).toEqual(['reused-correlation-id'])
  })

  test('two shipments that are paid side by side are no retries of one another', () => {
    const told = new SimulatedTest()
    const answer = told.prepare({ ...lostAfter, reference: 'A-1001-1', id: 'a' })
    told.pay({ made: 'approved', reference: 'A-1001-2' })
    answer()
    told.search('a', { audit: 1_000_001, status: 'approved' })
    expect(told.codes()).toEqual([])
  })

  test.each([true, false])(
    'of two equal requests at once, one response is lost; looked up: %s',
    (isLooked) => {
      const told = new SimulatedTest()
      const answer = told.prepare({ ...lostAfter, id: 'a' })
      told.pay({ made: 'approved', later: -1000 })
      answer()
      if (isLooked) told.search('a', { audit: 1_000_001, status: 'approved' })
      expect(told.codes()).toEqual(
        isLooked ? ['charged-at-once'] : ['double-charge', 'blind-retry'],
      )
    },
  )
})

describe('what is meant is no fault', () => {
  test('one id for every month of a subscription is a reused id, and no double charge', () => {
    const told = new SimulatedTest()
    for (let month = 0; month < 3; month += 1) {
      told.pay({ made: 'approved', id: 'subscription' })
      told.moveClock(30 * DAY)
    }
    expect(told.codes()).toEqual(['reused-correlation-id'])
    expect(told.findings()[0]).toMatchObject({
      count: 2,
      message: expect.stringContaining('was sent again after the gateway had forgotten it'),
    })
    expect(told.payments().map(({ verdict }) => verdict)).toEqual(['paid', 'paid', 'paid'])
  })

  test('an id that a search did not find is used a month later', () => {
    const told = new SimulatedTest()
    told.search('a', null)
    told.pay({ made: 'approved', id: 'b' })
    told.moveClock(30 * DAY)
    told.pay({ made: 'approved', id: 'a' })
    expect(told.codes()).toEqual([])
  })

  test('the void of another payment is no retry of a lost one', () => {
    const told = new SimulatedTest()
    const [one, other] = ['one', 'other'].map((reference) =>
      told.pay({ made: 'approved', reference }),
    )
    told.pay({ ...lostAfter, operation: 'void', target: one ?? 0, reference: 'one' })
    told.pay({ operation: 'void', made: 'approved', target: other ?? 0, reference: 'other' })
    expect(
      told
        .findings()
        .map(({ message }) => message)
        .join(),
    ).not.toMatch(/retry|0\.00/)
  })

  test('a debit after a lost card payment is an account, not another card', () => {
    const told = new SimulatedTest()
    told.pay(lostAfter)
    told.pay({ made: 'pending', method: 'direct_debit', card: 'account-1' })
    expect(told.findings()[0]?.message).toContain('for the same order with a bank account')
  })
})
