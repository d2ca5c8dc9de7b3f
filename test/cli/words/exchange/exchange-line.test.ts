import { expect, test } from 'vitest'
import { eventLine, exchangeLine } from '../../../../src/cli/words/exchange/exchange-line.ts'
import type { RequestResponse } from '../../../../src/control/contract/calls/requests.ts'

const plain = (_tone: string, text: string) => text
const at = Date.parse('2026-03-10T01:02:03.450Z')
const request: RequestResponse = {
  id: 1,
  at: '2026-03-10T01:02:03.450Z',
  real_at: '2026-03-10T01:02:03.450Z',
  operation: 'search',
  merchant: 1,
  request: {
    method: 'GET',
    path: '/v1/transactions',
    query: {},
    correlation_id: null,
    origin: null,
    body: null,
    unknown_fields: [],
    headers: {},
  },
  asked: {},
  response: { status: 200, body: null, headers: {} },
  rule: null,
  rules: [],
  fault: null,
  audit: null,
  outcome: null,
  bank: null,
  refusals: [],
  duration: 3,
}

const purchase: RequestResponse = {
  ...request,
  operation: 'purchase',
  request: { ...request.request, method: 'POST', path: '/v1/transactions/purchase' },
  asked: { amount: 4995, currency: 'AUD', reference: 'A-1001' },
  outcome: 'approved',
  bank: { code: '00', message: 'Approved' },
  audit: 1000007,
  duration: 3.4,
}
const nothing = { audit: null, asked: {}, outcome: null, bank: null }

function lineOf(of: RequestResponse, width?: number): string {
  return exchangeLine(of, 'default', { width, style: plain })
}

function withStatus(status: number | null) {
  return { response: { ...request.response, status } }
}

test.each<[string, Partial<RequestResponse>, string]>([
  [
    'an approval',
    {},
    '12:02:03.450  purchase              AUD 49.95  1000007  approved 00 Approved  A-1001  3 ms',
  ],
  [
    'a rule',
    {
      outcome: 'declined',
      bank: { code: '51', message: 'Insufficient funds' },
      rules: ['default/card-code'],
    },
    '12:02:03.450  purchase              AUD 49.95  1000007  declined 51 Insufficient funds  A-1001  [default/card-code]  3 ms',
  ],
  [
    'a refusal',
    { ...nothing, ...withStatus(422), refusals: [{ code: 'invalid_pan' }] },
    '12:02:03.450  purchase                                  422 invalid_pan       3 ms',
  ],
  [
    'a response that cannot be read',
    { fault: { garbage: true, at: 'after' } },
    '12:02:03.450  purchase              AUD 49.95  1000007  lost after processing (garbage); approved 00 Approved  A-1001  3 ms',
  ],
  [
    'a lost response after the money moved',
    { ...withStatus(null), fault: { reset: true, at: 'after' } },
    '12:02:03.450  purchase              AUD 49.95  1000007  lost after processing (reset); approved 00 Approved  A-1001  3 ms',
  ],
  [
    'a lost response with nothing processed',
    { ...nothing, ...withStatus(null), fault: { hang: true, at: 'before' } },
    '12:02:03.450  purchase                                  lost before processing (hang)  3 ms',
  ],
  [
    'a 503 after the money moved',
    {
      ...withStatus(503),
      fault: { http: 503, error_code: 'internal_error', at: 'after' },
    },
    '12:02:03.450  purchase              AUD 49.95  1000007  503 internal_error after processing; approved 00 Approved  A-1001  3 ms',
  ],
  [
    'a client that left',
    { ...nothing, ...withStatus(null) },
    '12:02:03.450  purchase                                  client left           3 ms',
  ],
  [
    'an unknown path',
    {
      ...nothing,
      operation: null,
      request: { ...request.request, path: '/v1/x' },
      ...withStatus(404),
    },
    '12:02:03.450  GET /v1/x                                 404                   3 ms',
  ],
  [
    'members that the API does not have',
    { request: { ...request.request, unknown_fields: ['colour', 'transaction.size'] } },
    '12:02:03.450  purchase              AUD 49.95  1000007  approved 00 Approved  A-1001  3 ms\n              ignored: colour, transaction.size',
  ],
])('%s in one line', (_name, change, line) => {
  expect(lineOf({ ...purchase, ...change })).toBe(line)
})

