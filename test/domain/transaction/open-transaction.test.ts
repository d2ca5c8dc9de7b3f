import { describe, expect, test } from 'vitest'
import { defaultAssumptions } from '../../../src/domain/assumptions/assumptions.ts'
import { DAY } from '../../../src/domain/time/instant.ts'
import { openTransaction } from '../../../src/domain/transaction/open-transaction.ts'
import type { PaymentMethod, TransactionKind } from '../../../src/domain/transaction/transaction.ts'
import type { Verdict } from '../../../src/domain/transaction/verdict.ts'
import { byCard, byDebit, draft, groundAt, NOON } from '../../support/transaction.ts'

function expiring(year: number, month: number): PaymentMethod {
  if (byCard.rail !== 'card') throw new Error('A card is needed')
  return { ...byCard, card: { ...byCard.card, expiry: { year, month } } }
}

test('a purchase is approved, with all that the bank and the gateway add', () => {
  const opened = openTransaction(draft(), {}, groundAt(NOON))
  expect(opened).toEqual({
    audit: 1_000_001,
    merchant: 1,
    createdAt: NOON,
    correlation: 'c-1',
    target: 0,
    due: [],
    kind: 'purchase',
    status: 'approved',
    gatewayStatusCode: 0,
    responseCode: '00',
    responseMessage: 'Approved',
    reference: 'order 1',
    amount: 1000,
    total: 1000,
    currency: 'AUD',
    method: byCard,
    requestKvps: {},
    responseKvps: {},
    traceNumber: expect.stringMatching(/^\d{6}$/),
    authorisationCode: expect.stringMatching(/^\d{6}$/),
    preauthorisationCode: '',
    settlementDate: '2026-03-10',
    cutoffAt: Date.parse('2026-03-10T18:00:00+11:00'),
    refunded: 0,
    completions: 0,
    completed: 0,
    voiding: false,
    moves: [{ at: NOON, to: 'approved', cause: 'created' }],
  })
})

test('the members that a store reads without parsing come first, in their order', () => {
  const members = Object.keys(openTransaction(draft(), {}, groundAt(NOON))).slice(0, 6)
  expect(members).toEqual(['audit', 'merchant', 'createdAt', 'correlation', 'target', 'due'])
})

describe('an expired card', () => {
  test.each([
    ['purchase', '54'],
    ['preauthorisation', '54'],
    ['standalone_refund', '00'],
    ['completion', '00'],
    ['refund', '00'],
    ['void', '00'],
  ] as const)('on a %s gives %s', (kind: TransactionKind, responseCode) => {
    const opened = openTransaction(draft({ kind, method: expiring(2026, 2) }), {}, groundAt(NOON))
    expect(opened.responseCode).toBe(responseCode)
  })

  test.each([
    ['2026-03-31T23:59:59.999+11:00', '00'],
    ['2026-04-01T00:00:00.000+11:00', '54'],
  ])('of March 2026 at %s gives %s', (at, responseCode) => {
    const opened = openTransaction(
      draft({ method: expiring(2026, 3) }),
      {},
      groundAt(Date.parse(at)),
    )
    expect(opened.responseCode).toBe(responseCode)
  })

  test('does as a tester says all the same', () => {
    const verdict: Verdict = { responseCode: '00' }
    const opened = openTransaction(draft({ method: expiring(2020, 1) }), verdict, groundAt(NOON))
    expect(opened.status).toBe('approved')
  })
})

test.each([
  ['a failure by its name', 'acquirer_time_out', 'error', 11],
  ['a failure by a number', 77, 'error', 77],
  ['no failure', undefined, 'approved', 0],
] as const)('%s has its gateway status', (_what, given, status, gatewayStatusCode) => {
  const ground = groundAt(NOON, {
    gateway_status_codes: { ...defaultAssumptions.gateway_status_codes, acquirer_time_out: 11 },
  })
  const verdict = given === undefined ? {} : { gatewayStatusCode: given }
  expect(openTransaction(draft(), verdict, ground)).toMatchObject({ status, gatewayStatusCode })
})

