import { expect, test } from 'vitest'
import { checkRefund, isRefundable } from '../../../src/domain/transaction/acting-on-target.ts'
import { byDebit, hold, refusalOf, transaction } from '../../support/transaction.ts'

const inAud = { amount: 1000, currency: 'AUD' }

test.each([
  ['an approved purchase', transaction(), undefined],
  ['an approved completion', transaction({ kind: 'completion' }), undefined],
  ['a cleared direct debit', transaction({ method: byDebit }), undefined],
  ['a pending direct debit', transaction({ method: byDebit, status: 'pending' }), 'not_refundable'],
  ['a declined purchase', transaction({ status: 'declined' }), 'not_refundable'],
  ['a purchase that failed', transaction({ status: 'error' }), 'not_refundable'],
  ['an undecided purchase', transaction({ status: 'unknown' }), 'not_refundable'],
  ['a voided purchase', transaction({ status: 'voided' }), 'not_refundable'],
  ['one whose void is under way', transaction({ voiding: true }), 'not_refundable'],
  ['a preauthorisation', hold(), 'not_refundable'],
  ['a refund', transaction({ kind: 'refund' }), 'not_refundable'],
  ['a standalone refund', transaction({ kind: 'standalone_refund' }), 'not_refundable'],
  ['a void', transaction({ kind: 'void' }), 'not_refundable'],
])('refunding %s', (_what, target, expected) => {
  expect(refusalOf(() => checkRefund(target, inAud))).toBe(expected)
  expect(isRefundable(target)).toBe(expected === undefined)
})

test.each([
  [0, 1, 'AUD', undefined],
  [0, 1015, 'AUD', undefined],
  [0, 1016, 'AUD', 'refund_exceeds_original'],
  [1000, 15, 'AUD', undefined],
  [1000, 16, 'AUD', 'refund_exceeds_original'],
  [0, 1, 'NZD', 'currency_mismatch'],
  [1015, 1, 'AUD', 'refund_exceeds_original'],
])(
  'of 1015 AUD with surcharge, %i refunded: %i %s more',
  (refunded, amount, currency, expected) => {
    const target = transaction({ amount: 1000, total: 1015, refunded })
    expect(refusalOf(() => checkRefund(target, { amount, currency }))).toBe(expected)
  },
)

test.each([
  [{ voiding: true }, 'a void of it is being processed'],
  [{ status: 'declined' as const }, 'not an approved purchase or completion (purchase, declined)'],
])('the refusal of %o gives the reason', (changes, reason) => {
  expect(() => checkRefund(transaction(changes), inAud)).toThrow(reason)
})

test('what is refunded in full offers no refund any more', () => {
  expect(isRefundable(transaction({ refunded: 999 }))).toBe(true)
  expect(isRefundable(transaction({ refunded: 1000 }))).toBe(false)
})
