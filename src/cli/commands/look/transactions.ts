import type { Command } from 'commander'
import type {
  TransactionDetailResponse,
  TransactionsResponse,
} from '../../../control/contract/calls/transactions.ts'
import { historyOf } from '../../../control/fields/move-words.ts'
import {
  actingFields,
  actingOn,
  historyFields,
  transactionFields,
} from '../../../control/fields/transaction-fields.ts'
import { transactionFilters } from '../../../control/lists/lists.ts'
import { callCommand } from '../../define/command.ts'
import { argument } from '../../define/option.ts'
import { auditNumber } from '../../options/argument.ts'
import { nextCommand } from '../../options/connection.ts'
import { csvOption } from '../../options/csv.ts'
import { filterIn, filterOptions } from '../../options/list-filter.ts'
import { pageIn, pageOptions, refuseBesideId, withPageNote } from '../../options/page.ts'
import type { Output } from '../../terminal/output.ts'
import { factsText, resourceTable } from '../../words/resource-text.ts'

export const transactionsCommand = callCommand({
  name: 'transactions',
  group: 'Look',
  summary: 'List transactions, newest first, or show one with its history',
  examples: ['transactions', 'transactions 1000001', 'transactions --status pending --limit 20'],
  args: { audit: argument('[audit]', 'show the transaction with this audit number', auditNumber) },
  options: { ...filterOptions(transactionFilters), ...pageOptions, ...csvOption },
  isReading: true,
  isDated: true,
  listing: 'transactions',
  csv: 'transactions',
  call: async (client, { audit, ...given }, { self }) => {
    if (audit === undefined) {
      return await client.transactions({ ...filterIn(transactionFilters, given), ...pageIn(given) })
    }
    refuseBesideId(self, 'audit number')
    return await client.transaction(audit)
  },
  text: (output, answer, _given, { self }) =>
    'transactions' in answer
      ? transactionsText(output, answer, self)
      : transactionText(output, answer, self),
})

function transactionsText(
  output: Output,
  { transactions, next }: TransactionsResponse,
  page: Command,
): string {
  if (transactions.length === 0) return 'No transactions found.'
  const list = resourceTable(output, transactionFields, transactions)
  return withPageNote(list, page, next, output.style)
}

function transactionText(
  output: Output,
  transaction: TransactionDetailResponse,
  self: Command,
): string {
  return [
    factsText(output, transactionFields, transaction, (words) => nextCommand(words, self)),
    resourceTable(output, historyFields, historyOf(transaction)),
    ...(transaction.acting.length === 0
      ? []
      : [resourceTable(output, actingFields, actingOn(transaction))]),
  ].join('\n\n')
}
