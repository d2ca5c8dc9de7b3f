import { describe, expect, test } from 'vitest'
import { lostAfter, lostBefore, SimulatedTest } from './support/test-chapter.ts'

test('a debit that is answered with a refusal is nothing to wait for, as the client knows of none', () => {
  const told = new SimulatedTest()
  const audit = told.pay({ made: 'pending', method: 'direct_debit', status: 402 })
  told.moved(audit, 'declined')
  expect(told.codes()).not.toContain('ignored-pending')
})

describe('double-charge and blind-retry', () => {
  test('a second charge after a lost response, with no lookup, is both', () => {
    const told = new SimulatedTest()
    told.pay(lostAfter)
    told.pay({ made: 'approved' })
    expect(told.codes()).toEqual(['double-charge', 'blind-retry'])
    const [double] = told.findings()
    expect(double).toMatchObject({
      subject: 'order A-1001, AUD 49.95',
      message: 'Charged twice: AUD 99.90 for an order of AUD 49.95.',
      advice:
        'First ask GET /v1/transactions?merchant_id=1&correlation_id_lookup=corr-1; send the request again, with the same correlation id, only if the search is empty.',
    })
  })

  test.each([
    ['purchase', 'charged', 'Charged 3 times: AUD 149.85 for an order of AUD 49.95'],
    ['preauthorisation', 'held', 'Held 3 times: AUD 149.85 for an order of AUD 49.95'],
    ['standalone_refund', 'refunded', 'Refunded 3 times: AUD 149.85 instead of AUD 49.95'],
  ] as const)('a %s made three times is counted, with the excess', (operation, what, message) => {
    const told = new SimulatedTest()
    told.pay({ ...lostAfter, operation })
    told.pay({ ...lostAfter, operation })
    told.pay({ made: 'approved', operation })
    expect(told.findings()[0]?.message).toBe(`${message}, AUD 99.90 too much.`)
    expect(told.payments()).toMatchObject([{ doubled: { what, count: 3 } }])
  })

  test('a retry at once, of a reference that is called an order, reads as people say it', () => {
    const told = new SimulatedTest()
    told.pay({ ...lostAfter, reference: 'Order 1003', facts: { waited_ms: 1010 } })
    told.pay({ made: 'approved', reference: 'Order 1003' })
    const [, blind] = told.findings()
    expect(blind?.subject).toBe('Order 1003, AUD 49.95')
    expect(blind?.message).toMatch(/^Sent again at once, without asking whether the purchase/)
  })

  test.each([
    ['Refund N-1', 'Refund N-1'],
    ['refund-7', 'refund-7'],
    ['Invoice 12', 'Invoice 12'],
    ['N-1', 'order N-1'],
    ['7 shirts', 'order 7 shirts'],
  ])('the reference %s is called %s', (reference, name) => {
    const told = new SimulatedTest()
    told.pay({ ...lostAfter, reference })
    told.pay({ made: 'approved', reference })
    expect(told.findings()[0]?.subject).toBe(`${name}, AUD 49.95`)
  })

  test('a retry after the sandbox clock was moved is not told by the real clock', () => {
    const told = new SimulatedTest()
    told.pay(lostAfter)
    told.moveClock(3 * 3_600_000)
    told.pay({ made: 'approved' })
    const [, blind] = told.findings()
    expect(blind?.message).toMatch(
      /^Sent again without asking whether the purchase with correlation id corr-1 had gone through\.$/,
    )
  })

  test('a retry after a search without a response is reported as such', () => {
    const told = new SimulatedTest()
    told.pay({ ...lostAfter, id: 'a' })
    told.failSearch('a')
    told.pay({ made: 'approved' })
    const [payment] = told.payments()
    expect(payment?.steps.at(-1)?.text).toBe(
      'approved, with no lookup in between that got a response',
    )
    for (const { advice } of told.findings()) {
      expect(advice).toBe(
        'A search that fails says nothing: repeat GET /v1/transactions?merchant_id=1&correlation_id_lookup=a until it responds; send the request again, with the same correlation id, only if the search is empty.',
      )
    }
  })

  test('a retry while the search says unknown charges twice, but not blindly', () => {
    const told = new SimulatedTest()
    const audit = told.pay({ ...lostAfter, id: 'a' })
    told.search('a', { audit, status: 'unknown' })
    told.pay({ made: 'approved' })
    expect(told.codes()).toEqual(['double-charge'])
  })

  test('a client that hears of a charge in the end does not believe in a decline', () => {
    const told = new SimulatedTest()
    told.pay(lostAfter)
    told.pay({ made: 'declined' })
    const blind = () => told.findings().find(({ code }) => code === 'blind-retry')?.message
    expect(blind()).toContain('the client believes that the payment was declined')
    told.pay({ made: 'approved' })
    expect(blind()).not.toContain('believes')
  })

  test.each([
    ['A-1001-1', 'A-1001-2', true],
    ['A-1001', 'A-1001/b', true],
    ['A-1001-1', 'A-1002-1', false],
    ['order-a', 'order-b', false],
  ])('with another amount, %s and %s may be one order: %s', (reference, other, isReported) => {
    const told = new SimulatedTest()
    told.pay({ ...lostAfter, reference })
    told.pay({ reference: other, amount: 5000, made: 'approved' })
    expect(told.findings()[0]?.message.includes('if that was a retry')).toBe(isReported)
  })

  test.each([
    [
      'another reference',
      { reference: 'A-1002' },
      'Order A-1002, 1.0 s later with the same card and amount, may be a retry.',
    ],
    [
      'a suffix',
      { reference: 'A-1001-2' },
      '1.0 s later the same card was used for another purchase, order A-1001-2, AUD 49.95: if that was a retry, the customer was charged twice.',
    ],
    [
      'another amount',
      { amount: 5000 },
      '1.0 s later the same card was used for another purchase, order A-1001, AUD 50.00: if that was a retry, the customer was charged twice.',
    ],
  ])('a likely retry under %s is reported, and left to the reader', (_what, other, mention) => {
    const told = new SimulatedTest()
    told.pay({ ...lostAfter, id: 'a' })
    told.pay({ ...other, made: 'approved' })
    const [unresolved] = told.findings()
    expect(told.codes()).toEqual(['unresolved'])
    expect(unresolved?.message).toBe(
      `The client never asked what happened to this request. AUD 49.95 was charged, and the client does not know that. ${mention}`,
    )
    expect(unresolved?.steps.map(({ text }) => text)).toEqual([
      'the response was lost after the money moved (connection reset)',
      'approved',
    ])
  })

  test('of a debit, the message says that the account was used again', () => {
    const told = new SimulatedTest()
    const debit = { method: 'direct_debit', made: 'pending', card: 'account-1' } as const
    told.pay({ ...lostAfter, ...debit })
    told.pay({ ...debit, reference: 'A-1002' })
    expect(told.findings()[0]?.message).toContain('with the same account and amount')
  })

  test('after an empty search, the finding says that a sale may have been made under another reference', () => {
    const told = new SimulatedTest()
    told.pay({ ...lostBefore, id: 'a' })
    told.search('a', null)
    told.pay({ reference: 'A-1002', made: 'approved' })
    expect(told.codes()).toEqual([])
    expect(told.payments()[0]?.steps[0]?.text).toBe(
      'responded 503 before anything was processed; order A-1002, 2.0 s later with the same card and amount, may be a retry',
    )
  })

  test.each([
    ['with another reference and amount', { reference: 'A-1002', amount: 5000 }],
    ['with another card', { reference: 'A-1002', card: 'card-2' }],
    ['that is a refund', { reference: 'A-1002', operation: 'standalone_refund' }],
  ] as const)('a payment %s is not taken for a retry', (_what, other) => {
    const told = new SimulatedTest()
    told.pay({ ...lostAfter, id: 'a' })
    told.pay({ ...other, made: 'approved' })
    expect(told.findings()[0]?.message).toMatch(/the client does not know that\.$/)
    expect(told.findings()[0]?.steps).toHaveLength(1)
  })

  test.each([
    ['another amount', { amount: 5000 }],
    ['another reference', { reference: 'A-1002' }],
  ])('%s is another payment', (_what, other) => {
    const told = new SimulatedTest()
    told.pay({ ...lostAfter, id: 'a' })
    told.pay({ ...other, made: 'approved' })
    expect(told.codes()).toEqual(['unresolved'])
  })

  test('a search tells of every request that had its id', () => {
    const told = new SimulatedTest()
    told.pay({ ...lostBefore, id: 'a' })
    told.pay({ ...lostBefore, id: 'a' })
    told.search('a', null)
    told.pay({ made: 'approved' })
    expect(told.codes()).toEqual([])
  })

  test.each(['void', 'refund'] as const)(
    'a duplicate is no double charge any more after a %s by a client that knows of both',
    (operation) => {
      const told = new SimulatedTest()
      const first = told.pay({ ...lostAfter, id: 'a' })
      const second = told.pay({ made: 'approved' })
      told.search('a', { audit: first, status: 'approved' })
      told.pay({ operation, target: second, made: 'approved' })
      if (operation === 'void') told.moved(second, 'voided')
      expect(told.codes()).toEqual(['blind-retry'])
    },
  )

  test.each(['void', 'refund'] as const)(
    'a %s of the only charge that the client knows leaves the double charge',
    (operation) => {
      const told = new SimulatedTest()
      told.pay(lostAfter)
      const second = told.pay({ made: 'approved' })
      told.pay({ operation, target: second, made: 'approved' })
      if (operation === 'void') told.moved(second, 'voided')
      expect(told.codes()).toEqual(['double-charge', 'blind-retry'])
    },
  )
})

