import { expect, test } from 'vitest'
import { DAY, HOUR } from '../../../src/domain/time/instant.ts'
import {
  checkVoid,
  isVoidable,
  voidableUntil,
} from '../../../src/domain/transaction/acting-on-target.ts'
import type { Transaction } from '../../../src/domain/transaction/transaction.ts'
import { byDebit, hold, NOON, refusalOf, transaction } from '../../support/transaction.ts'

function expectVoidable(target: Transaction, now: number, expected: boolean): void {
  expect(isVoidable(target, now)).toBe(expected)
  expect(refusalOf(() => checkVoid(target, now))).toBe(expected ? undefined : 'not_voidable')
}

test.each([
  ['an approved purchase', true, transaction()],
  ['an approved completion', true, transaction({ kind: 'completion' })],
  ['an approved refund', true, transaction({ kind: 'refund' })],
  ['an approved standalone refund', true, transaction({ kind: 'standalone_refund' })],
  ['an approved preauthorisation', true, hold()],
  ['a pending direct debit', true, transaction({ method: byDebit, status: 'pending' })],
  ['a pending card payment', false, transaction({ status: 'pending' })],
  ['a void', false, transaction({ kind: 'void' })],
  ['a voided one', false, transaction({ status: 'voided' })],
  ['a declined one', false, transaction({ status: 'declined' })],
  ['one that failed', false, transaction({ status: 'error' })],
  ['an undecided one', false, transaction({ status: 'unknown' })],
  ['one whose void is under way', false, transaction({ voiding: true })],
  ['a purchase with a live refund', false, transaction({ refunded: 1 })],
  ['a completed preauthorisation', false, hold({ completions: 1, completed: 1 })],
  ['a declined preauthorisation', false, hold({ status: 'declined' })],
])('%s: voidable %s', (_what, expected, target) => {
  expectVoidable(target, NOON, expected)
})

test.each([
  ['a purchase', transaction(), NOON + 6 * HOUR],
  ['a completion', transaction({ kind: 'completion' }), NOON + 6 * HOUR],
  ['a refund', transaction({ kind: 'refund' }), NOON + 6 * HOUR],
  [
    'a pending direct debit',
    transaction({ method: byDebit, status: 'pending', cutoffAt: NOON + 4 * HOUR }),
    NOON + 4 * HOUR,
  ],
  ['a preauthorisation', hold(), NOON + 7 * DAY],
])('%s can be voided until its limit, and not at it', (_what, target, limit) => {
  expectVoidable(target, limit - 1, true)
  expectVoidable(target, limit, false)
})

test.each([
  ['a void', transaction({ kind: 'void' }), 'it is a void itself'],
  ['a declined card', transaction({ status: 'declined' }), 'it is declined'],
  ['a pending card', transaction({ status: 'pending' }), 'it is pending'],
  ['a cleared debit', transaction({ method: byDebit }), 'it has cleared'],
  ['a returned debit', transaction({ method: byDebit, status: 'declined' }), 'it is declined'],
  ['one with a void', transaction({ voiding: true }), 'a void of it is being processed'],
  ['one with a refund', transaction({ refunded: 1 }), 'it has live refunds'],
  ['an old purchase', transaction({ cutoffAt: NOON }), 'its cut-off has passed'],
  ['a completed hold', hold({ completions: 1 }), 'it is completed'],
  ['an expired hold', hold({ expiresAt: NOON }), 'it has expired'],
])('%s cannot be voided, and the refusal says why', (_what, target, reason) => {
  const message = `Transaction 1000001 cannot be voided: ${reason}`
  expect(() => checkVoid(target, NOON)).toThrow(message)
})

test.each([
  ['a purchase', transaction(), NOON + 6 * HOUR],
  ['a hold', hold(), NOON + 7 * DAY],
  ['a declined one', transaction({ status: 'declined' }), undefined],
])('%s says until when it can be voided', (_what, target, limit) => {
  expect(voidableUntil(target, NOON)).toBe(limit)
})

test('a preauthorisation has no settlement to wait for', () => {
  expectVoidable(hold(), NOON + 6 * HOUR, true)
})
