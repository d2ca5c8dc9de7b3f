import { describe, expect, test } from 'vitest'
import { statusNow } from '../../src/judge/payments/shown-steps.ts'
import { lostAfter, lostBefore, SimulatedTest } from './support/test-chapter.ts'

const paid = { made: 'approved' } as const

describe('a lookup that could not help is shown', () => {
  const lookups: Readonly<Record<string, (told: SimulatedTest) => void>> = {
    'the client searched for corr-9, which is no id of this payment': (told) =>
      told.search('corr-9', null),
    'the client searched at merchant 2': (told) => told.search('a', null, 2),
    'the search was refused (422)': (told) => told.failSearch('a', 422),
  }

  test.each(Object.entries(lookups))('%s', (text, look) => {
    const retried = new SimulatedTest()
    retried.pay({ ...lostAfter, id: 'a' })
    look(retried)
    retried.pay(paid)
    const [double, blind] = retried.findings()
    expect(double?.steps.map((step) => step.text)).toEqual([
      'the response was lost after the money moved (connection reset)',
      text,
      `approved, although ${text}`,
    ])
    expect(blind?.message).toBe(
      `Sent again 2.0 s later, without knowing whether the purchase with correlation id a had gone through: ${text}.`,
    )
    const given = new SimulatedTest()
    given.pay({ ...lostAfter, id: 'a' })
    look(given)
    const [unresolved] = given.findings()
    expect(unresolved?.code).toBe('unresolved')
    expect(unresolved?.message).not.toContain('never asked')
    expect(unresolved?.steps.map((step) => step.text)).toContain(text)
  })

  test('a search for another payment that is known is not in the payment', () => {
    const told = new SimulatedTest()
    const audit = told.pay({ ...paid, id: 'other', reference: 'B-1', card: 'card-2' })
    told.pay({ ...lostAfter, id: 'a' })
    told.search('other', { audit, status: 'approved' })
    told.pay(paid)
    expect(told.findings()[0]?.steps).toHaveLength(2)
  })
})

test('a surcharge is shown with both amounts', () => {
  const told = new SimulatedTest()
  told.pay({ ...lostAfter, total: 5070 })
  told.pay({ ...paid, total: 5070 })
  expect(told.findings()[0]?.message).toBe(
    'Charged twice: AUD 101.40 with surcharges, for an order of AUD 49.95 (AUD 50.70 with its surcharge).',
  )
})

test.each([
  ['JPY', 1_234_567, 'Charged twice: JPY 2,469,134 for an order of JPY 1,234,567.'],
  ['KWD', 1_234_567, 'Charged twice: KWD 2,469.134 for an order of KWD 1,234.567.'],
  ['AUD', 1_234_567, 'Charged twice: AUD 24,691.34 for an order of AUD 12,345.67.'],
])('%s has its own decimals, and separators', (currency, amount, text) => {
  const told = new SimulatedTest()
  told.pay({ ...lostAfter, currency, amount })
  told.pay({ ...paid, currency, amount })
  expect(told.findings()[0]?.message).toBe(text)
})

test('a declined retry says that the money was taken all the same', () => {
  const told = new SimulatedTest()
  told.pay({ ...lostAfter, id: 'a' })
  told.pay({ made: 'declined', code: '51' })
  expect(told.findings()).toMatchObject([
    {
      code: 'blind-retry',
      message:
        'Sent again 1.0 s later, without asking whether the purchase with correlation id a had gone through. AUD 49.95 was charged by it, although the client believes that the payment was declined.',
    },
  ])
})

test('a declined retry of something that was not processed says no more than that', () => {
  const told = new SimulatedTest()
  told.pay({ ...lostBefore, id: 'a' })
  told.pay({ made: 'declined', code: '51' })
  expect(told.findings()[0]?.message).toMatch(/had gone through\.$/)
})

test('a request that overtakes the first is reported with its time, and what to do', () => {
  const told = new SimulatedTest()
  const answer = told.begin({ ...paid, id: 'a' })
  told.pay({ ...paid, id: 'b', later: 990 })
  answer()
  expect(told.findings()).toMatchObject([
    {
      message:
        'Charged twice: AUD 99.90 for an order of AUD 49.95. It was sent again while the first was still under way, 2.0 s later.',
      advice:
        'First ask GET /v1/transactions?merchant_id=1&correlation_id_lookup=a; send the request again, with the same correlation id, only if the search is empty.',
      steps: [{ text: 'approved' }, { text: 'approved, sent while the first was still under way' }],
    },
  ])
})

