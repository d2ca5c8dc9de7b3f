import { type Command, Option } from 'commander'
import { amountText, moneyText } from '../../../domain/money.ts'
import { transactionKinds, transactionStatuses } from '../../../domain/transaction/transaction.ts'
import type {
  TransactionAnswer,
  TransactionsAnswer,
  TransactionsQuery,
} from '../../../http/contract/control/calls/transactions.ts'
import type { Io } from '../../io.ts'
import { wholeNumber } from '../../options/argument.ts'
import { connectToRead, type TargetOptions, withTarget } from '../../options/connection.ts'
import { otherWorldsHint, type PageOptions, pageNote, withPage } from '../../options/page.ts'
import {
  type PaidOptions,
  paidFields,
  present,
  withPaidFilter,
} from '../../options/requests-filter.ts'
import { type Output, outputFor } from '../../terminal/output.ts'
import { toneOf } from '../../terminal/style.ts'
import { accountText } from '../../words/value-text.ts'

interface TransactionsOptions extends TargetOptions, PageOptions, PaidOptions {
  readonly status?: TransactionAnswer['status']
  readonly operation?: TransactionAnswer['operation']
  readonly correlationId?: string
  readonly customer?: number
}

function withFilter(command: Command): Command {
  const filtered = command
    .addOption(
      new Option('--status <status>', 'only those that have it').choices(transactionStatuses),
    )
    .addOption(new Option('--operation <name>', 'only this operation').choices(transactionKinds))
    .option('--reference <text>', 'only those with this reference')
    .option('--correlation-id <id>', 'only the one with this correlation id')
    .option('--customer <id>', 'only those paid with a token of this customer', wholeNumber(1))
  return withPaidFilter(filtered)
}

function filterOf(options: TransactionsOptions): TransactionsQuery {
  const { correlationId } = options
  return {
    ...present(options, ['limit', 'offset', 'status', 'operation', 'customer', ...paidFields]),
    ...(correlationId !== undefined && { correlation_id: correlationId }),
  }
}

export function transactionsCommand(command: Command, io: Io): Command {
  return withFilter(withPage(withTarget(command))).action(
    async (options: TransactionsOptions, page: Command) => {
      const answer = await connectToRead(options, io).transactions(filterOf(options))
      if (answer.transactions.length === 0) {
        const hint = await otherWorldsHint(options, io, 'transactions')
        return outputFor(options, io).result(answer, () => `No transactions found.${hint}`)
      }
      outputFor(options, io).result(answer, (output) => transactionsText(output, answer, page))
    },
  )
}

function transactionsText(
  { table, style }: Output,
  { transactions, next_offset }: TransactionsAnswer,
  page: Command,
): string {
  const currency = onlyCurrency(transactions)
  const columns = [
    { title: 'audit' },
    { title: 'operation' },
    { title: 'status' },
    { title: currency ?? 'amount', align: 'right' },
    { title: 'account' },
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
  const note = pageNote(page, next_offset)
  return table(columns, rows) + (note === '' ? '' : `\n${style('quiet', note)}`)
}

/** A currency that all transactions share is printed once, in the heading. */
function onlyCurrency(transactions: readonly TransactionAnswer[]): string | undefined {
  const [first, second] = new Set(transactions.map(({ currency }) => currency))
  return second === undefined ? first : undefined
}

/** `declined 51` */
function statusText({ status, response_code }: TransactionAnswer): string {
  return status === 'approved' || response_code === '' ? status : `${status} ${response_code}`
}
