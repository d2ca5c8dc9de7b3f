import type { TransactionAnswer } from '../../http/contract/control/calls/transactions.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { pageAddress } from '../words/address.ts'
import { dateTimeText, shortDateTime } from '../words/time.ts'
import { MarkedWord, statusLook } from './mark.tsx'
import { type Column, Table } from './table.tsx'
import { Amount, Clamped } from './text.tsx'

interface TransactionRow {
  /** The world that has it. */
  readonly place: Pick<Visit, 'prefix'>
  readonly transaction: TransactionAnswer
}

const columns: readonly Column<TransactionRow>[] = [
  [
    'Transaction',
    ({ place, transaction: { audit } }) => (
      <a class="row" href={pageAddress(place, `/transactions/${audit}`)}>
        {audit}
      </a>
    ),
  ],
  ['What', ({ transaction }) => transaction.operation.replaceAll('_', ' '), 'tight'],
  ['Reference', ({ transaction }) => <Clamped text={transaction.reference} />, 'long own-line'],
  [
    'Status',
    ({ transaction: { status } }) => <MarkedWord look={statusLook(status)}>{status}</MarkedWord>,
    'tight',
  ],
  ['Paid by', ({ transaction }) => <Account of={transaction} />, 'tight drop-1'],
  [
    'When',
    ({ transaction }) => shortDateTime(transaction.created_at),
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
  return (
    <Table
      rows={shown}
      columns={columns}
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
