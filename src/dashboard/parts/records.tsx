import { spanText } from '../../base/text/counted.ts'
import type { RequestResponse } from '../../control/contract/calls/requests.ts'
import type { TransactionResponse } from '../../control/contract/calls/transactions.ts'
import { shownStatus } from '../../control/facts/facts.ts'
import {
  answerMeaning,
  answerText,
  operationText,
  subjectOf,
} from '../../control/facts/request-words.ts'
import type { Visit } from '../../control/pages/visit.ts'
import { pageAddress } from '../words/address.ts'
import { RuleLinks } from '../words/rule.tsx'
import { dateTimeText, dayOf, listTime } from '../words/time.ts'
import { MarkedWord, statusLook } from './mark.tsx'
import { type Column, rowLink, Table } from './table.tsx'
import { Amount, Clamped, Unbroken } from './text.tsx'

interface ListProps<Row> {
  /** The world that has it. */
  readonly linkBase: (row: Row) => Pick<Visit, 'prefix'>
  /** The sandbox's time: times of the same day have no date. */
  readonly now: string
}

/** What every list of transactions shows, each with the payment that it belongs to. */
export function transactionColumns<Row extends TransactionResponse>({
  linkBase,
  now,
}: ListProps<Row>): readonly Column<Row>[] {
  const to = (one: Row, path: string) => pageAddress(linkBase(one), path)
  return [
    ['Audit', (one) => rowLink(to(one, `/transactions/${one.audit}`), one.audit)],
    ['Operation', ({ operation }) => operation.replaceAll('_', ' '), 'tight'],
    [
      'Status',
      (one) => {
        const status = shownStatus(one)
        return <MarkedWord look={statusLook(status)}>{status}</MarkedWord>
      },
      'tight',
    ],
    ['Total', ({ total, currency }) => <Amount cents={total} currency={currency} />, 'number'],
    ['Account', (one) => <Account of={one} />, 'long drop-1'],
    ['Reference', ({ reference }) => <Reference text={reference} />, 'reference own-line'],
    [
      'Created',
      ({ created_at: at }) => listTime(at, dayOf(at) === dayOf(now)),
      'tight drop-3',
      ({ created_at: at }) => dateTimeText(at),
    ],
    [
      'Payment',
      (one) => one.payment !== null && <a href={to(one, `/payments/${one.payment}`)}>payment</a>,
      'tight drop-2',
    ],
  ]
}

interface TransactionTableProps<Row> extends ListProps<Row> {
  readonly transactions: readonly Row[]
}

export function TransactionTable<Row extends TransactionResponse>({
  transactions,
  ...list
}: TransactionTableProps<Row>) {
  const row = ({ audit }: Row) => ({ id: `transaction-${audit}` })
  return <Table rows={transactions} columns={transactionColumns(list)} row={row} />
}

interface RequestListProps<Row> extends ListProps<Row> {
  readonly page: (row: Row) => string
}

/** What every list of requests shows. */
export function requestColumns<Row extends RequestResponse>({
  linkBase,
  page,
  now,
}: RequestListProps<Row>): readonly Column<Row>[] {
  return [
    ['Id', (one) => rowLink(page(one), one.id), 'number'],
    [
      'Time',
      ({ at }) => listTime(at, dayOf(at) === dayOf(now)),
      'tight drop-3',
      ({ at, real_at: real }) => `${dateTimeText(at)}; real time ${real}`,
    ],
    ['Request', (one) => <Call of={one} />, 'long'],
    [
      'Amount',
      (one) => {
        const { amount, currency } = subjectOf(one)
        return amount !== undefined && <Amount cents={amount} currency={currency} />
      },
      'number',
    ],
    [
      'Reference',
      (one) => <Reference text={subjectOf(one).reference ?? ''} />,
      'reference own-line',
    ],
    ['Outcome', (one) => <Outcome of={one} />],
    ['Rule', (one) => <RuleLinks visit={linkBase(one)} rules={one.rules} isShort />, 'long drop-1'],
    ['Took', ({ duration }) => spanText(duration), 'number drop-1'],
  ]
}

/** Its operation, or its method and path. */
function Call({ of: request }: { of: RequestResponse }) {
  const text = operationText(request)
  return (
    <>
      {request.operation === null ? (
        <Clamped text={text} isPath />
      ) : (
        <span class="tight">{text}</span>
      )}{' '}
      {request.sender && <span class="tag">{request.sender}</span>}
    </>
  )
}

/** What happened to the money, and the response if that says something else. */
function Outcome({ of: request }: { of: RequestResponse }) {
  const { outcome, response } = request
  const isPlain = response.status === 200 && answerMeaning(request) !== 'warn'
  return (
    <>
      {outcome && <MarkedWord look={statusLook(outcome)}>{outcome}</MarkedWord>}{' '}
      {!(outcome && isPlain) && <span class={answerMeaning(request)}>{answerText(request)}</span>}
    </>
  )
}

function Reference({ text }: { text: string }) {
  return <Unbroken text={text} class="tight lengthy" />
}

type Payer = { readonly account: string; readonly card_type: string | null }

/** `visa 411111...1111`, or a bank account. */
export function Account({ of: { card_type, account } }: { of: Payer }) {
  return (
    <>
      {card_type ?? 'account'} <span class="mono tight">{account}</span>
    </>
  )
}
