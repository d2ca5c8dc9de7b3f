import { expect, test } from 'vitest'
import { isPan, maskPan } from '../../src/domain/card/card.ts'
import { defaultScenario } from '../../src/scenario/library.ts'
import { matchRules } from '../../src/scenario/matching/match.ts'
import type { Facts, RuleOutcome } from '../../src/scenario/rule.ts'
import { bookOfDocument, debit, fingerprint, purchase } from './book-of.ts'

const book = bookOfDocument(defaultScenario, [])

function met(facts: Facts): { rule: string | undefined; outcome: RuleOutcome | undefined } {
  const { rules } = matchRules(book, facts, { countOf: () => undefined, seed: 1, fingerprint })
  const [rule] = rules
  return { rule: rule?.id.replace('default/', ''), outcome: rule?.rule.outcome }
}

const returned = (responseCode: string): RuleOutcome => ({
  resolves: [{ after: { kind: 'return' }, status: 'declined', responseCode }],
})

test.each([
  ['9900409', 'http-409-before', { at: 'before', kind: 'http', status: 409 }],
  ['9900429', 'http-429-before', { at: 'before', kind: 'http', status: 429, retryAfter: 5 }],
  ['9900500', 'http-500-before', { at: 'before', kind: 'http', status: 500 }],
  ['9900502', 'http-502-before', { at: 'before', kind: 'http', status: 502 }],
  ['9900503', 'http-503-before', { at: 'before', kind: 'http', status: 503, retryAfter: 5 }],
  ['9900504', 'http-504-before', { at: 'before', kind: 'http', status: 504 }],
  ['9900408', 'no-answer-before', { at: 'before', kind: 'hang' }],
  ['9900000', 'reset-before', { at: 'before', kind: 'reset' }],
  ['9900001', 'cut-off-before', { at: 'before', kind: 'truncate' }],
  ['9800409', 'http-409-after', { at: 'after', kind: 'http', status: 409 }],
  ['9800500', 'http-500-after', { at: 'after', kind: 'http', status: 500 }],
  ['9800502', 'http-502-after', { at: 'after', kind: 'http', status: 502 }],
  ['9800503', 'http-503-after', { at: 'after', kind: 'http', status: 503, retryAfter: 5 }],
  ['9800504', 'http-504-after', { at: 'after', kind: 'http', status: 504 }],
  ['9800408', 'no-answer-after', { at: 'after', kind: 'hang' }],
  ['9800000', 'reset-after', { at: 'after', kind: 'reset' }],
  ['9800001', 'cut-off-after', { at: 'after', kind: 'truncate' }],
])('the amount %s breaks every payment: %s', (amount, rule, fault) => {
  expect(met({ ...purchase, amount })).toEqual({ rule, outcome: { fault } })
  expect(met({ ...debit, amount })).toEqual({ rule, outcome: { fault } })
  const refund: Facts = { ...purchase, operation: 'refund', amount, pan: '411111xxxxxx1111' }
  expect(met(refund).rule).toBe(rule)
})

test.each<[string, string, RuleOutcome]>([
  ['9700015', 'slow-15s', { delayMs: 15_000 }],
  [
    '9700099',
    'unknown-30s',
    {
      status: 'unknown',
      gatewayStatusCode: -99,
      resolves: [{ after: { kind: 'elapsed', ms: 30_000 }, status: 'approved' }],
    },
  ],
  ['9700777', 'drift', { drift: true }],
  [
    '9600020',
    'acquirer-unreachable',
    { status: 'error', gatewayStatusCode: 'acquirer_unreachable' },
  ],
  ['9600021', 'acquirer-timed-out', { status: 'error', gatewayStatusCode: 'acquirer_time_out' }],
  ['9600022', 'acquirer-unusable', { status: 'error', gatewayStatusCode: 'acquirer_unusable' }],
  ['9600060', 'gateway-failed', { status: 'error', gatewayStatusCode: 'internal' }],
  ['1000051', 'amount-code', { responseCode: 'from-amount' }],
  ['1000000', 'amount-code', { responseCode: 'from-amount' }],
])('a card payment of %s: %s', (amount, rule, outcome) => {
  expect(met({ ...purchase, amount })).toEqual({ rule, outcome })
})

test.each(['1', '2', '3', '4', '5', '6', '7', '8', '9'])(
  'a direct debit of $20,000.0%s is returned with that code',
  (code) => {
    const amount = `200000${code}`
    expect(met({ ...debit, amount }).outcome).toEqual(returned(code))
    expect(met({ ...purchase, amount })).toEqual({ rule: undefined, outcome: undefined })
  },
)

test.each(['5000', '1000', '100000', '10000510', '2000000', '9900999', '990050', '9800429'])(
  'the amount %s is like any other',
  (amount) => {
    expect(met({ ...purchase, amount }).rule).toBeUndefined()
    expect(met({ ...debit, amount }).rule).toBeUndefined()
  },
)

