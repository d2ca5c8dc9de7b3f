import { expect, test } from 'vitest'
import { redactText } from '../../../../src/domain/redaction/redacted.ts'
import type { Transaction } from '../../../../src/domain/transaction/transaction.ts'
import {
  transactionsOf,
  type WantedTransactions,
} from '../../../../src/world/commands/transactions/transaction-search.ts'
import { Records } from '../../../../src/world/records/records.ts'
import { transactionChange } from '../../../../src/world/transaction-moves.ts'
import { byCard, byDebit, NOON, transaction } from '../../../support/transaction.ts'

function recordsOf(...some: readonly Partial<Transaction>[]): Records {
  const records = new Records()
  records.apply(
    some.map((changes, i) =>
      transactionChange(
        transaction({ audit: 1_000_001 + i, correlation: redactText(`c-${i + 1}`), ...changes }),
      ),
    ),
  )
  return records
}

const outcome = {
  status: 'approved',
  gatewayStatusCode: 0,
  responseCode: '00',
  responseMessage: 'Approved',
} as const

const records = recordsOf(
  {},
  // Its line has the status of what will come of it, too.
  { method: byDebit, status: 'pending', due: [{ at: NOON + 9, event: 'resolve', outcome }] },
  { kind: 'preauthorisation', amount: 500, createdAt: NOON + 1 },
  { merchant: 2, reference: redactText('order 2'), createdAt: NOON + 2 },
  {
    // These texts look like members of a line.
    reference: redactText('"amount":500'),
    method: { ...byCard, token: { id: 5, virtualPan: '9000000000000005' } },
    createdAt: NOON + 3,
  },
)

test.each<[string, WantedTransactions, readonly number[]]>([
  ['all, newest first', {}, [5, 4, 3, 2, 1]],
  ['by status', { status: 'approved' }, [5, 4, 3, 1]],
  ['by another status', { status: 'pending' }, [2]],
  ['by kind', { kind: 'preauthorisation' }, [3]],
  ['by reference', { reference: 'order 2' }, [4]],
  ['by a part of a reference', { reference: 'order' }, []],
  ['by correlation id', { correlation: 'c-2' }, [2]],
  ['by amount', { amount: 500 }, [3]],
  ['by merchant', { merchant: 2 }, [4]],
  ['from a moment on', { since: NOON + 2 }, [5, 4]],
  ['up to a moment', { until: NOON + 1 }, [3, 2, 1]],
  ['between two moments', { since: NOON + 1, until: NOON + 2 }, [4, 3]],
  ['by the last digits of a card', { card: '1111' }, [5, 4, 3, 1]],
  ['by the last digits of an account', { card: '678' }, [2]],
  ['by a token', { tokens: [4, 5] }, [5]],
  ['by no token', { tokens: [] }, []],
  ['below an audit', { below: 1_000_003 }, [2, 1]],
  ['below more than there are', { below: 1_000_099 }, [5, 4, 3, 2, 1]],
  ['by several together', { status: 'approved', merchant: 1, below: 1_000_005 }, [3, 1]],
])('transactions are found: %s', (_how, wanted, expected) => {
  const found = [...transactionsOf({ records }, wanted)].flatMap((one) => one?.audit ?? [])
  expect(found.map((audit) => audit - 1_000_000)).toEqual(expected)
})

test('every five hundred, others may have a turn', () => {
  const many = recordsOf(...Array.from({ length: 1001 }, () => ({})))
  const found = [...transactionsOf({ records: many }, { kind: 'void' })]
  expect(found).toEqual([undefined, undefined])
})
