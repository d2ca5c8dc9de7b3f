import type { TransactionResponse } from '../../control/contract/calls/transactions.ts'
import { transactionFields } from '../../control/fields/transaction-fields.ts'
import type { Visit } from '../../control/pages/visit.ts'
import { pageAddress } from '../words/address.ts'
import { dayOf } from '../words/time.ts'
import { resourceColumns } from './resource.tsx'
import { Table } from './table.tsx'

interface TransactionTableProps<Row> {
  readonly transactions: readonly Row[]
  /** The world that has it. */
  readonly linkBase: (transaction: Row) => Pick<Visit, 'prefix'>
  /** The sandbox's time: times of the same day have no date. */
  readonly now: string
}

/** Transactions, each with the payment that it belongs to. */
export function TransactionTable<Row extends TransactionResponse>({
  transactions,
  linkBase,
  now,
}: TransactionTableProps<Row>) {
  const columns = resourceColumns<Row>(transactionFields, {
    linkBase,
    page: (one) => pageAddress(linkBase(one), `/transactions/${one.audit}`),
    today: dayOf(now),
  })
  const row = ({ audit }: Row) => ({ id: `transaction-${audit}` })
  return <Table rows={transactions} columns={columns} row={row} />
}
