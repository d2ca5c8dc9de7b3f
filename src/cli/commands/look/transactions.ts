import type { Command } from 'commander'
import { amountText, moneyText } from '../../../domain/money.ts'
import type {
  MoveResponse,
  TransactionDetailResponse,
  TransactionResponse,
  TransactionsResponse,
} from '../../../http/contract/control/calls/transactions.ts'
import { transactionFilters } from '../../../insight/resources/lists.ts'
import { callCommand } from '../../define/command.ts'
import { argument } from '../../define/option.ts'
import { auditNumber } from '../../options/argument.ts'
import { nextCommand } from '../../options/connection.ts'
import { csvOption } from '../../options/csv.ts'
import { filterIn, filterOptions } from '../../options/list-filter.ts'
import { pageIn, pageOptions, refuseBesideId, withPageNote } from '../../options/page.ts'
import type { Output } from '../../terminal/output.ts'
import { toneOf } from '../../terminal/style.ts'
import { type Field, fields } from '../../terminal/table.ts'
import { accountText, sydneyTimeText } from '../../words/value-text.ts'

export const transactionsCommand = callCommand({
  name: 'transactions',
  group: 'Look',
  summary: 'List transactions, newest first, or show one with its history',
  examples: ['transactions', 'transactions 1000001', 'transactions --status pending --limit 20'],
  args: { audit: argument('[audit]', 'show the transaction with this audit number', auditNumber) },
  options: { ...filterOptions(transactionFilters), ...pageOptions, ...csvOption },
  isReading: true,
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
  { table, style }: Output,
  { transactions, next }: TransactionsResponse,
  page: Command,
): string {
  if (transactions.length === 0) return 'No transactions found.'
  const currency = onlyCurrency(transactions)
  const columns = [
    { title: 'audit' },
    { title: 'operation' },
    { title: 'status' },
    { title: currency ?? 'amount', align: 'right' },
    { title: 'account', wraps: true },
    { title: 'reference', wraps: true },
  ] as const
  const rows = transactions.map((transaction) => [
    transaction.audit,
    transaction.operation,
    { text: statusText(transaction), tone: toneOf(transaction.status) },
    currency === undefined
      ? moneyText(transaction.total, transaction.currency)
      : amountText(transaction.total, currency),
    accountText(transaction),
    transaction.reference,
  ])
  return withPageNote(table(columns, rows), page, next, style)
}

/** A currency that all transactions share is printed once, in the heading. */
function onlyCurrency(transactions: readonly TransactionResponse[]): string | undefined {
  const [first, second] = new Set(transactions.map(({ currency }) => currency))
  return second === undefined ? first : undefined
}

/** `declined 51` */
function statusText({ status, response_code }: TransactionResponse): string {
  return status === 'approved' || response_code === '' ? status : `${status} ${response_code}`
}

function transactionText(
  output: Output,
  transaction: TransactionDetailResponse,
  self: Command,
): string {
  const { request, rules } = transaction
  const madeBy: readonly Field[] = [
    ['request', request && nextCommand(`requests ${request}`, self)],
    [rules.length > 1 ? 'rules' : 'rule', rules.join(', ')],
  ]
  return [
    fields(output, [...transactionFields(transaction), ...madeBy]),
    historyTable(output, transaction),
    ...(transaction.acting.length === 0 ? [] : [actingTable(output, transaction)]),
  ].join('\n\n')
}

function transactionFields(transaction: TransactionDetailResponse): readonly Field[] {
  const { status, currency, surcharge, token, request_kvps } = transaction
  return [
    ['audit', transaction.audit],
    ['operation', transaction.operation],
    ['status', { text: status, tone: toneOf(status) }],
    ['response', `${transaction.response_code} ${transaction.response_message}`.trim()],
    ['gateway status', transaction.gateway_status_code],
    ['amount', moneyText(transaction.amount, currency)],
    ['surcharge', surcharge && `${moneyText(surcharge.added, currency)} (${surcharge.percent}%)`],
    ['total', moneyText(transaction.total, currency)],
    ['refunded', transaction.refunded > 0 ? moneyText(transaction.refunded, currency) : null],
    ['completed', transaction.completed > 0 ? moneyText(transaction.completed, currency) : null],
    ['account', `${transaction.card_type ?? ''} ${transaction.account}`.trim()],
    ['token', token && `${token.id}, virtual PAN ${token.virtual_pan}`],
    ['reference', transaction.reference],
    ['merchant', transaction.merchant],
    ['correlation id', transaction.correlation_id],
    ['target', transaction.target_audit],
    ['authorisation code', transaction.authorisation_code],
    ['preauthorisation code', transaction.preauthorisation_code],
    ['settlement date', transaction.settlement_date],
    [
      'can be voided until',
      transaction.voidable_until && sydneyTimeText(transaction.voidable_until),
    ],
    ['expires', transaction.expires_at && sydneyTimeText(transaction.expires_at)],
    ...Object.entries(request_kvps).map(([key, value]): Field => [`kvp ${key}`, value]),
  ]
}

const causes: Readonly<Record<MoveResponse['cause'], string>> = {
  created: 'created',
  response: "its bank's late response",
  due: 'as scheduled',
  settled: 'by hand',
  void: 'by a void',
}

function historyTable({ table }: Output, transaction: TransactionDetailResponse): string {
  const { moves, due, expired_at } = transaction
  const past = moves.map(({ at, from, to, cause }) => [
    sydneyTimeText(at),
    from === null ? to : `${from} -> ${to}`,
    causes[cause],
  ])
  const expiry =
    expired_at === null ? [] : [[sydneyTimeText(expired_at), '', 'preauthorisation_expired']]
  const future = due.map(({ at, event, to }) => [
    sydneyTimeText(at),
    to ?? '',
    `scheduled: ${event}`,
  ])
  const columns = [{ title: 'at' }, { title: 'status' }, { title: 'why' }]
  return table(columns, [...past, ...expiry, ...future])
}

function actingTable({ table }: Output, transaction: TransactionDetailResponse): string {
  const { acting, currency } = transaction
  const columns = [
    { title: 'acting on it' },
    { title: 'audit' },
    { title: 'status' },
    { title: 'amount', align: 'right' },
    { title: 'at' },
  ] as const
  return table(
    columns,
    acting.map(({ operation, audit, status, amount, created_at }) => [
      operation,
      audit,
      { text: status, tone: toneOf(status) },
      moneyText(amount, currency),
      sydneyTimeText(created_at),
    ]),
  )
}
