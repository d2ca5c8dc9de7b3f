import { expect, test } from 'vitest'
import type { Transaction } from '../../../../src/domain/transaction/transaction.ts'
import { Claims } from '../../../../src/world/records/untrusted/claims.ts'
import { hold, transaction } from '../../../support/transaction.ts'

type Some = Partial<Transaction>

const acting = (changes: Some) => transaction({ target: 1_000_001, amount: 300, ...changes })
const refund = (changes: Some = {}) => acting({ kind: 'refund', ...changes })
const completion = (changes: Some = {}) => acting({ kind: 'completion', ...changes })
const voiding = (changes: Some = {}) => acting({ kind: 'void', ...changes })

/** What is said of a transaction, beside those that act on it; they are numbered from it on. */
function objection(target: Transaction, ...others: readonly Transaction[]): string | undefined {
  const claims = new Claims()
  claims.add(target)
  for (const [i, one] of others.entries()) claims.add({ ...one, audit: target.audit + 1 + i })
  const audits = [...claims.audits()]
  return audits.includes(target.audit) ? claims.objection(target.audit, target) : undefined
}

test.each<[string, Transaction, readonly Transaction[]]>([
  ['nothing acts on it', transaction(), []],
  ['its refunds', transaction({ refunded: 600 }), [refund(), refund({ status: 'pending' })]],
  ['an undecided refund', transaction({ refunded: 300 }), [refund({ status: 'unknown' })]],
  [
    'refunds that failed',
    transaction(),
    [refund({ status: 'declined' }), refund({ status: 'error' })],
  ],
  ['a voided refund', transaction(), [refund({ status: 'voided' })]],
  ['all refunded', transaction({ refunded: 1000 }), [refund({ amount: 1000 })]],
  ['a completion', hold({ completions: 1, completed: 300 }), [completion()]],
  ['two completions', hold({ completions: 2, completed: 600 }), [completion(), completion()]],
  ['all completed', hold({ completions: 1, completed: 1000 }), [completion({ amount: 1000 })]],
  ['a declined completion', hold(), [completion({ status: 'declined' })]],
  ['a voided completion', hold(), [completion({ status: 'voided' })]],
  [
    'a voided completion that still counts, as before 0.2',
    hold({ completions: 2, completed: 600 }),
    [completion(), completion({ status: 'voided' })],
  ],
  ['a void', transaction({ status: 'voided' }), [voiding()]],
  ['an undecided void', transaction({ voiding: true }), [voiding({ status: 'unknown' })]],
  ['a declined void', transaction(), [voiding({ status: 'declined' })]],
])('%s agrees', (_what, target, others) => {
  expect(objection(target, ...others)).toBeUndefined()
})

test.each<[string, Transaction, readonly Transaction[]]>([
  ['Has 300 cents refunded, but its refunds come to 0', transaction({ refunded: 300 }), []],
  ['Has 0 cents refunded, but its refunds come to 300', transaction(), [refund()]],
  [
    'Has 1200 cents refunded of only 1000',
    transaction({ refunded: 1200 }),
    [refund({ amount: 1200 })],
  ],
  [
    'Has 0 cents completed 1 times, but its completions come to 0 in 0',
    hold({ completions: 1 }),
    [],
  ],
  ['Has 5 cents completed 0 times, but its completions come to 0 in 0', hold({ completed: 5 }), []],
  ['Has 0 cents completed 0 times, but its completions come to 300 in 1', hold(), [completion()]],
  [
    'Has 600 cents completed 1 times, but its completions come to 300 in 1',
    hold({ completions: 1, completed: 600 }),
    [completion(), completion({ status: 'voided' })],
  ],
  [
    'Has 300 cents completed 2 times, but its completions come to 300 in 1',
    hold({ completions: 2, completed: 300 }),
    [completion(), completion({ status: 'voided' })],
  ],
  [
    'Has 300 cents completed 1 times, but its completions come to 0 in 0',
    hold({ completions: 1, completed: 300 }),
    [completion({ status: 'declined' })],
  ],
  [
    'Has 1200 cents completed of only 1000',
    hold({ completions: 1, completed: 1200 }),
    [completion({ amount: 1200 })],
  ],
  ['Is voided, but there is no void of it', transaction({ status: 'voided' }), []],
  ['Is approved, but there is a void of it', transaction(), [voiding()]],
  ['Waits for a void that is not there', transaction({ voiding: true }), []],
  [
    'Waits for a void that is not there',
    transaction({ voiding: true }),
    [voiding({ status: 'declined' })],
  ],
  ['Does not know that it is being voided', transaction(), [voiding({ status: 'pending' })]],
])('%s', (message, target, others) => {
  expect(objection(target, ...others)).toBe(message)
})
