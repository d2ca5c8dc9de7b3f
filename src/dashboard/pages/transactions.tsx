import { transactionKinds, transactionStatuses } from '../../domain/transaction/transaction.ts'
import type {
  NotMovedAnswer,
  TransactionDetailAnswer,
  TransactionsQuery,
} from '../../http/contract/control/calls/transactions.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { asked, askedIfThere } from '../asked.ts'
import { ActionButton } from '../layout/form.tsx'
import type { Frame, PageRoute } from '../layout/frame.ts'
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
import { done, type FormAction, refusedBy } from '../notices.ts'
import { MarkedWord, statusLook } from '../parts/mark.tsx'
import { Facts } from '../parts/table.tsx'
import { Amount, Json } from '../parts/text.tsx'
import { TransactionTable } from '../parts/transaction-table.tsx'
import { pageAddress } from '../words/address.ts'
import { counted } from '../words/numbers.ts'
import { momentText } from '../words/time.ts'
import { ROWS } from './payments/home.tsx'
import { TimeLine, Tree } from './transaction-history.tsx'

export const transactionRoute: PageRoute = {
  path: '/transactions/{audit}',
  async show(frame, { audit = '' }) {
    const { visit } = frame
    const transaction = await asked(visit, 'transaction', audit)
    const root =
      transaction.target_audit === null
        ? transaction
        : await askedIfThere(visit, 'transaction', transaction.target_audit)
    return page(
      { frame, title: `Transaction ${transaction.audit}`, section: 'Payments' },
      <OneTransaction frame={frame} transaction={transaction} root={root ?? transaction} />,
    )
  },
}

interface TransactionProps {
  readonly frame: Frame
  readonly transaction: TransactionDetailAnswer
  /** What it acts on, or itself. */
  readonly root: TransactionDetailAnswer
}

function OneTransaction({ frame: { visit }, transaction, root }: TransactionProps) {
  return (
    <>
      <div class="heading">
        <h1>Transaction {transaction.audit}</h1>
        <Moves visit={visit} transaction={transaction} />
      </div>
      <div class="halves">
        <section class="panel">
          <h2>What it is</h2>
          <TransactionFacts transaction={transaction} />
        </section>
        <section class="panel">
          <h2>What happened to it</h2>
          <TimeLine transaction={transaction} />
          <h2>What belongs together</h2>
          <Tree visit={visit} root={root} current={transaction.audit} />
          <p class="small-print">
            {transaction.story !== null && (
              <a href={pageAddress(visit, `/stories/${transaction.story}`)}>Its payment</a>
            )}
            <a href={pageAddress(visit, '/requests', { audit: transaction.audit })}>Its requests</a>
            <a href={pageAddress(visit, '/requests', { reference: transaction.reference })}>
              Requests with its reference
            </a>
          </p>
        </section>
      </div>
      <details class="panel" id="raw">
        <summary>Raw JSON</summary>
        <Json value={transaction} label="Raw JSON" />
      </details>
    </>
  )
}

/** What the sandbox can do to it as it is now. */
function Moves({ visit, transaction }: Pick<TransactionProps, 'transaction'> & { visit: Visit }) {
  const { status, method, audit, operation } = transaction
  const button = (move: string, label: string) => (
    <ActionButton visit={visit} action="move" values={{ move, audit }} label={label} />
  )
  const isDebit = method === 'direct_debit'
  const isOpen = status === 'unknown' || (status === 'pending' && !isDebit)
  const isReturnable = isDebit && status === 'approved' && operation === 'purchase'
  return (
    <div class="buttons">
      {isDebit && status === 'pending' && button('settle-approved', 'Settle approved')}
      {isDebit && status === 'pending' && button('settle-returned', 'Settle returned')}
      {isOpen && button('resolve-approved', 'Resolve approved')}
      {isOpen && button('resolve-declined', 'Resolve declined')}
      {isReturnable && button('return', 'Return late')}
    </div>
  )
}

function TransactionFacts({ transaction }: Pick<TransactionProps, 'transaction'>) {
  const { status } = transaction
  const paidBy = (
    <>
      {transaction.card_type ?? 'direct debit'} <span class="mono">{transaction.account}</span>
    </>
  )
  const { voidable_until: voidable } = transaction
  return (
    <Facts
      facts={[
        ['Status', <MarkedWord look={statusLook(status)}>{status}</MarkedWord>],
        ['Operation', transaction.operation.replaceAll('_', ' ')],
        ['Amount', <Amount cents={transaction.total} currency={transaction.currency} />],
        ["Bank's answer", `${transaction.response_code} ${transaction.response_message}`],
        ['Reference', transaction.reference],
        ['Merchant', transaction.merchant],
        ['Paid by', paidBy],
        ['Correlation id', transaction.correlation_id ?? 'none', { class: 'mono' }],
        ['Settlement date', transaction.settlement_date],
        voidable !== null && ['Can be voided until', momentText(voidable)],
      ]}
    />
  )
}

interface Moving {
  readonly refused?: readonly NotMovedAnswer[]
}

type ManualMove = (visit: Visit, audits: number[]) => Promise<Moving>

/** What the sandbox can do to a transaction by hand. */
const moves: Readonly<Record<string, ManualMove>> = {
  'settle-approved': (visit, audits) => asked(visit, 'settle', { audits, status: 'approved' }),
  'settle-returned': (visit, audits) => asked(visit, 'settle', { audits, status: 'declined' }),
  'resolve-approved': (visit, audits) => asked(visit, 'resolve', { audits, status: 'approved' }),
  'resolve-declined': (visit, audits) => asked(visit, 'resolve', { audits, status: 'declined' }),
  return: (visit, audits) => asked(visit, 'return', { audits }),
}

export const moveTransaction: FormAction = async (visit, { move = '', audit = '' }) => {
  const found = Object.hasOwn(moves, move) ? moves[move] : undefined
  if (found === undefined) return refusedBy('There is no such move.')
  const { refused = [] } = await found(visit, [Number(audit)])
  const [first] = refused
  if (first !== undefined) return refusedBy(`Transaction ${audit} stays as it is: ${first.reason}.`)
  const { status } = await asked(visit, 'transaction', Number(audit))
  return done(`Transaction ${audit} is ${status} now.`)
}

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
