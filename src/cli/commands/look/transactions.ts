import type { Command } from 'commander'
import type {
  TransactionDetailResponse,
  TransactionResponse,
  TransactionsResponse,
} from '../../../control/contract/calls/transactions.ts'
import { factsOfTransaction, shownStatus } from '../../../control/facts/facts.ts'
import { type HistoryLine, historyOf } from '../../../control/facts/move-words.ts'
import { transactionFilters } from '../../../control/lists/lists.ts'
import { moneyText } from '../../../domain/money.ts'
import { callCommand } from '../../define/command.ts'
import { argument } from '../../define/option.ts'
import { auditNumber } from '../../options/argument.ts'
import { nextCommand } from '../../options/connection.ts'
import { csvOption } from '../../options/csv.ts'
import { filterIn, filterOptions } from '../../options/list-filter.ts'
import { pageIn, pageOptions, refuseBesideId, withPageNote } from '../../options/page.ts'
import type { Output } from '../../terminal/output.ts'
import {
  dateAndTime,
  factsText,
  type ListColumn,
  listedRows,
  listedTime,
  listReference,
  statusCell,
} from '../../words/list-text.ts'
import { accountText } from '../../words/value-text.ts'

export const transactionsCommand = callCommand({
  name: 'transactions',
  group: 'See what happened',
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
  const list = listedRows(output, columns, transactions)
  return withPageNote(list, page, next, output.style)
}

function transactionText(
  output: Output,
  transaction: TransactionDetailResponse,
  self: Command,
): string {
  const { audit, acting, currency } = transaction
  const facts = [['audit', audit] as const, ...factsOfTransaction(transaction)]
  return [
    factsText(output, facts, (words) => nextCommand(words, self)),
    listedRows(output, historyColumns, historyOf(transaction)),
    ...(acting.length === 0 ? [] : [listedRows(output, actingColumns(currency), acting)]),
  ].join('\n\n')
}

const columns: readonly ListColumn<TransactionResponse>[] = [
  { title: 'audit', of: ({ audit }) => String(audit) },
  { title: 'operation', of: ({ operation }) => operation.replaceAll('_', ' ') },
  {
    title: 'status',
    // A voided one has the code of its approval.
    of: (one) => {
      const isDone = one.status === 'approved' || one.status === 'voided'
      return statusCell(shownStatus(one), isDone ? '' : one.response_code)
    },
  },
  { title: 'total', of: ({ total, currency }) => moneyText(total, currency), align: 'right' },
  { title: 'account', of: accountText },
  { title: 'reference', of: ({ reference }, output) => listReference(reference, output) },
  { title: 'created', of: ({ created_at: at }, output) => listedTime(at, output) },
]

const historyColumns: readonly ListColumn<HistoryLine>[] = [
  { title: 'at', of: ({ at }) => dateAndTime(at) },
  { title: 'status', of: ({ move }) => move && [move.from, move.to].filter(Boolean).join(' -> ') },
  { title: 'why', of: ({ why }) => why },
]

function actingColumns(
  currency: string,
): readonly ListColumn<TransactionDetailResponse['acting'][number]>[] {
  return [
    { title: 'acting on it', of: ({ operation }) => operation },
    { title: 'audit', of: ({ audit }) => String(audit) },
    { title: 'status', of: ({ status }) => statusCell(status) },
    { title: 'amount', of: ({ amount }) => moneyText(amount, currency), align: 'right' },
    { title: 'at', of: ({ created_at: at }) => dateAndTime(at) },
  ]
}
