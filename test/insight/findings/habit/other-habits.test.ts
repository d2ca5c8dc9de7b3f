import { expect, test } from 'vitest'
import { redactText } from '../../../../src/domain/redaction/redacted.ts'
import type { FindingCode } from '../../../../src/insight/findings/finding.ts'
import { type ToldCall, ToldCalls } from './told-calls.ts'

function messages(code: FindingCode, calls: readonly ToldCall[], told = new ToldCalls()) {
  for (const call of calls) told.call(call)
  return told.found(code).map(({ message }) => message)
}

test.each<[string, Partial<ToldCall>, readonly string[]]>([
  ['no page', {}, []],
  [
    'a page at https://shop.example',
    { origin: 'https://shop.example' },
    ['at https://shop.example'],
  ],
  [
    'a page of another site',
    { facts: { refusals: ['browser_call_refused'] } },
    ['of another site'],
  ],
  ['no page, but refused', { facts: { refusals: ['invalid_pan'] } }, []],
])('browser-call: a call from %s', (_name, call, pages) => {
  expect(messages('browser-call', [{ operation: 'purchase', ...call }])).toEqual(
    pages.map(
      (page) =>
        `A web page ${page} called the gateway itself, so your credentials and your customers' card numbers are in the browser.`,
    ),
  )
})

const names = (count: number) => Array.from({ length: count }, (_none, i) => `m${i + 1}`)
const ten = 'm1, m2, m3, m4, m5, m6, m7, m8, m9, m10'

test.each<[string, ToldCall, string | undefined]>([
  ['no unknown member', { operation: 'purchase' }, undefined],
  ['one', { operation: 'purchase', unknown: ['amuont'] }, 'amuont in a purchase'],
  ['ten', { operation: 'token_create', unknown: names(10) }, `${ten} in a token create`],
  ['eleven', { operation: 'purchase', unknown: names(11) }, `${ten} and 1 more in a purchase`],
  [
    'the code of a preauthorisation',
    { operation: 'completion', unknown: ['transaction.preauthorisation_code'] },
    undefined,
  ],
  [
    'that code and another member',
    { operation: 'completion', unknown: ['transaction.preauthorisation_code', 'tip'] },
    'tip in a completion',
  ],
  [
    'that code where it does not belong',
    { operation: 'purchase', unknown: ['preauthorisation_code'] },
    'preauthorisation_code in a purchase',
  ],
])('unknown-field: a request with %s', (_name, call, what) => {
  const told = what === undefined ? [] : [`The API has no ${what}; it was ignored.`]
  expect(messages('unknown-field', [call])).toEqual(told)
})

test.each([
  [119_999, 0],
  [120_000, 1],
])('no-time-out: a client that waited %i ms is found %i times', (waitedMs, times) => {
  const call: ToldCall = { operation: 'purchase', facts: { waitedMs } }
  expect(messages('no-time-out', [call])).toHaveLength(times)
})

test.each([
  [119_999, 0],
  [120_000, 1],
])('no-time-out: one that has been waiting for %i ms is found %i times', (waitedMs, times) => {
  const told = new ToldCalls()
  const exchange = told.exchange({}, undefined)
  told.history.begun({ exchange, hasLeft: () => false, waitedMs: () => waitedMs })
  expect(told.found('no-time-out')).toHaveLength(times)
})

const busy: ToldCall = {
  ...{ operation: 'lookup', status: 429, ms: 0, took: 10 },
  facts: { retryAfterMs: 2000 },
}

test.each<[string, Partial<ToldCall>, number]>([
  ['at once', { ms: 10 }, 1],
  ['a little early, as clocks are not exact', { ms: 1910, ahead: -1910 }, 0],
  ['too early for that', { ms: 1909, ahead: -1909 }, 1],
  ['in time', { ms: 2010 }, 0],
  ['just before its answer had been read', { ms: 6 }, 1],
  ['before it was answered', { ms: 5 }, 0],
  ['after the clock was moved on', { ms: 10, ahead: 1890 }, 0],
  ['after the clock was moved on, but less', { ms: 10, ahead: 1889 }, 1],
  ['by another merchant', { ms: 10, merchant: 2 }, 0],
])('ignored-retry-after: the same call %s', (_name, call, times) => {
  const calls = [busy, { operation: 'lookup', ...call } as const]
  expect(messages('ignored-retry-after', calls)).toEqual(
    Array.from(
      { length: times },
      () =>
        'The same lookup came back before the 2 s were over that 429 had asked for (Retry-After).',
    ),
  )
})