test('a payment with another card is named, whether or not the first was found', () => {
  const told = new SimulatedTest()
  const audit = told.pay({ ...lostAfter, id: 'a' })
  told.pay({ ...paid, card: 'card-2' })
  const text =
    '1.0 s later there was a purchase for the same order with another card, which may be the same payment'
  expect(told.findings()[0]?.message).toContain(`1${text.slice(1)}.`)
  told.search('a', { audit, status: 'approved' })
  expect(told.findings()[0]?.message).toContain(`1${text.slice(1)}.`)
})

test('a hold and a charge for one order are shown as what they are', () => {
  const told = new SimulatedTest()
  told.pay({ ...lostAfter, operation: 'preauthorisation' })
  told.pay(paid)
  expect(told.findings()[0]?.message).toBe('Held and charged: AUD 99.90 for an order of AUD 49.95.')
})

test('debits that come back are shown as returned', () => {
  const told = new SimulatedTest()
  const debit = { method: 'direct_debit', made: 'pending' } as const
  const audits = [told.pay({ ...lostAfter, ...debit }), told.pay(debit)]
  for (const audit of audits) told.moved(audit, 'declined')
  expect(told.findings()[0]?.message).toBe(
    'Charged twice: AUD 99.90 for an order of AUD 49.95. The bank returned all of them later.',
  )
})

test('a second charge under a forgotten id is reported with both audit numbers', () => {
  const told = new SimulatedTest()
  told.pay({ ...paid, id: 'a' })
  told.moveClock(25 * 3_600_000)
  told.pay({ ...paid, id: 'a' })
  const advice = expect.stringMatching(/^Before you send an old request again, ask GET/)
  expect(told.findings()).toMatchObject([
    {
      code: 'double-charge',
      message: 'Charged twice: AUD 99.90 for an order of AUD 49.95.',
      advice,
    },
    {
      code: 'reused-correlation-id',
      message:
        'Correlation id a was sent again after the gateway had forgotten it, which created a second transaction: audit 1000002, after 1000001.',
      advice,
    },
  ])
})

test('what is read between two steps is no reason to miss the next ones', () => {
  const answers = new Map<SimulatedTest, () => number>()
  const steps: readonly ((told: SimulatedTest) => void)[] = [
    (told) => told.pay({ ...lostAfter, id: 'a', made: 'pending', method: 'direct_debit' }),
    (told) => told.search('a', { audit: 1_000_001, status: 'pending' }),
    (told) => told.moved(1_000_001, 'approved'),
    (told) => told.search('a', { audit: 1_000_001, status: 'approved' }),
    (told) => told.moved(1_000_001, 'declined'),
    (told) => told.pay({ ...lostAfter, id: 'b' }),
    (told) => answers.set(told, told.begin(paid)),
    (told) => answers.get(told)?.(),
  ]
  const read = (told: SimulatedTest) => {
    const { findings, tally } = told.part
    return JSON.stringify([findings, tally.totals, told.payments()])
  }
  for (const [first] of steps.entries()) {
    for (const [last] of steps.entries()) {
      const [twice, once] = [new SimulatedTest(), new SimulatedTest()]
      for (const [i, step] of steps.slice(0, last + 1).entries()) {
        step(twice)
        step(once)
        if (i === first) read(twice)
      }
      expect(read(twice)).toBe(read(once))
    }
  }
})

test('each step says what the customer has paid after it', () => {
  const told = new SimulatedTest()
  const audit = told.pay({ made: 'pending', method: 'direct_debit', id: 'a' })
  told.pay({ made: 'approved', operation: 'refund', amount: 1000, target: audit })
  told.moved(audit, 'approved')
  told.moved(audit, 'declined')
  expect(told.payments()[0]?.steps.map((step) => step.paid)).toEqual([0, -1000, 3995, -1000])
})

test.each([
  ['approved', 'pending', 'now approved'],
  ['approved', 'undecided', 'now approved'],
  ['approved', 'approved', 'approved'],
  ['unknown', 'undecided', 'unknown'],
  ['declined', 'lost', 'declined'],
] as const)(
  'a step whose payment is %s now and was %s then shows "%s"',
  (status, result, shown) => {
    expect(statusNow({ kind: 'purchase', status, result })).toBe(shown)
  },
)
