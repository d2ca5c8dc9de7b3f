import { expect, test } from 'vitest'
import {
  canMove,
  isLive,
  type TransactionStatus,
} from '../../../src/domain/transaction/transaction.ts'
import { byDebit, transaction } from '../../support/transaction.ts'

const statuses: readonly TransactionStatus[] = [
  'approved',
  'declined',
  'pending',
  'error',
  'voided',
  'unknown',
]

const allowed: readonly (readonly [TransactionStatus, TransactionStatus])[] = [
  ['unknown', 'approved'],
  ['unknown', 'declined'],
  ['unknown', 'error'],
  ['pending', 'approved'],
  ['pending', 'declined'],
  ['pending', 'voided'],
  ['pending', 'error'],
  ['approved', 'voided'],
]

test.each(statuses.flatMap((from) => statuses.map((to) => [from, to] as const)))(
  'a card payment from %s to %s',
  (status, to) => {
    const expected = allowed.some(([before, after]) => before === status && after === to)
    expect(canMove(transaction({ status }), to)).toBe(expected)
  },
)

test.each([
  ['a cleared direct debit', true, transaction({ method: byDebit })],
  ['a direct debit refund', false, transaction({ method: byDebit, kind: 'refund' })],
  ['a card purchase', false, transaction()],
  ['a voided direct debit', false, transaction({ method: byDebit, status: 'voided' })],
])('%s may be returned late: %s', (_what, expected, target) => {
  expect(canMove(target, 'declined')).toBe(expected)
})

test.each([
  ['approved', true],
  ['pending', true],
  ['unknown', true],
  ['declined', false],
  ['error', false],
  ['voided', false],
] as const)('%s counts against its target: %s', (status, expected) => {
  expect(isLive(status)).toBe(expected)
})