test('the answer by cents is for cards only', () => {
  expect(met({ ...debit, amount: '1000051' }).rule).toBeUndefined()
})

test('the card 4444333322221111 answers with the cents of whatever has an amount', () => {
  const pan = '4444333322221111'
  const expected = { rule: 'card-cents', outcome: { responseCode: 'from-amount' } }
  expect(met({ ...purchase, pan, amount: '1005' })).toEqual(expected)
  expect(met({ ...purchase, operation: 'refund', pan: maskPan(pan) })).toEqual(expected)
  const { amount: _amount, ...rest } = purchase
  expect(met({ ...rest, operation: 'void', pan: maskPan(pan) }).rule).toBeUndefined()
  expect(met({ operation: 'token_create', merchant: 1, pan }).rule).toBeUndefined()
})

test.each(['4000000000000051', '4000008000000054', '5200007000000051', '340000700000051'])(
  'the card %s answers with its own last digits',
  (pan) => {
    expect(isPan(pan)).toBe(true)
    const expected = { rule: 'card-code', outcome: { responseCode: 'from-pan' } }
    expect(met({ ...purchase, pan })).toEqual(expected)
    expect(met({ ...purchase, pan: maskPan(pan), virtual_pan: '9000000000000001' })).toEqual(
      expected,
    )
    expect(met({ ...purchase, operation: 'void', pan: maskPan(pan) })).toEqual(expected)
    expect(met({ operation: 'token_create', merchant: 1, pan }).rule).toBeUndefined()
  },
)

test.each(['4111111111111111', '4242424242424242', '5555555555554444', '378282246310005'])(
  'the card %s is like any other',
  (pan) => {
    expect(met({ ...purchase, pan }).rule).toBeUndefined()
  },
)

test.each<[string, string, Facts['operation'], RuleOutcome]>([
  ['4000002000009801', 'completion-declines', 'completion', { responseCode: '05' }],
  ['4000006000009802', 'refund-declines', 'refund', { responseCode: '05' }],
  ['4000006000009802', 'refund-declines', 'standalone_refund', { responseCode: '05' }],
  ['4000001000009803', 'void-declines', 'void', { responseCode: '21' }],
  ['4000005000009804', 'preauthorisation-expires', 'preauthorisation', { expires: 'at-once' }],
])('the card %s: %s on %s', (pan, rule, operation, outcome) => {
  expect(isPan(pan)).toBe(true)
  expect(met({ ...purchase, operation, pan: maskPan(pan) })).toEqual({ rule, outcome })
  expect(met({ ...purchase, pan }).rule).toBeUndefined()
})

test('the card 9805 approves by itself, tokenises, and declines 54 by its virtual PAN', () => {
  const pan = '4000000000009805'
  expect(isPan(pan)).toBe(true)
  expect(met({ ...purchase, pan }).rule).toBeUndefined()
  expect(met({ operation: 'token_create', merchant: 1, pan }).rule).toBeUndefined()
  const byToken = { ...purchase, pan: maskPan(pan), virtual_pan: '9000000000000001' }
  expect(met(byToken)).toEqual({ rule: 'stored-card-expired', outcome: { responseCode: '54' } })
})

test.each<[string, string, RuleOutcome]>([
  ['032-050', 'debit-declined', { status: 'declined', responseCode: '6' }],
  ['032-051', 'debit-returned', returned('from-bsb')],
  ['032-059', 'debit-returned', returned('from-bsb')],
  [
    '032-060',
    'debit-returned-late',
    {
      resolves: [
        { after: { kind: 'clearance' }, status: 'approved' },
        { after: { kind: 'after-lodging', days: 5 }, status: 'declined', responseCode: '6' },
      ],
    },
  ],
  ['032-070', 'debit-pending-for-ever', { resolves: [] }],
])('a direct debit from %s: %s', (bsb, rule, outcome) => {
  expect(met({ ...debit, bsb })).toEqual({ rule, outcome })
  const { amount: _amount, ...rest } = debit
  expect(met({ ...rest, bsb, operation: 'void' }).rule).toBeUndefined()
})

test('the CVV 911 declines', () => {
  const expected = { rule: 'cvv-911', outcome: { status: 'declined', responseCode: '05' } }
  expect(met({ ...purchase, cvv: '911' })).toEqual(expected)
})

test('faults come before cards, cards before amounts, amounts before the CVV', () => {
  const pan = '4000000000000051'
  expect(met({ ...purchase, pan, amount: '9900500' }).rule).toBe('http-500-before')
  expect(met({ ...purchase, pan, amount: '9700015' }).rule).toBe('card-code')
  expect(met({ ...purchase, amount: '9700015', cvv: '911' }).rule).toBe('slow-15s')
  expect(met({ ...debit, bsb: '032-051', amount: '2000003' }).rule).toBe('debit-returned')
})
