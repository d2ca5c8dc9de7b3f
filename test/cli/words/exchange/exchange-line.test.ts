import { expect, test } from 'vitest'
import { eventLine } from '../../../../src/cli/words/exchange/event-line.ts'
import { exchangeLine } from '../../../../src/cli/words/exchange/exchange-line.ts'
import { answerFacts, type ExchangeSummary } from '../../../../src/fields/request-words.ts'

const plain = (_tone: string, text: string) => text
const at = Date.parse('2026-03-10T01:02:03.450Z')
const purchase: ExchangeSummary = {
  world: 'default',
  at,
  operation: 'purchase',
  method: 'POST',
  path: '/v1/transactions/purchase',
  status: 200,
  outcome: 'approved',
  audit: 1000007,
  money: 'AUD 49.95',
  reference: 'A-1001',
  code: '00',
  words: 'Approved',
  refusal: undefined,
  found: undefined,
  failure: undefined,
  fault: undefined,
  faultAt: undefined,
  rules: [],
  ignored: [],
  durationMs: 3.4,
}
const nothing = { audit: undefined, reference: undefined, outcome: undefined, money: undefined }

test.each<[string, Partial<ExchangeSummary>, string]>([
  [
    'an approval',
    {},
    '12:02:03.450  purchase              AUD 49.95  1000007  approved 00 Approved  A-1001  3 ms',
  ],
  [
    'a rule',
    { outcome: 'declined', code: '51', words: 'Insufficient funds', rules: ['default/card-code'] },
    '12:02:03.450  purchase              AUD 49.95  1000007  declined 51 Insufficient funds  A-1001  [default/card-code]  3 ms',
  ],
  [
    'all of several rules',
    { rules: ['two/lost', 'two/declined'] },
    '12:02:03.450  purchase              AUD 49.95  1000007  approved 00 Approved  A-1001  [two/lost, two/declined]  3 ms',
  ],
  [
    'a refusal',
    { ...nothing, status: 422, refusal: 'invalid_pan' },
    '12:02:03.450  purchase                                  422 invalid_pan       3 ms',
  ],
  [
    'a response that cannot be read',
    { status: 200, fault: 'garbage', faultAt: 'after' },
    '12:02:03.450  purchase              AUD 49.95  1000007  lost after commit (garbage); approved 00 Approved  A-1001  3 ms',
  ],
  [
    'a lost response after the money moved',
    { status: undefined, fault: 'reset', faultAt: 'after' },
    '12:02:03.450  purchase              AUD 49.95  1000007  lost after commit (reset); approved 00 Approved  A-1001  3 ms',
  ],
  [
    'a lost response with nothing processed',
    { ...nothing, status: undefined, fault: 'hang', faultAt: 'before' },
    '12:02:03.450  purchase                                  lost before processing (hang)  3 ms',
  ],
  [
    'a 503 after the money moved',
    { status: 503, fault: 'http', faultAt: 'after', refusal: 'internal_error' },
    '12:02:03.450  purchase              AUD 49.95  1000007  503 internal_error after commit; approved 00 Approved  A-1001  3 ms',
  ],
  [
    'a client that left',
    { ...nothing, status: undefined },
    '12:02:03.450  purchase                                  client left           3 ms',
  ],
  [
    'a list in another world',
    { ...nothing, world: 'blue', operation: 'customer_search', found: '2 found' },
    '12:02:03.450  blue: customer search                          2 found               3 ms',
  ],
  [
    'an unknown path',
    { ...nothing, operation: undefined, method: 'GET', path: '/v1/x', status: 404 },
    '12:02:03.450  GET /v1/x                                 404                   3 ms',
  ],
  [
    'members that the API does not have',
    { ignored: ['colour', 'transaction.size'] },
    '12:02:03.450  purchase              AUD 49.95  1000007  approved 00 Approved  A-1001  3 ms\n              ignored: colour, transaction.size',
  ],
])('%s in one line', (_name, change, line) => {
  expect(exchangeLine({ ...purchase, ...change }, { width: undefined, style: plain })).toBe(line)
})

test('in a narrow terminal the columns are closer', () => {
  expect(exchangeLine(purchase, { width: 80, style: plain })).toBe(
    '12:02:03.450  purchase      AUD 49.95  1000007  approved 00 Approved  A-1001',
  )
})

test.each([
  [80, '12:02:03.450  purchase      AUD 49.95  1000007  approved 00 Approved  A-1001'],
  [70, '12:02:03.450  purchase      AUD 49.95  1000007  approved  A-1001'],
  [60, '12:02:03.450  purchase  AUD 49.95  1000007  approved  A-1001'],
  [50, 'purchase  AUD 49.95  1000007  approved  A-1001'],
])('in %i columns a request keeps to one line', (width, line) => {
  expect(exchangeLine(purchase, { width, style: plain })).toBe(line)
})

test('facts come from whatever the response is', () => {
  const none = { code: undefined, words: undefined, found: undefined }
  expect(answerFacts('not JSON')).toEqual({ ...none, refusal: undefined })
  expect(answerFacts({ results: [] }).found).toBe('nothing found')
  const status = { acquirer: { response_code: '51', response_message: 'Insufficient funds' } }
  expect(answerFacts({ results: [{ status }] })).toEqual({
    code: '51',
    words: 'Insufficient funds',
    refusal: undefined,
    found: '1 found',
  })
})

test.each([
  [['body', 'merchant'], 'missing_field merchant'],
  [['body', 'transaction', 'kvps', 'size'], 'missing_field transaction.kvps.size'],
  [['body', 'transaction', 'field'], 'missing_field'],
  [['query', 'limit'], 'missing_field limit'],
  [['path', 'audit'], 'missing_field'],
  [['body'], 'missing_field'],
  [undefined, 'missing_field'],
])('a refusal about %j is %j', (location, refusal) => {
  const errors = [{ error_code: 'missing_field', location }, { error_code: 'other' }]
  expect(answerFacts({ errors })).toMatchObject({ refusal })
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
  const oneShots = (change: 'added' | 'removed', names: readonly string[]) =>
    line({ type: 'scenario', scenarios: ['default'], oneShots: { change, names } })
  expect(oneShots('added', ['broke'])).toBe('12:02:03.450  temporary rule added: broke')
  expect(oneShots('removed', ['a', 'b'])).toBe('12:02:03.450  temporary rules removed: a, b')
  expect(oneShots('removed', [...'abcdef'])).toBe('12:02:03.450  6 temporary rules removed')
  expect(
    line({ type: 'transaction', audit: 1, status: 'approved', at, isResponse: false, isNew: true }),
  ).toBeUndefined()
})
