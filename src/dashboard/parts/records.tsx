import type { RequestResponse } from '../../http/contract/control/calls/requests.ts'
import type { TransactionResponse } from '../../http/contract/control/calls/transactions.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { pageAddress } from '../words/address.ts'
import { answerText, answerTone, operationText, paidIn } from '../words/request.ts'
import { dateTimeText, dayOf, listTime } from '../words/time.ts'
import { MarkedWord, statusLook } from './mark.tsx'
import { type Column, rowLink, Table } from './table.tsx'
import { Amount, Clamped } from './text.tsx'

/** What every list of requests shows. `now`: a time of the same day has no date. */
export function requestColumns(now?: string): readonly Column<RequestResponse>[] {
  const today = now && dayOf(now)
  return [
    [
      'Time',
      ({ at }) => listTime(at, dayOf(at) === today),
      'tight',
      ({ at, real_at }) => `${dateTimeText(at)}; real time ${real_at}`,
    ],
    [
      'Operation',
      (request) => (
        <>
          <Clamped text={operationText(request)} isPath={request.operation === null} />{' '}
          {request.sender && <span class="tag">{request.sender}</span>}
        </>
      ),
      'long',
    ],
    ['Reference', (request) => paidIn(request).reference, 'reference own-line'],
    [
      'Amount',
      (request) => {
        const { cents, currency } = paidIn(request)
        return cents !== undefined && <Amount cents={cents} currency={currency} />
      },
      'number',
    ],
    [
      'Response',
      (request) => <span class={answerTone(request)}>{answerText(request)}</span>,
      'tight named',
    ],
  ]
}

/** With the world that has it. */
type TransactionRow = { place: Pick<Visit, 'prefix'>; transaction: TransactionResponse }

/** Transactions, each with the payment that it belongs to. */
export function TransactionTable({ shown }: { shown: readonly TransactionRow[] }) {
  const days = new Set(shown.map(({ transaction }) => dayOf(transaction.created_at)))
  const columns: readonly Column<TransactionRow>[] = [
    [
      'Transaction',
      ({ place, transaction: { audit } }) =>
        rowLink(pageAddress(place, `/transactions/${audit}`), audit),
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
      ({ transaction }) => listTime(transaction.created_at, days.size < 2),
      'tight drop-2',
      ({ transaction }) => dateTimeText(transaction.created_at),
    ],
    [
      'Amount',
      ({ transaction: { amount, currency } }) => <Amount cents={amount} currency={currency} />,
      'number',
    ],
    [
      'Payment',
      ({ place, transaction: { payment } }) =>
        payment !== null && <a href={pageAddress(place, `/payments/${payment}`)}>payment</a>,
    ],
  ]
  const row = ({ transaction }: TransactionRow) => ({ id: `transaction-${transaction.audit}` })
  return <Table rows={shown} columns={columns} row={row} />
}

type Payer = Pick<TransactionResponse, 'account'> & { readonly card_type: string | null }

/** `visa 411111...1111`, or a bank account. */
export function Account({ of: { card_type, account } }: { of: Payer }) {
  return (
    <>
      {card_type ?? 'account'} <span class="mono">{account}</span>
    </>
  )
}