describe('unresolved', () => {
  test('an undecided response that nobody asks after is unresolved', () => {
    const told = new SimulatedTest()
    const audit = told.pay({ made: 'unknown' })
    expect(told.findings()).toMatchObject([
      {
        code: 'unresolved',
        message:
          'The gateway responded that it did not know yet, and the client never looked it up. It is still undecided.',
        advice: `Ask GET /v1/transactions/${audit} until the status is approved, declined or error; treat any other status as undecided.`,
      },
    ])
    told.moved(audit, 'approved')
    expect(told.findings()).toMatchObject([
      {
        code: 'unresolved',
        message:
          'The gateway responded that it did not know yet, and the client never looked it up. AUD 49.95 was charged, and the client does not know that.',
      },
    ])
    told.lookup(audit, 'approved')
    expect(told.codes()).toEqual([])
  })

  test('one that was looked up while undecided is unresolved once it has its final status', () => {
    const told = new SimulatedTest()
    const audit = told.pay({ made: 'unknown' })
    told.lookup(audit, 'unknown')
    expect(told.codes()).toEqual([])
    told.moved(audit, 'approved')
    expect(told.findings()).toMatchObject([
      {
        code: 'unresolved',
        message:
          'The client saw that it was undecided, and did not look again after it was decided. AUD 49.95 was charged, and the client does not know that.',
        advice: `Ask GET /v1/transactions/${audit} until the status is approved, declined or error; treat any other status as undecided.`,
      },
    ])
  })

  test('one that is sent again is a blind retry, and one that is voided is nothing', () => {
    const retried = new SimulatedTest()
    retried.pay({ made: 'unknown' })
    retried.pay({ made: 'approved' })
    expect(retried.codes()).toEqual(['blind-retry'])
    const voided = new SimulatedTest()
    const audit = voided.pay({ made: 'unknown' })
    voided.pay({ operation: 'void', target: audit, made: 'approved' })
    voided.moved(audit, 'voided')
    expect(voided.codes()).toEqual([])
  })

  test('a search that failed itself is a step that says it failed', () => {
    const told = new SimulatedTest()
    told.pay({ ...lostAfter, id: 'a' })
    told.failSearch('another')
    told.failSearch('a')
    const charged = 'AUD 49.95 was charged, and the client does not know that.'
    expect(told.findings()).toMatchObject([
      {
        code: 'unresolved',
        message: `The only search failed, and the client did not ask again. ${charged}`,
        steps: [{ kind: 'purchase' }, { text: 'had no usable response itself (503)' }],
      },
    ])
    told.failSearch('a')
    const [finding] = told.findings()
    expect(finding?.steps).toHaveLength(3)
    expect(finding?.message).toBe(
      `All 2 searches failed, and the client did not ask again. ${charged}`,
    )
  })
})
