import type { TransactionAnswer } from '../../http/contract/control/calls/transactions.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { pageAddress } from '../words/address.ts'
import { clockTime, dateTimeText, dayOf, shortDateTime } from '../words/time.ts'
import { MarkedWord, statusLook } from './mark.tsx'
import { type Column, Table } from './table.tsx'
import { Amount } from './text.tsx'

interface TransactionRow {
  /** The world that has it. */
  readonly place: Pick<Visit, 'prefix'>
  readonly transaction: TransactionAnswer
}

/** Where all are of one day, `isSameDay`, it is not worth its room. */
const columnsOf = (isSameDay: boolean): readonly Column<TransactionRow>[] => [
  [
    'Transaction',
    ({ place, transaction: { audit } }) => (
      <a class="row" href={pageAddress(place, `/transactions/${audit}`)}>
        {audit}
      </a>
    ),
  ],
  ['What', ({ transaction }) => transaction.operation.replaceAll('_', ' '), 'tight'],
  ['Reference', ({ transaction }) => transaction.reference, 'reference own-line'],
  [
    'Status',
    ({ transaction: { status } }) => <MarkedWord look={statusLook(status)}>{status}</MarkedWord>,
    'tight',
  ],
  ['Paid by', ({ transaction }) => <Account of={transaction} />, 'tight drop-1'],
  [
    'When',
    ({ transaction: { created_at: at } }) => (isSameDay ? clockTime(at) : shortDateTime(at)),
    'tight drop-2',
    { title: ({ transaction }) => dateTimeText(transaction.created_at) },
  ],
  [
    'Amount',
    ({ transaction: { amount, currency } }) => <Amount cents={amount} currency={currency} />,
    'number',
  ],
  [
    'Payment',
    ({ place, transaction: { story } }) =>
      story !== null && <a href={pageAddress(place, `/stories/${story}`)}>payment</a>,
  ],
]

/** Transactions, each with the payment that it belongs to. */
export function TransactionTable({ shown }: { shown: readonly TransactionRow[] }) {
  const days = new Set(shown.map(({ transaction }) => dayOf(transaction.created_at)))
  return (
    <Table
      rows={shown}
      columns={columnsOf(days.size < 2)}
      row={({ transaction: { audit } }) => ({ id: `transaction-${audit}` })}
    />
  )
}

interface AccountProps {
  readonly of: { readonly card_type: string | null; readonly account: string }
}

/** `visa 411111...1111`, or a bank account. */
export function Account({ of: { card_type, account } }: AccountProps) {
  return (
    <>
      {card_type ?? 'account'} <span class="mono">{account}</span>
    </>
  )
}
