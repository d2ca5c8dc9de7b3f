import { type Command, Option } from 'commander'
import { amountText, moneyText } from '../../../domain/money.ts'
import { transactionStatuses } from '../../../domain/transaction/transaction.ts'
import type {
  TransactionAnswer,
  TransactionsAnswer,
} from '../../../http/contract/control/calls/transactions.ts'
import type { Io } from '../../io.ts'
import { connectToRead, type TargetOptions, withTarget } from '../../options/connection.ts'
import { otherWorldsHint, type PageOptions, pageNote, withPage } from '../../options/page.ts'
import { type Output, outputFor } from '../../terminal/output.ts'
import { toneOf } from '../../terminal/style.ts'
import { accountText } from '../../words/value-text.ts'

interface TransactionsOptions extends TargetOptions, PageOptions {
  readonly status?: TransactionAnswer['status']
}

export function transactionsCommand(command: Command, io: Io): Command {
  return withPage(withTarget(command))
    .addOption(
      new Option('--status <status>', 'only those that have it').choices(transactionStatuses),
    )
    .action(async (options: TransactionsOptions, page: Command) => {
      const { status, limit, offset } = options
      const answer = await connectToRead(options, io).transactions({
        limit,
        offset,
        ...(status !== undefined && { status }),
      })
      if (answer.transactions.length === 0) {
        const hint = await otherWorldsHint(options, io, 'transactions')
        return outputFor(options, io).result(answer, () => `No transactions found.${hint}`)
      }
      outputFor(options, io).result(answer, (output) => transactionsText(output, answer, page))
    })
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
