import { expect, test } from 'vitest'
import { DAY, HOUR } from '../../src/domain/instant.ts'
import type { Transaction } from '../../src/domain/transaction.ts'
import { checkVoid, isVoidable } from '../../src/domain/void.ts'
import { byDebit, hold, NOON, refusalOf, transaction } from '../support/transaction.ts'

function expectVoidable(target: Transaction, now: number, expected: boolean): void {
  expect(isVoidable(target, now)).toBe(expected)
  expect(refusalOf(() => checkVoid(target, now))).toBe(expected ? undefined : 'not_voidable')
}

test.each([
  ['an approved purchase', transaction(), true],
  ['an approved completion', transaction({ kind: 'completion' }), true],
  ['an approved refund', transaction({ kind: 'refund' }), true],
  ['an approved standalone refund', transaction({ kind: 'standalone_refund' }), true],
  ['an approved preauthorisation', hold(), true],
  ['a pending direct debit', transaction({ method: byDebit, status: 'pending' }), true],
  ['a pending card payment', transaction({ status: 'pending' }), false],
  ['a void', transaction({ kind: 'void' }), false],
  ['a voided one', transaction({ status: 'voided' }), false],
  ['a declined one', transaction({ status: 'declined' }), false],
  ['one that failed', transaction({ status: 'error' }), false],
  ['an undecided one', transaction({ status: 'unknown' }), false],
  ['one whose void is under way', transaction({ voiding: true }), false],
  ['a purchase with a live refund', transaction({ refunded: 1 }), false],
  ['a completed preauthorisation', hold({ completions: 1, completed: 1 }), false],
  ['a declined preauthorisation', hold({ status: 'declined' }), false],
])('%s: voidable %s', (_what, target, expected) => {
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

test('a preauthorisation has no settlement to wait for', () => {
  expectVoidable(hold(), NOON + 6 * HOUR, true)
})
