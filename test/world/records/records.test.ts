import { expect, test } from 'vitest'
import { redactText } from '../../../src/domain/redaction/redacted.ts'
import type { Transaction } from '../../../src/domain/transaction/transaction.ts'
import type { Customer, Token } from '../../../src/domain/vault.ts'
import type { RowChange } from '../../../src/world/records/medium.ts'
import { lastIds, metaChange } from '../../../src/world/records/meta.ts'
import { Records } from '../../../src/world/records/records.ts'
import { NumberedTable } from '../../../src/world/records/table.ts'
import { transactionChange } from '../../../src/world/transaction-moves.ts'
import { NOON, transaction } from '../../support/transaction.ts'

function customer(id: number): Customer {
  const [name, reference] = [redactText('Ann'), redactText(`R-${id}`)]
  return { id, merchant: 1, name, reference, createdAt: 0 }
}

function token(id: number): Token {
  const card = { pan: '411111xxxxxx1111', type: 'visa', fingerprint: 'f' } as const
  return {
    id,
    customer: 1,
    merchant: 1,
    virtualPan: `900000000000000${id}`,
    preferredName: redactText(`card ${id}`),
    active: true,
    account: { type: 'card', card, name: redactText('ANN') },
    createdAt: 0,
  }
}

function put(table: 'customers' | 'tokens', row: Customer | Token): RowChange {
  return { table, key: row.id, line: JSON.stringify(row) }
}

function recordsWith(...transactions: readonly Partial<Transaction>[]): Records {
  const records = new Records()
  records.apply(transactions.map((changes) => transactionChange(transaction(changes))))
  return records
}

const first = { audit: 1_000_001, correlation: redactText('c-1') }
const refund = {
  audit: 1_000_002,
  kind: 'refund',
  target: 1_000_001,
  correlation: redactText('c-2'),
} as const

test('the latest instant is that of the last transaction, or of its last move', () => {
  expect(new Records().latestInstant).toBe(0)
  expect(recordsWith({ ...first, createdAt: NOON + 5 }, refund).latestInstant).toBe(NOON)
  const moves = [
    { at: NOON, to: 'pending', cause: 'created' },
    { at: NOON + 7, from: 'pending', to: 'approved', cause: 'due' },
  ] as const
  expect(recordsWith({ ...first, moves }).latestInstant).toBe(NOON + 7)
})

test('a transaction is found by its id and by its target, until its creation is undone', () => {
  const records = recordsWith(first)
  const inverse = records.apply([transactionChange(transaction(refund))])
  const { transactionIndex: index } = records
  expect([index.audit(1, 'c-2'), index.actingOn(1_000_001)]).toEqual([1_000_002, [1_000_002]])
  expect([index.audit(2, 'c-2'), index.actingOn(1_000_002)]).toEqual([undefined, []])
  records.apply(inverse)
  expect([index.audit(1, 'c-2'), index.actingOn(1_000_001)]).toEqual([undefined, []])
  expect([records.nextAudit, index.audit(1, 'c-1')]).toEqual([1_000_002, 1_000_001])
})

test('all that act on a transaction are listed, oldest first, and what acts on nothing is not', () => {
  const voiding = { ...refund, audit: 1_000_004, kind: 'void', correlation: redactText('c-4') }
  const other = { audit: 1_000_003, correlation: redactText('c-3') }
  const records = recordsWith(first, refund, other)
  const inverse = records.apply([transactionChange(transaction(voiding as Partial<Transaction>))])
  const { transactionIndex: index } = records
  expect(index.actingOn(1_000_001)).toEqual([1_000_002, 1_000_004])
  expect(index.actingOn(0)).toEqual([])
  records.apply(inverse)
  expect(index.actingOn(1_000_001)).toEqual([1_000_002])
})

test('a forgotten id is found no more, and again if that is undone', () => {
  const records = recordsWith(first)
  const inverse = records.apply([
    transactionChange(transaction({ ...first, correlation: redactText('') })),
  ])
  const { transactionIndex: index } = records
  expect([index.audit(1, 'c-1'), index.audit(1, '')]).toEqual([undefined, undefined])
  records.apply(inverse)
  expect(index.audit(1, 'c-1')).toBe(1_000_001)
})

test('an id that is used again belongs to the later transaction, whatever befalls the earlier', () => {
  const records = recordsWith(first, { ...refund, correlation: redactText('c-1') })
  const { transactionIndex: index } = records
  expect(index.audit(1, 'c-1')).toBe(1_000_002)
  records.apply([transactionChange(transaction({ ...first, refunded: 1000 }))])
  expect(index.audit(1, 'c-1')).toBe(1_000_002)
  records.apply([transactionChange(transaction({ ...first, correlation: redactText('') }))])
  expect(index.audit(1, 'c-1')).toBe(1_000_002)
})

test('a loaded row that is removed again leaves nothing behind', () => {
  const records = new Records()
  records.load('customers', JSON.stringify(customer(1)))
  records.load('tokens', JSON.stringify(token(1)))
  records.load('transactions', transactionChange(transaction(first)).line ?? '')
  expect(records.tokenIndex.hasCard(1, 'f')).toBe(true)
  records.remove('tokens', 1)
  records.remove('customers', 1)
  records.remove('transactions', 1_000_001)
  records.remove('customers', 99)
  expect([records.size('tokens'), records.size('customers'), records.size('transactions')]).toEqual(
    [0, 0, 0],
  )
  expect([
    records.customerIndex.byReference(1, 'R-1'),
    records.tokenIndex.byVirtualPan('9000000000000001'),
    records.transactionIndex.audit(1, 'c-1'),
  ]).toEqual([undefined, undefined, undefined])
})

test('the last ids are the highest ever given out, or in use where a state does not say', () => {
  const records = new Records()
  records.apply([
    put('customers', customer(4)),
    put('customers', customer(2)),
    put('tokens', token(5)),
  ])
  expect(lastIds(records)).toEqual({ customer: 4, token: 5 })
  records.apply([metaChange('ids', { customer: 9, token: 3 })])
  expect(lastIds(records)).toEqual({ customer: 9, token: 5 })
  records.apply([
    { table: 'customers', key: 4, line: undefined },
    { table: 'tokens', key: 5, line: undefined },
    metaChange('ids', { customer: 0, token: 8 }),
  ])
  expect(lastIds(records)).toEqual({ customer: 4, token: 8 })
})

test('numbered rows follow each other without gaps, and only the last can go', () => {
  const table = new NumberedTable(10)
  expect([table.size, table.next, table.keys()]).toEqual([0, 10, []])
  expect(() => table.set(9, 'before')).toThrow('Row 9 does not follow row 9')
  expect(() => table.set(11, 'after')).toThrow('Row 11 does not follow row 9')
  table.set(10, 'ten')
  table.set(11, 'eleven')
  table.set(10, 'TEN')
  expect([table.size, table.next, table.keys()]).toEqual([2, 12, [10, 11]])
  expect([table.get(9), table.get(10), table.get(11), table.get(12)]).toEqual([
    undefined,
    'TEN',
    'eleven',
    undefined,
  ])
  expect(() => table.delete(10)).toThrow('Row 10 is not the last one')
  table.delete(11)
  expect(table.values()).toEqual(['TEN'])
})