describe('surcharge', () => {
  const surcharge = { default: '1.5', cardTypes: { visa: '2' }, methods: { direct_debit: '0' } }

  test.each([
    ['purchase', 1020],
    ['preauthorisation', 1020],
    ['completion', 1020],
    ['refund', 1000],
    ['standalone_refund', 1000],
    ['void', 1000],
  ] as const)('a %s of 1000 comes to %i', (kind, total) => {
    expect(openTransaction(draft({ kind, surcharge }), {}, groundAt(NOON)).total).toBe(total)
  })

  test('of nothing is still noted, as a plan says so', () => {
    const opened = openTransaction(draft({ surcharge, method: byDebit }), {}, groundAt(NOON))
    expect(opened).toMatchObject({ total: 1000, surcharge: { percent: '0', added: 0 } })
  })
})

describe('what comes later', () => {
  test('a preauthorisation expires after days of 24 hours', () => {
    const opened = openTransaction(
      draft({ kind: 'preauthorisation' }),
      {},
      groundAt(NOON, { preauthorisation_days: 30 }),
    )
    expect(opened.expiresAt).toBe(NOON + 30 * DAY)
    expect(opened.due).toEqual([{ at: NOON + 30 * DAY, event: 'preauthorisation_expired' }])
    expect(opened.preauthorisationCode).toMatch(/^[A-Z0-9]{12}$/)
  })

  test('a preauthorisation that expires at once has nothing to come', () => {
    const opened = openTransaction(
      draft({ kind: 'preauthorisation' }),
      { expires: 'at-once' },
      groundAt(NOON),
    )
    expect(opened).toMatchObject({ expiresAt: NOON, due: [] })
  })

  test('a declined preauthorisation has nothing to come', () => {
    const opened = openTransaction(
      draft({ kind: 'preauthorisation' }),
      { responseCode: '51' },
      groundAt(NOON),
    )
    expect(opened.due).toEqual([])
  })

  test.each([
    ['2026-03-10T15:59:59.999+11:00', '2026-03-10', '2026-03-13T09:00:00+11:00'],
    ['2026-03-10T16:00:00.000+11:00', '2026-03-11', '2026-03-16T09:00:00+11:00'],
    ['2026-04-02T12:00:00.000+11:00', '2026-04-02', '2026-04-09T09:00:00+10:00'],
    ['2026-10-02T12:00:00.000+10:00', '2026-10-02', '2026-10-07T09:00:00+11:00'],
  ])('a direct debit of %s is lodged on %s and clears at %s', (at, lodged, clears) => {
    const opened = openTransaction(draft({ method: byDebit }), {}, groundAt(Date.parse(at)))
    expect(opened).toMatchObject({ status: 'pending', settlementDate: lodged })
    expect(opened.due.map((due) => due.at)).toEqual([Date.parse(clears)])
  })

  test.each(['refund', 'standalone_refund'] as const)(
    'a %s to a bank account is there on the next banking morning',
    (kind) => {
      const opened = openTransaction(draft({ kind, method: byDebit }), {}, groundAt(NOON))
      expect(opened.status).toBe('pending')
      expect(opened.due.map((due) => due.at)).toEqual([Date.parse('2026-03-11T09:00:00+11:00')])
    },
  )

  test('what a tester asks for takes the place of the natural course, earliest first', () => {
    const resolves = [
      { after: { kind: 'after-lodging', days: 5 }, status: 'declined', responseCode: '6' },
      { after: { kind: 'clearance' }, status: 'approved' },
    ] as const
    const opened = openTransaction(draft({ method: byDebit }), { resolves }, groundAt(NOON))
    const plan = opened.due.map((due) => [due.at, 'outcome' in due && due.outcome.status])
    expect(plan).toEqual([
      [Date.parse('2026-03-13T09:00:00+11:00'), 'approved'],
      [Date.parse('2026-03-17T09:00:00+11:00'), 'declined'],
    ])
  })
})
