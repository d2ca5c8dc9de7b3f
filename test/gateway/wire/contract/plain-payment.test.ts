import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Assumptions,
  assumptionsWith,
} from '../../../../src/domain/assumptions/assumptions.ts'
import { plainPayment } from '../../../../src/gateway/wire/contract/plain-payment.ts'
import { paymentContracts } from '../../../../src/gateway/wire/contract/transaction-request.ts'

const usual = {
  merchant: { id: 1 },
  kvps: { CHANNEL: 'web' },
  transaction: {
    reference: 'order-1001',
    amount_details: { total_amount: '1000', currency: 'AUD' },
    payment_method: { creditcard: { pan: '4111111111111111', expiry_date: '1230', cvv: '123' } },
  },
}

const members = [
  ['merchant'],
  ['merchant', 'id'],
  ['kvps'],
  ['kvps', 'CHANNEL'],
  ['transaction'],
  ['transaction', 'reference'],
  ['transaction', 'amount_details'],
  ['transaction', 'amount_details', 'total_amount'],
  ['transaction', 'amount_details', 'currency'],
  ['transaction', 'payment_method'],
  ['transaction', 'payment_method', 'creditcard'],
  ['transaction', 'payment_method', 'creditcard', 'pan'],
  ['transaction', 'payment_method', 'creditcard', 'expiry_date'],
  ['transaction', 'payment_method', 'creditcard', 'cvv'],
]

const configurations: readonly Assumptions[] = [
  assumptionsWith({}),
  assumptionsWith({ cvv: 'required', expiry_format: 'YYMM', reference_max_length: 5 }),
  assumptionsWith({ currencies: ['NZD'], kvps: { limit: 1, key_length: 7, value_length: 3 } }),
]

const odd = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, '', 0, 1, 1.5, 2 ** 40, true, [], {}, 'x'.repeat(300)),
  fc.constantFrom('4000000000000002', '340000000000009', '4111111111111112', '9411111111111111'),
  fc.constantFrom('1330', '3012', '0000', '12', '1234', '12345', '01', '9999999999', '10000000000'),
  fc.constantFrom('AUD', 'NZD', 'XXX', 'aud', 'na"me', 'Ünicode', 'order 4111 1111 1111 1111'),
  fc.constantFrom(
    { 'SECURE.A': 'b' },
    { A: '1', B: '2' },
    { '': 'x' },
    { CHANNEL: 5 },
    { 'a b': 'c' },
  ),
  fc.constantFrom({ bsb: '062-000', account_number: '1234', account_name: 'Ann' }),
)

/** What a member becomes: removed, replaced, or joined by another one. */
const change = fc.record({
  at: fc.constantFrom(...members),
  how: fc.constantFrom('remove', 'replace', 'add'),
  value: odd,
  name: fc.constantFrom('further', 'direct_debit', 'kvps', 'cvv', 'toString'),
})

test.each(['purchase', 'preauthorisation'] as const)(
  'a plain %s is what its contract makes of it, or left to the contract',
  (operation) => {
    const contracts = configurations.map((one) => paymentContracts(one)[operation])
    const requests = fc.record({
      changes: fc.array(change, { maxLength: 3 }),
      id: fc.oneof(fc.constant('corr-1'), odd),
    })
    fc.assert(
      fc.property(requests, ({ changes, id }) => {
        const body = changes.reduce(changed, structuredClone(usual) as object)
        const request = { header: { 'X-Correlation-Id': id }, path: {}, query: {}, body }
        for (const [i, assumptions] of configurations.entries()) {
          const plain = plainPayment(assumptions)(request)
          if (plain === undefined) continue
          expect(contracts[i]?.safeParse(request)).toEqual({ success: true, data: plain })
        }
      }),
      { numRuns: 3000 },
    )
  },
)

test.each([
  ['with key-value pairs', usual],
  ['without them', { merchant: usual.merchant, transaction: usual.transaction }],
])('a usual payment %s takes the fast path', (_, body) => {
  const request = { header: { 'X-Correlation-Id': 'corr-1' }, path: {}, query: {}, body }
  expect(plainPayment(assumptionsWith({}))(request)).toBeDefined()
})

type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never

function changed(body: object, { at, how, value, name }: Change): object {
  const parent = at.slice(0, -1).reduce<unknown>(memberOf, body)
  const last = at.at(-1) ?? ''
  if (typeof parent !== 'object' || parent === null) return body
  if (how === 'remove') Reflect.deleteProperty(parent, last)
  else Reflect.set(parent, how === 'replace' ? last : name, value)
  return body
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
