import { transactionKinds, transactionStatuses } from '../../domain/transaction/transaction.ts'
import type {
  NotMovedAnswer,
  TransactionDetailAnswer,
  TransactionsQuery,
} from '../../http/contract/control/calls/transactions.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { callControl, callIfFound } from '../control-call.ts'
import { ActionButton, done, type PageForm, refusedBy } from '../layout/form.tsx'
import { type PageRoute, ROWS } from '../layout/frame.ts'
import { renderPage } from '../layout/page.tsx'
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
import { MarkedWord, statusLook } from '../parts/mark.tsx'
import { Facts } from '../parts/table.tsx'
import { Amount, Json } from '../parts/text.tsx'
import { Account, TransactionTable } from '../parts/transaction-table.tsx'
import { pageAddress } from '../words/address.ts'
import { countText } from '../words/numbers.ts'
import { dateTimeText } from '../words/time.ts'
import { TimeLine, Tree } from './transaction-history.tsx'

/** Decides a transaction by hand. */
const decide: PageForm = {
  name: 'move',
  async handle(visit, { move = '', audit = '' }) {
    const found = decisions.find(({ name }) => name === move)
    if (found === undefined) return refusedBy('There is no such move.')
    const { refused = [] } = await found.decide(visit, [Number(audit)])
    const [first] = refused
    if (first) return refusedBy(`Transaction ${audit} stays as it is: ${first.reason}.`)
    const { status } = await callControl(visit, 'transaction', Number(audit))
    return done(`Transaction ${audit} is ${status} now.`)
  },
}

type Decidable = Pick<TransactionDetailAnswer, 'status' | 'method' | 'operation'>

const isOpenDebit = ({ status, method }: Decidable) =>
  method === 'direct_debit' && status === 'pending'

const isUndecided = ({ status, method }: Decidable) =>
  status === 'unknown' || (status === 'pending' && method === 'card')

const isReturnable = ({ status, method, operation }: Decidable) =>
  method === 'direct_debit' && status === 'approved' && operation === 'purchase'

interface Decision {
  readonly name: string
  readonly label: string
  readonly isPossible: (transaction: Decidable) => boolean
  readonly decide: (
    visit: Visit,
    audits: number[],
  ) => Promise<{ refused?: readonly NotMovedAnswer[] }>
}

/** A debit that is open is settled; anything else without an answer of its bank is resolved. */
function decision(
  call: 'settle' | 'resolve',
  word: string,
  status: 'approved' | 'declined',
): Decision {
  return {
    name: `${call}-${word}`,
    label: `${call === 'settle' ? 'Settle' : 'Resolve'} ${word}`,
    isPossible: call === 'settle' ? isOpenDebit : isUndecided,
    decide: (visit, audits) => callControl(visit, call, { audits, status }),
  }
}

/** What can be decided by hand. */
const decisions: readonly Decision[] = [
  decision('settle', 'approved', 'approved'),
  decision('settle', 'returned', 'declined'),
  decision('resolve', 'approved', 'approved'),
  decision('resolve', 'declined', 'declined'),
  {
    name: 'return',
    label: 'Return late',
    isPossible: isReturnable,
    decide: (visit, audits) => callControl(visit, 'return', { audits }),
  },
]

export const transactionRoute: PageRoute = {
  path: '/transactions/{audit}',
  forms: [decide],
  async show(frame, { audit = '' }) {
    const { visit } = frame
    const transaction = await callControl(visit, 'transaction', audit)
    const { target_audit: target } = transaction
    const root = target === null ? undefined : await callIfFound(visit, 'transaction', target)
    return renderPage(
      { frame, title: `Transaction ${transaction.audit}`, section: 'Payments' },
      <OneTransaction visit={visit} transaction={transaction} root={root ?? transaction} />,
    )
  },
}

interface TransactionProps {
  readonly visit: Visit
  readonly transaction: TransactionDetailAnswer
  /** What it acts on, or itself. */
  readonly root: TransactionDetailAnswer
}

function OneTransaction({ visit, transaction, root }: TransactionProps) {
  const { audit, story, reference } = transaction
  const possible = decisions.filter(({ isPossible }) => isPossible(transaction))
  return (
    <>
      <div class="heading">
        <h1>Transaction {audit}</h1>
        <div class="buttons">
          {possible.map(({ name, label }) => (
            <ActionButton
              visit={visit}
              form={decide}
              values={{ move: name, audit }}
              label={label}
            />
          ))}
        </div>
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
          <Tree visit={visit} root={root} current={audit} />
          <p class="small-print">
            {story !== null && <a href={pageAddress(visit, `/stories/${story}`)}>Its payment</a>}
            <a href={pageAddress(visit, '/requests', { audit })}>Its requests</a>
            <a href={pageAddress(visit, '/requests', { reference })}>Requests with its reference</a>
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

function TransactionFacts({ transaction }: Pick<TransactionProps, 'transaction'>) {
  const { status, voidable_until: voidable } = transaction
  return (
    <Facts
      facts={[
        ['Status', <MarkedWord look={statusLook(status)}>{status}</MarkedWord>],
        ['Operation', transaction.operation.replaceAll('_', ' ')],
        ['Amount', <Amount cents={transaction.total} currency={transaction.currency} />],
        ["Bank's answer", `${transaction.response_code} ${transaction.response_message}`],
        ['Reference', transaction.reference],
        ['Merchant', transaction.merchant],
        ['Paid by', <Account of={transaction} />],
        ['Correlation id', transaction.correlation_id ?? 'none', { class: 'mono' }],
        ['Settlement date', transaction.settlement_date],
        voidable !== null && ['Can be voided until', dateTimeText(voidable)],
      ]}
    />
  )
}

const fields: readonly FilterField[] = [
  { name: 'status', label: 'Status', choices: choicesOf(transactionStatuses) },
  { name: 'operation', label: 'Operation', choices: choicesOf(transactionKinds) },
  ...paymentFields,
  { name: 'customer', label: 'Customer', isHidden: true },
  { name: 'merchant', label: 'Merchant', isHidden: true },
]

/** Every stored transaction, including seeded ones. */
export const transactionsRoute: PageRoute = {
  path: '/transactions',
  async show(frame) {
    const { visit } = frame
    const query: TransactionsQuery = {
      ...filterQuery(frame, fields),
      ...(visit.query.cursor && { cursor: Number(visit.query.cursor) }),
      limit: ROWS,
    }
    const { list, errors } = await listedOrWrong(callControl(visit, 'transactions', query))
    const shown = list?.transactions.map((transaction) => ({ place: visit, transaction })) ?? []
    const chips = chipsOf(visit, fields)
    return renderPage(
      { frame, title: 'Transactions', section: 'Payments' },
      <>
        <div class="heading">
          <h1>Transactions</h1>
          <p class="soft">
            {countText(frame.transactions, 'transaction')} in this world, seeded ones too
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
