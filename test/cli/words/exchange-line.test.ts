import { expect, test } from 'vitest'
import { type ExchangeSummary, exchangeLine } from '../../../src/cli/words/exchange-line.ts'

const plain = (_tone: string, text: string) => text
const purchase: ExchangeSummary = {
  world: 'default',
  operation: 'purchase',
  method: 'POST',
  path: '/v1/transactions/purchase',
  status: 200,
  outcome: 'approved',
  refusal: undefined,
  fault: undefined,
  rule: undefined,
  durationMs: 3.4,
}

test.each<[string, Partial<ExchangeSummary>, string]>([
  ['an approval', {}, 'POST   /v1/transactions/purchase   200 approved  3 ms'],
  [
    'a rule',
    { outcome: 'declined', rule: 'default/card-code' },
    'POST   /v1/transactions/purchase   200 declined  default/card-code  3 ms',
  ],
  [
    'a refusal',
    { status: 422, outcome: undefined, refusal: 'invalid_pan' },
    'POST   /v1/transactions/purchase   422 invalid_pan  3 ms',
  ],
  [
    'a fault',
    { status: undefined, fault: 'reset', rule: 'default/reset-after' },
    'POST   /v1/transactions/purchase   --- reset     default/reset-after  3 ms',
  ],
  [
    'a client that left',
    { status: undefined },
    'POST   /v1/transactions/purchase   --- cut off   3 ms',
  ],
  [
    'another world',
    { world: 'blue', method: 'GET', path: '/v1/customers', outcome: undefined },
    'GET    /w/blue/v1/customers        200           3 ms',
  ],
])('%s in one line', (_name, change, line) => {
  expect(exchangeLine({ ...purchase, ...change }, plain)).toBe(line)
})