test('in a narrow terminal a line is brief', () => {
  expect(lineOf(purchase, 80)).toBe(
    '12:02:03.450  purchase      AUD 49.95  1000007  approved  A-1001',
  )
})

test('a list in another world in one line, whatever the form of its response', () => {
  const line = (body: unknown) =>
    exchangeLine(
      { ...request, operation: 'customer_search', response: { ...request.response, body } },
      'blue',
      { width: undefined, style: plain },
    )
  const found = (text: string) =>
    `12:02:03.450  blue: customer search                          ${text.padEnd(20)}  3 ms`
  expect(line({ results: [1, 2] })).toBe(found('2 found'))
  expect(line({ results: [] })).toBe(found('nothing found'))
  expect(line('not JSON')).toBe(found('200'))
})

test.each([
  ['missing_field', 'merchant', 'missing_field merchant'],
  ['missing_field', 'transaction.kvps.size', 'missing_field transaction.kvps.size'],
  ['missing_field', undefined, 'missing_field'],
])('a refusal %s of %s is shown as %j', (code, field, refusal) => {
  const refusals = [{ code, ...(field !== undefined && { field }) }, { code: 'other' }]
  expect(lineOf({ ...purchase, ...nothing, ...withStatus(422), refusals })).toContain(
    `  422 ${refusal}  `,
  )
})

test('clock moves, scenario changes and resets have a line, requests have their own', () => {
  const line = (event: Parameters<typeof eventLine>[0]) =>
    eventLine(event, { world: 'default', now: at }, plain)
  const payment = { audit: 1, reference: 'A-1', total: 4995, currency: 'AUD' }
  const fired = { at, event: 'cleared', ...payment } as const
  expect(line({ type: 'clock', now: at, mode: 'frozen', fired: [fired, fired] })).toBe(
    '12:02:03.450  clock frozen, 2026-03-10T12:02:03+11:00 in Sydney; 2 debits cleared',
  )
  expect(line({ type: 'scenario', scenarios: ['mine', 'default'] })).toBe(
    '12:02:03.450  scenarios, highest priority first: mine, default',
  )
  expect(line({ type: 'scenario', scenarios: [], state: 'reset' })).toBe(
    '12:02:03.450  reset; scenarios, highest priority first: none',
  )
  expect(line({ type: 'scenario', scenarios: ['default'], state: 'imported' })).toBe(
    '12:02:03.450  state imported; scenarios, highest priority first: default',
  )
  expect(line({ type: 'scenario', scenarios: ['default'], state: 'restored' })).toBe(
    '12:02:03.450  snapshot loaded; scenarios, highest priority first: default',
  )
  const inBlue = { world: 'blue', now: at }
  expect(eventLine({ type: 'scenario', scenarios: ['default'] }, inBlue, plain)).toBe(
    '12:02:03.450  blue: scenarios, highest priority first: default',
  )
  const temporaryRules = (change: 'added' | 'removed', names: readonly string[]) =>
    line({ type: 'scenario', scenarios: ['default'], temporaryRules: { change, names } })
  expect(temporaryRules('added', ['broke'])).toBe('12:02:03.450  temporary rule added: broke')
  expect(temporaryRules('removed', ['a', 'b'])).toBe('12:02:03.450  temporary rules removed: a, b')
  expect(temporaryRules('removed', [...'abcdef'])).toBe('12:02:03.450  6 temporary rules removed')
  expect(
    line({ type: 'transaction', audit: 1, status: 'approved', at, isResponse: false, isNew: true }),
  ).toBeUndefined()
})