const list = (offset: number, part: Partial<ToldCall> = {}): ToldCall => ({
  ...{ operation: 'customer_search', path: '/v1/customers', query: { offset: `${offset}` } },
  facts: { next: `/v1/customers?offset=${offset + 10}` },
  ...part,
})

test.each<[string, readonly ToldCall[], readonly number[]]>([
  ['the pages that were offered', [list(0), list(10), list(20)], []],
  ['a page of its own', [list(0), list(20)], [20]],
  ['the first page again', [list(0), list(0)], []],
  ['a page of a list that offered none', [list(0, { facts: {} }), list(10)], []],
  [
    'tokens, by a page of its own',
    [list(0), list(20)].map((one) => ({ ...one, operation: 'token_list' as const })),
    [20],
  ],
  [
    'pages of something else',
    [list(0), list(20)].map((one) => ({ ...one, operation: 'search' as const })),
    [],
  ],
])('computed-page: a client that fetches %s', (_name, calls, offsets) => {
  expect(messages('computed-page', calls)).toEqual(
    offsets.map(
      (offset) =>
        `The page at offset ${offset} was fetched with a computed address, although the previous answer offered _links.next.`,
    ),
  )
})

const DAY_MS = 24 * 3_600_000

test.each([
  [DAY_MS - 1, 1],
  [DAY_MS, 0],
])('reused-correlation-id: another request after %i ms is found %i times', (later, times) => {
  const told = new ToldCalls()
  told.pay({ id: 'a', made: 'approved' })
  // Each call comes 1010 ms after the one before.
  told.pay({ id: 'a', made: 'approved', amount: 100, later: later - 1010 })
  expect(told.found('reused-correlation-id')).toHaveLength(times)
})

test('reused-correlation-id: another operation with the same reference and amount is another request', () => {
  const told = new ToldCalls()
  told.pay({ id: 'a', made: 'approved' })
  const refusals = ['duplicate_correlation_id']
  told.pay({ id: 'a', operation: 'preauthorisation', status: 409, facts: { refusals } })
  expect(told.found('reused-correlation-id')).toMatchObject([
    {
      message:
        'Correlation id a was used for a purchase of AUD 49.95 (A-1001) and then for a preauthorisation of AUD 49.95 (A-1001).',
      requests: [2, 3],
    },
  ])
})

test.each([
  [DAY_MS - 1, []],
  [DAY_MS, ['The search for a came back empty because the gateway had forgotten the id.']],
])('stale-search: a search for what was not processed, %i ms later', (later, found) => {
  const told = new ToldCalls()
  told.pay({ id: 'a', status: 503 })
  told.moveClock(later - 1010)
  told.search('a', null)
  expect(told.found('stale-search').map(({ message }) => message)).toEqual(found)
})

test('stale-search: the request and the search are shown', () => {
  const told = new ToldCalls()
  const audit = told.pay({ id: 'a', made: 'approved' })
  told.search('a', null)
  expect(told.found('stale-search')).toMatchObject([
    {
      message: `The search for a came back empty because the gateway had forgotten the id; its transaction is audit ${audit}.`,
      requests: [2, 3],
    },
  ])
})

test('standalone-refund: the payment and the refund are shown', () => {
  const told = new ToldCalls()
  told.pay({ made: 'approved' })
  told.pay({ made: 'approved', operation: 'standalone_refund', reference: 'R-1' })
  expect(told.found('standalone-refund')).toMatchObject([
    { subject: 'order R-1, AUD 49.95', requests: [2, 3] },
  ])
})

test.each([
  ['was declined', { made: 'declined' }],
  ['was in another currency', { made: 'approved', currency: 'NZD' }],
  ['was not enough', { made: 'approved', amount: 4994 }],
  ['was by another card', { made: 'approved', card: 'card-2' }],
] as const)('standalone-refund: a payment that %s could not be refunded', (_name, payment) => {
  const told = new ToldCalls()
  told.pay(payment)
  told.pay({ made: 'approved', operation: 'standalone_refund' })
  expect(told.found('standalone-refund')).toEqual([])
})

test('card-number-in-text: the fields are named together', () => {
  const cardNumberIn = ['transaction.reference', 'kvps'].map(redactText)
  const call: ToldCall = { operation: 'purchase', facts: { cardNumberIn } }
  expect(messages('card-number-in-text', [call])).toEqual([
    'A whole card number is in transaction.reference, kvps. The sandbox masks it; another gateway may store and show it.',
  ])
  expect(messages('card-number-in-text', [{ ...call, facts: { cardNumberIn: [] } }])).toEqual([])
})
