import { describe, expect, test } from 'vitest'
import { lostAfter, lostBefore, SimulatedTest, type TestCall } from './support/test-chapter.ts'

const refund = { operation: 'refund', amount: 1000 } as const

test('a lookup of the payment does not tell what happened to its refund', () => {
  const told = new SimulatedTest()
  const target = told.pay({ made: 'approved' })
  told.pay({ ...lostAfter, ...refund, target })
  told.lookup(target, 'approved')
  expect(told.codes()).toEqual(['unresolved'])
  told.pay({ ...refund, made: 'approved', target })
  expect(told.codes()).toEqual(['double-refund', 'blind-retry'])
})

test('a search for the refund tells', () => {
  const told = new SimulatedTest()
  const target = told.pay({ made: 'approved' })
  const audit = told.pay({ ...lostAfter, ...refund, id: 'back', target })
  told.search('back', { audit, status: 'approved' })
  expect(told.codes()).toEqual([])
})

test('a lookup of its target tells of a void', () => {
  const told = new SimulatedTest()
  const target = told.pay({ made: 'approved' })
  told.pay({ ...lostAfter, operation: 'void', target })
  told.lookup(target, 'voided')
  expect(told.codes()).toEqual([])
})

test('of an older payment, it tells once a replayed response has shown the payment', () => {
  const told = new SimulatedTest()
  const older = 1_000_002
  told.pay({ ...lostAfter, operation: 'void', target: older })
  expect(told.pay({ made: 'approved' })).toBe(older)
  told.lookup(older, 'voided')
  const [voided] = told.payments()
  expect(told.codes()).toEqual([])
  expect(voided?.steps.map(({ text }) => text)).toEqual([
    'the response was lost after it was voided (connection reset)',
    'found it voided',
  ])
})

test('a lookup of the hold does not tell of a completion: it is approved before and after', () => {
  const told = new SimulatedTest()
  const target = told.pay({ made: 'approved', operation: 'preauthorisation' })
  const completion = { operation: 'completion', target } as const
  told.pay({ ...lostAfter, ...completion })
  told.lookup(target, 'approved')
  expect(told.codes()).toEqual(['unresolved'])
})

test('a refund that was given up is lost, though another payment of that order was refunded', () => {
  const told = new SimulatedTest()
  const [target, other] = [told.pay({ made: 'approved' }), told.pay({ made: 'approved', id: 'b' })]
  told.pay({ ...lostBefore, ...refund, id: 'back', target })
  told.search('back', null)
  expect(told.codes()).toEqual(['lost-sale'])
  told.pay({ ...refund, made: 'approved', target: other, id: 'other' })
  expect(told.codes()).toEqual(['lost-sale'])
  told.pay({ ...refund, made: 'approved', target, id: 'again' })
  expect(told.codes()).toEqual([])
})

test('a void that was refused is worth what it was to void', () => {
  const told = new SimulatedTest()
  const target = told.pay({ made: 'approved' })
  told.pay({ ...lostAfter, operation: 'void', target })
  told.pay({
    operation: 'void',
    target,
    status: 422,
    facts: { refusals: [{ code: 'not_voidable' }] },
  })
  expect(told.findings()).toMatchObject([
    { code: 'blind-retry', subject: 'order A-1001, AUD 49.95' },
  ])
})

test('a void that was lost on its way is worth what it was to void', () => {
  const told = new SimulatedTest()
  const target = told.pay({ made: 'approved' })
  told.pay({ ...lostBefore, operation: 'void', target })
  expect(told.findings()).toMatchObject([
    { code: 'unresolved', subject: 'order A-1001, AUD 49.95' },
  ])
})

test('debits that are charged twice and have not cleared are reported as such', () => {
  const told = new SimulatedTest()
  const debit = { made: 'pending', method: 'direct_debit' } as const
  told.pay({ ...lostAfter, ...debit })
  told.pay(debit)
  const [double] = told.findings()
  expect(double?.message).toBe(
    'Charged twice: AUD 99.90 for an order of AUD 49.95. Not all of it has cleared yet.',
  )
})

test('a sale that was tried several times is lost all the same', () => {
  const told = new SimulatedTest()
  for (const id of ['one', 'two', 'three']) {
    told.pay({ ...lostBefore, id })
    told.search(id, null)
  }
  const [lost] = told.findings()
  expect(lost?.message).toBe(
    'The search showed that the payment was not processed, and it was given up after 3 attempts: AUD 49.95 not earned.',
  )
})

