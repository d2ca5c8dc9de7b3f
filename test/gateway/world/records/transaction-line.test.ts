import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redactText } from '../../../../src/base/redaction/redacted.ts'
import type { TransactionStatus } from '../../../../src/domain/transaction/kinds-and-statuses.ts'
import type { Transaction } from '../../../../src/domain/transaction/transaction.ts'
import { transactionHead } from '../../../../src/gateway/world/records/indexes/transaction-index.ts'
import { checkedLine } from '../../../../src/gateway/world/records/untrusted/row-schema.ts'
import { transactionChange } from '../../../../src/gateway/world/transaction-moves.ts'
import { byCard, byDebit, NOON, openedAt, transaction } from '../../../support/transaction.ts'

const text = fc.stringMatching(/^[a-z ]{1,4}$/).map(redactText)
const cents = fc.constantFrom(1, 1000)
const status = fc.constantFrom<TransactionStatus>('approved', 'declined', 'pending', 'voided')
const move = fc.record({
  at: fc.constantFrom(NOON, NOON + 1),
  from: status,
  to: status,
  cause: fc.constantFrom('response' as const, 'due' as const),
})
const kvps = fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), text, { maxKeys: 2 })

/** With and without each of the fields that may be left out. */
const anyTransaction: fc.Arbitrary<Transaction> = fc
  .record(
    {
      status,
      gatewayStatusCode: fc.constantFrom(0, -99, 20),
      reference: text,
      amount: cents,
      method: fc.constantFrom(byCard, byDebit),
      surcharge: fc.record({ percent: fc.constant('1.5'), added: cents }),
      requestKvps: kvps,
      responseKvps: kvps,
      preauthorisationCode: fc.constant('AB12'),
      expiresAt: fc.constant(NOON),
      refunded: cents,
      completions: fc.constant(1),
      completed: cents,
      voiding: fc.boolean(),
      drift: fc.boolean(),
      moves: fc.array(move, { maxLength: 2 }),
    },
    { requiredKeys: [] },
  )
  .map((changes) => transaction(changes))

test('any transaction comes back from its line, also after the check of an import', () => {
  fc.assert(
    fc.property(anyTransaction, (one) => {
      const line = JSON.stringify(one)
      expect(JSON.parse(line)).toEqual(one)
      const checked = checkedLine('transactions', line)
      expect(JSON.parse(checked)).toEqual(one)
      expect(checkedLine('transactions', checked)).toBe(checked)
    }),
    { numRuns: 500 },
  )
})

test('the check of an import puts what the indexes read first, whatever the order was', () => {
  fc.assert(
    fc.property(anyTransaction, (one) => {
      const turned = JSON.stringify(Object.fromEntries(Object.entries(one).reverse()))
      const { line = '', head } = transactionChange(one)
      expect(transactionHead(checkedLine('transactions', turned))).toEqual(head)
      expect(transactionHead(line)).toEqual(head)
    }),
  )
})

test('a purchase to which nothing has happened yet stores nothing that says nothing', () => {
  expect(Object.keys(JSON.parse(JSON.stringify(openedAt('2026-03-10T12:00:00+11:00'))))).toEqual([
    ...['audit', 'merchant', 'createdAt', 'correlation', 'target', 'due', 'kind', 'status'],
    ...['gatewayStatusCode', 'responseCode', 'responseMessage', 'reference', 'amount', 'currency'],
    ...['method', 'traceNumber', 'authorisationCode', 'settlementDate', 'cutoffAt'],
  ])
})
