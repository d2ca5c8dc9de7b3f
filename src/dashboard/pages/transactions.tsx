import { transactionKinds, transactionStatuses } from '../../domain/transaction/transaction.ts'
import type { TransactionsQuery } from '../../http/contract/control/calls/transactions.ts'
import { asked } from '../asked.ts'
import type { PageRoute } from '../layout/frame.ts'
import { page } from '../layout/page.tsx'
import {
  Chips,
  chipsOf,
  choicesOf,
  type FilterField,
  FilterForm,
  filterQuery,
  listedOrWrong,
  Pager,
  paymentFields,
  TimeHint,
} from '../lists/filter.tsx'
import { TransactionTable } from '../parts/transaction-table.tsx'
import { counted } from '../words/numbers.ts'
import { ROWS } from './payments/home.tsx'

const fields: readonly FilterField[] = [
  { name: 'status', label: 'Status', choices: choicesOf(transactionStatuses) },
  { name: 'operation', label: 'Operation', choices: choicesOf(transactionKinds) },
  ...paymentFields,
  { name: 'customer', label: 'Customer', isHidden: true },
  { name: 'merchant', label: 'Merchant', isHidden: true },
]

/** Every stored transaction, seeded ones too. */
export const transactionsRoute: PageRoute = {
  path: '/transactions',
  async show(frame) {
    const { visit } = frame
    const query: TransactionsQuery = {
      ...filterQuery(frame, fields),
      ...(visit.query.cursor && { cursor: Number(visit.query.cursor) }),
      limit: ROWS,
    }
    const { list, errors } = await listedOrWrong(asked(visit, 'transactions', query))
    const shown = list?.transactions.map((transaction) => ({ place: visit, transaction })) ?? []
    const chips = chipsOf(visit, fields)
    return page(
      { frame, title: 'Transactions', section: 'Payments' },
      <>
        <div class="heading">
          <h1>Transactions</h1>
          <p class="soft">
            {counted(frame.transactions, 'transaction')} in this world, seeded ones too
          </p>
        </div>
        <FilterForm visit={visit} path="/transactions" fields={fields} errors={errors} />
        <Chips chips={chips} />
        {shown.length > 0 ? (
          <TransactionTable shown={shown} />
        ) : (
          <p class="empty">
            {chips.length === 0
              ? 'No transactions yet. Payments and seeded data are listed here.'
              : 'No transaction matches.'}
            <TimeHint {...frame} />
          </p>
        )}
        <Pager visit={visit} next={list?.next_cursor ?? null} older="Older transactions" />
      </>,
    )
  },
}