describe('a refund, void or completion that was not processed', () => {
  const hold = { operation: 'preauthorisation' } as const
  const back = { operation: 'refund', amount: 1000 } as const
  const release = { operation: 'void' } as const
  const capture = { operation: 'completion' } as const
  const given = { operation: 'standalone_refund' } as const

  /** It fails before processing, and the search for it is empty. */
  function failed(first: TestCall, next: TestCall) {
    const told = new SimulatedTest()
    const target = told.pay({ made: 'approved', ...first })
    const sent = next === given ? next : { ...next, target }
    told.pay({ ...lostBefore, ...sent, id: 'lost' })
    told.search('lost', null)
    return { told, target, sent }
  }

  test.each<readonly [string, TestCall, TestCall, string, string]>([
    ['a refund', {}, back, 'refund of AUD 10.00', 'the customer was not paid back'],
    [
      'a standalone refund',
      {},
      given,
      'standalone refund of AUD 49.95',
      'the customer was not paid back',
    ],
    ['the void of a purchase', {}, release, 'void of AUD 49.95', 'the customer was not paid back'],
    ['the void of a hold', hold, release, 'void of AUD 49.95', 'the money is still held'],
    ['the void of a refund', given, release, 'void of AUD 49.95', 'the refund is still valid'],
    ['a completion', hold, capture, 'completion of AUD 49.95', 'the money was not earned'],
  ])('wrong: %s is never sent again', (_what, first, next, what, cost) => {
    const { told, sent } = failed(first, next)
    expect(told.findings()).toMatchObject([
      {
        code: 'lost-sale',
        severity: 'warning',
        message: `The ${what} was not processed and never sent again: ${cost}.`,
      },
    ])
    told.pay({ ...lostBefore, ...sent, id: 'again' })
    told.search('again', null)
    expect(told.findings().map(({ message }) => message)).toEqual([
      `The ${what} was not processed and given up after 2 attempts: ${cost}.`,
    ])
    told.pay({ ...sent, made: 'approved' })
    expect(told.codes()).not.toContain('lost-sale')
  })

  test('a payment whose refund was lost is still paid', () => {
    expect(failed({}, back).told.payments()).toMatchObject([{ verdict: 'paid', charged: 4995 }])
  })

  test('wrong: a lookup shows that the void had no effect, and that is all', () => {
    const told = new SimulatedTest()
    const target = told.pay({ made: 'approved' })
    told.pay({ ...lostBefore, ...release, target })
    told.lookup(target, 'approved')
    expect(told.codes()).toEqual(['lost-sale'])
  })

  test('wrong: of a payment that is older than the test', () => {
    const told = new SimulatedTest()
    told.pay({ ...lostBefore, ...release, target: 999_999, id: 'lost' })
    told.search('lost', null)
    expect(told.findings().map(({ message }) => message)).toEqual([
      'The void was not processed and never sent again: nothing was voided.',
    ])
  })

  test.each<readonly [string, TestCall, TestCall, TestCall]>([
    ['a void in place of the refund', {}, back, { ...release, made: 'approved' }],
    ['a refund in place of the void', {}, release, { operation: 'refund', made: 'approved' }],
    ['a refund of another amount', {}, back, { ...back, amount: 2000, made: 'approved' }],
    ['a refund under another reference', {}, back, { ...back, reference: 'B-7', made: 'approved' }],
    ['a void that is refused, as the client knows', {}, back, { ...release, status: 422 }],
    [
      'the hold is voided in place of the completion',
      hold,
      capture,
      { ...release, made: 'approved' },
    ],
    ['the hold is completed after all', hold, release, { ...capture, made: 'approved' }],
  ])('right: %s', (_what, first, next, then) => {
    const { told, target } = failed(first, next)
    told.pay({ ...then, target })
    expect(told.codes()).toEqual([])
  })

  test('right: the same card gets a standalone refund', () => {
    const { told } = failed({}, back)
    told.pay({ ...given, reference: 'sorry', amount: 1000, made: 'approved' })
    expect(told.codes()).not.toContain('lost-sale')
  })

  test('near: the payment had been refunded before', () => {
    const told = new SimulatedTest()
    const target = told.pay({ made: 'approved' })
    told.pay({ operation: 'refund', target, made: 'approved' })
    told.pay({ ...lostBefore, ...release, target, id: 'lost' })
    told.search('lost', null)
    expect(told.codes()).toEqual([])
  })

  test('near: the bank returned the debit', () => {
    const { told, target } = failed({ made: 'pending', method: 'direct_debit' }, release)
    told.moved(target, 'declined')
    expect(told.codes()).not.toContain('lost-sale')
  })
})
