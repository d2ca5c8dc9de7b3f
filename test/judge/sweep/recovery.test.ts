import { expect, test } from 'vitest'
import { type FaultyRequest, recoveryKind } from '../../../src/judge/sweep/run/recovery.ts'
import type { DirectedFacts } from '../../../src/record/director.ts'

const here = { place: 'checkout/', world: 'w1' }

const purchase: FaultyRequest = {
  ...here,
  facts: { operation: 'purchase', correlation_id: 'c-1', reference: 'A-1', amount: '1995' },
  audit: 1_000_001,
}
const token: FaultyRequest = {
  ...here,
  facts: { operation: 'token_create', customer_reference: 'ann', token_name: 'Visa' },
}
const customer: FaultyRequest = {
  ...here,
  facts: { operation: 'customer_create', customer_reference: 'ann' },
}
const completion: FaultyRequest = {
  ...here,
  facts: {
    operation: 'completion',
    target_audit: '1000001',
    reference: 'A-1',
    amount: '1995',
  },
}
const voiding: FaultyRequest = {
  ...here,
  facts: { operation: 'void', target_audit: '1000001', reference: 'A-1' },
}

test.each<[string, FaultyRequest, DirectedFacts, string | undefined, Partial<typeof here>?]>([
  ['its id', purchase, { operation: 'search', correlation_id: 'c-1' }, 'search'],
  ['another id', purchase, { operation: 'search', correlation_id: 'c-2' }, undefined],
  [
    'in another world',
    purchase,
    { operation: 'search', correlation_id: 'c-1' },
    undefined,
    { world: 'w2' },
  ],
  ['its audit', purchase, { operation: 'lookup', audit: '1000001' }, 'lookup'],
  ['another audit', purchase, { operation: 'lookup', audit: '1000002' }, undefined],
  [
    'the same order',
    purchase,
    { operation: 'purchase', reference: 'A-1', amount: '1995' },
    'retry',
  ],
  ['a suffix', purchase, { operation: 'purchase', reference: 'A-1-2', amount: '1995' }, 'retry'],
  ['a surcharge', purchase, { operation: 'purchase', reference: 'A-1', amount: '2015' }, 'retry'],
  [
    'another order',
    purchase,
    { operation: 'purchase', reference: 'A-2', amount: '500' },
    undefined,
  ],
  [
    'another test',
    purchase,
    { operation: 'purchase', reference: 'A-1', amount: '1995' },
    undefined,
    { place: 'refund/' },
  ],
  ['a refund', purchase, { operation: 'refund', reference: 'A-1', amount: '1995' }, undefined],
  ['its refund', purchase, { operation: 'refund', target_audit: '1000001' }, 'undo'],
  ['its void', purchase, { operation: 'void', target_audit: '1000001' }, 'undo'],
  ['the void of another', purchase, { operation: 'void', target_audit: '1000002' }, undefined],
  ['a refund after a void', voiding, { operation: 'refund', target_audit: '1000001' }, 'undo'],
  [
    'the same void',
    voiding,
    { operation: 'void', target_audit: '1000001', reference: 'A-1' },
    'retry',
  ],
  [
    'another void',
    voiding,
    { operation: 'void', target_audit: '1000002', reference: 'A-1' },
    undefined,
  ],
  ['a hold instead', purchase, { operation: 'preauthorisation', reference: 'A-1' }, 'instead'],
  ['a hold of another', purchase, { operation: 'preauthorisation', reference: 'A-2' }, undefined],
  [
    'a new hold',
    completion,
    { operation: 'preauthorisation', reference: 'A-1 again', amount: '1995' },
    'instead',
  ],
  [
    'a completion of the new hold',
    completion,
    { operation: 'completion', target_audit: '1000005', reference: 'A-1', amount: '1995' },
    'instead',
  ],
  ['a payment after a customer', customer, { operation: 'purchase', reference: 'A-1' }, undefined],
  ['its customers', customer, { operation: 'customer_search' }, 'list'],
  ['its customer', customer, { operation: 'customer_lookup', customer_reference: 'ann' }, 'lookup'],
  [
    'a customer again',
    customer,
    { operation: 'customer_create', customer_reference: 'ann-2' },
    'retry',
  ],
  ['its tokens', token, { operation: 'token_list', customer_reference: 'ann' }, 'list'],
  ['others’ tokens', token, { operation: 'token_list', customer_reference: 'bob' }, undefined],
  [
    'a token again',
    token,
    { operation: 'token_create', customer_reference: 'ann', token_name: 'Visa 2' },
    'retry',
  ],
  ['customers after a payment', purchase, { operation: 'customer_search' }, undefined],
  [
    'another customer',
    customer,
    { operation: 'customer_lookup', customer_reference: 'bob' },
    undefined,
  ],
  [
    'the customer of a token',
    token,
    { operation: 'customer_lookup', customer_reference: 'ann' },
    undefined,
  ],
  ['its token', token, { operation: 'token_lookup', customer_reference: 'ann' }, 'lookup'],
  ['others’ token', token, { operation: 'token_lookup', customer_reference: 'bob' }, undefined],
  [
    'a token of its customer',
    customer,
    { operation: 'token_lookup', customer_reference: 'ann' },
    undefined,
  ],
  [
    'the tokens of its customer',
    customer,
    { operation: 'token_list', customer_reference: 'ann' },
    undefined,
  ],
])('%s', (_name, struck, facts, kind, where = {}) => {
  expect(recoveryKind(struck, facts, { ...here, ...where })).toBe(kind)
})

test('a reference that the baseline runs know is another order, but for the one that was lost', () => {
  const other: DirectedFacts = { operation: 'purchase', reference: 'A-2', amount: '1995' }
  expect(recoveryKind(purchase, other, here)).toBe('retry')
  expect(recoveryKind(purchase, other, { ...here, isKnown: true })).toBe(undefined)
  expect(recoveryKind(purchase, purchase.facts, { ...here, isKnown: true })).toBe('retry')
})

test('a void that the baseline runs make is broken by itself', () => {
  const own: DirectedFacts = { operation: 'void', target_audit: '1000001' }
  expect(recoveryKind(purchase, own, { ...here, isUsual: true })).toBe(undefined)
})
