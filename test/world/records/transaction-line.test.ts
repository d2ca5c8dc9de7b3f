import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redactText } from '../../../src/domain/redaction/redacted.ts'
import type { Transaction, TransactionStatus } from '../../../src/domain/transaction/transaction.ts'
import {
  bookedTransaction,
  parseTransaction,
  transactionHead,
  transactionLine,
} from '../../../src/world/records/transaction-line.ts'
import { byCard, byDebit, NOON, transaction } from '../../support/transaction.ts'

const text = fc.string({ maxLength: 4 })
const cents = fc.constantFrom(0, 1, 1000)
const status = fc.constantFrom<TransactionStatus>('approved', 'declined', 'pending', 'voided')
const move = fc.record(
  {
    at: fc.constantFrom(NOON, NOON + 1),
    from: status,
    to: status,
    cause: fc.constantFrom('created' as const, 'due' as const),
  },
  { requiredKeys: ['at', 'to', 'cause'] },
)

/** Members that may be left out, with and without something in them, in every combination. */
const anyTransaction: fc.Arbitrary<Transaction> = fc
  .record(
    {
      status,
      gatewayStatusCode: fc.constantFrom(0, -99, 20),
      reference: text.map(redactText),
      amount: cents,
      total: cents,
      method: fc.constantFrom(byCard, byDebit),
      surcharge: fc.record({ percent: text, added: cents }),
      requestKvps: fc.dictionary(text, text.map(redactText), { maxKeys: 2 }),
      responseKvps: fc.dictionary(text, text.map(redactText), { maxKeys: 2 }),
      authorisationCode: fc.constantFrom('', '123456'),
      preauthorisationCode: fc.constantFrom('', 'AB12'),
      expiresAt: fc.constantFrom(0, NOON),
      refunded: cents,
      completions: fc.constantFrom(0, 1),
      completed: cents,
      voiding: fc.boolean(),
      drift: fc.boolean(),
      moves: fc.array(move, { maxLength: 2 }),
    },
    { requiredKeys: [] },
  )
  .map((changes) => transaction(changes))

test('what books are compared with is read from a line without parsing it', () => {
  fc.assert(
    fc.property(anyTransaction, (one) => {
      const { payer, ...read } = bookedTransaction(transactionLine(one))
      const { method } = one
      const { fingerprint } = method.kind === 'card' ? method.card : method.account
      expect(payer).toBe(fingerprint)
      expect(Object.keys(read)).toHaveLength(11)
      expect({ ...one, ...read }).toEqual(one)
    }),
    { numRuns: 2000 },
  )
})

test('any transaction comes back from its line', () => {
  fc.assert(
    fc.property(anyTransaction, (one) => {
      expect(parseTransaction(transactionLine(one))).toEqual(one)
    }),
    { numRuns: 2000 },
  )
})

test('a line is the same each time, and holds what the indexes read off its head', () => {
  fc.assert(
    fc.property(anyTransaction, (one) => {
      const line = transactionLine(one)
      expect(transactionLine(parseTransaction(line))).toBe(line)
      const { audit, merchant, createdAt, correlation, target } = one
      const head = { audit, merchant, createdAt, correlation, target, dueAt: undefined }
      expect(transactionHead(line)).toEqual(head)
    }),
  )
})

describe('what says nothing is left out', () => {
  const made = { at: NOON, to: 'approved', cause: 'created' } as const

  test('of a purchase to which nothing has happened yet', () => {
    expect(Object.keys(JSON.parse(transactionLine(transaction({ moves: [made] }))))).toEqual([
      ...['audit', 'merchant', 'createdAt', 'correlation', 'target', 'due', 'kind', 'status'],
      ...['responseCode', 'responseMessage', 'reference', 'amount', 'currency', 'method'],
      ...['traceNumber', 'authorisationCode', 'settlementDate', 'cutoffAt'],
    ])
  })

  test.each<[string, Partial<Transaction>]>([
    ['gatewayStatusCode', { gatewayStatusCode: -99 }],
    ['total', { amount: 1000, total: 1015 }],
    ['requestKvps', { requestKvps: { a: redactText('') } }],
    ['refunded', { refunded: 1 }],
    ['voiding', { voiding: true }],
    ['moves', { moves: [] }],
    ['moves', { moves: [{ ...made, at: NOON + 1 }] }],
    ['moves', { moves: [{ ...made, to: 'pending' }] }],
    ['moves', { moves: [made, { at: NOON, from: 'approved', to: 'voided', cause: 'void' }] }],
  ])('but %s in %o stays', (member, changes) => {
    expect(JSON.parse(transactionLine(transaction(changes)))).toHaveProperty(
      member,
      changes[member as keyof Transaction],
    )
  })
})
