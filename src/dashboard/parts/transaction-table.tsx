import type { TransactionAnswer } from '../../http/contract/control/calls/transactions.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { pageAddress } from '../words/address.ts'
import { momentText, shortMomentText } from '../words/time.ts'
import { MarkedWord, statusLook } from './mark.tsx'
import { numberHead, Table } from './table.tsx'
import { Amount, Clamped } from './text.tsx'

export interface TransactionRow {
  /** The world that has it. */
  readonly place: Pick<Visit, 'prefix'>
  readonly transaction: TransactionAnswer
}

/** Transactions, each with the payment that it belongs to. */
export function TransactionTable({ shown }: { shown: readonly TransactionRow[] }) {
  return (
    <Table
      heads={[
        'Transaction',
        'What',
        'Reference',
        'Status',
        'Paid by',
        'When',
        numberHead('Amount'),
        'Payment',
      ]}
      class="broad"
    >
      {shown.map((one) => (
        <Row {...one} />
      ))}
    </Table>
  )
}

function Row({ place, transaction }: TransactionRow) {
  const { audit, operation, reference, status, created_at, amount, currency, story } = transaction
  return (
    <tr id={`transaction-${audit}`}>
      <td>
        <a class="row" href={pageAddress(place, `/transactions/${audit}`)}>
          {audit}
        </a>
      </td>
      <td class="tight">{operation.replaceAll('_', ' ')}</td>
      <td class="long own-line">
        <Clamped text={reference} />
      </td>
      <td class="tight">
        <MarkedWord look={statusLook(status)}>{status}</MarkedWord>
      </td>
      <td class="tight">
        {transaction.card_type ?? 'account'} <span class="mono">{transaction.account}</span>
      </td>
      <td class="tight" title={momentText(created_at)}>
        {shortMomentText(created_at)}
      </td>
      <td class="number">
        <Amount cents={amount} currency={currency} />
      </td>
      <td>{story !== null && <a href={pageAddress(place, `/stories/${story}`)}>payment</a>}</td>
    </tr>
  )
}
