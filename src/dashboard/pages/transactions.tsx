import { counted } from '../../base/text/counted.ts'
import type { TransactionDetailResponse } from '../../control/contract/calls/transactions.ts'
import type { InputOf } from '../../control/control-calls.ts'
import { factsOfTransaction } from '../../control/facts/facts.ts'
import { eventMeaning, type HistoryLine, historyOf } from '../../control/facts/move-words.ts'
import { transactionFilters } from '../../control/lists/lists.ts'
import type { Visit } from '../../control/pages/visit.ts'
import { callControl, callIfFound } from '../control-call.ts'
import { ActionButton, done, type PageForm, refusedBy } from '../layout/form.tsx'
import { type PageRoute, ROWS } from '../layout/frame.ts'
import { renderPage } from '../layout/page.tsx'
import { filterFields, filterQuery, listedOrWrong, listPage } from '../lists/filter.tsx'
import { shownFacts } from '../parts/facts.tsx'
import { MarkedWord, type MarkLook, statusLook, TimeLineEntry } from '../parts/mark.tsx'
import { TransactionTable } from '../parts/records.tsx'
import { FactList } from '../parts/table.tsx'
import { Amount, Json } from '../parts/text.tsx'
import { pageAddress } from '../words/address.ts'
import { dateTimeText } from '../words/time.ts'

/** Decides a transaction by hand. */
const moveForm: PageForm = {
  name: 'move',
  async handle(visit, { move = '', audit = '' }) {
    const found = handMoves.find(({ name }) => name === move)
    if (found === undefined) return refusedBy('There is no such move.')
    const { call, status } = found
    const audits = [Number(audit)]
    const { refused = [] } =
      call === 'return'
        ? await callControl(visit, call, { audits })
        : await callControl(visit, call, { audits, status })
    const [first] = refused
    if (first) return refusedBy(`Transaction ${audit} was not changed: ${first.reason}.`)
    const { status: now } = await callControl(visit, 'transaction', Number(audit))
    return done(`Transaction ${audit} is now ${now}.`)
  },
}

/** A debit that is open is settled; anything else without an answer of its bank is resolved. */
const handMoves = [
  { name: 'settle-approved', label: 'Settle approved', call: 'settle', status: 'approved' },
  { name: 'settle-returned', label: 'Settle returned', call: 'settle', status: 'declined' },
  { name: 'resolve-approved', label: 'Resolve approved', call: 'resolve', status: 'approved' },
  { name: 'resolve-declined', label: 'Resolve declined', call: 'resolve', status: 'declined' },
  { name: 'return', label: 'Return late', call: 'return', status: 'declined' },
] as const

/** What can be decided about it now. */
function callFor({ status, method, operation }: TransactionDetailResponse) {
  if (status === 'unknown') return 'resolve'
  if (status === 'pending') return method === 'card' ? 'resolve' : 'settle'
  const isCleared = method === 'direct_debit' && status === 'approved'
  return isCleared && operation === 'purchase' ? 'return' : undefined
}

export const transactionRoute: PageRoute = {
  path: '/transactions/{audit}',
  forms: [moveForm],
  async show(frame, { audit: given = '' }) {
    const { visit } = frame
    const transaction = await callControl(visit, 'transaction', given)
    const { target_audit: target, audit, payment, reference } = transaction
    const root = target === null ? undefined : await callIfFound(visit, 'transaction', target)
    const possible = handMoves.filter(({ call }) => call === callFor(transaction))
    return renderPage(
      { frame, title: `Transaction ${audit}`, section: 'Payments' },
      <>
        <div class="heading">
          <h1>Transaction {audit}</h1>
          <div class="buttons">
            {possible.map(({ name, label }) => (
              <ActionButton {...{ visit, form: moveForm, values: { move: name, audit }, label }} />
            ))}
          </div>
        </div>
        <div class="halves">
          <section class="panel">
            <h2>What it is</h2>
            <FactList facts={shownFacts(factsOfTransaction(transaction), { linkBase: visit })} />
          </section>
          <section class="panel">
            <h2>What happened to it</h2>
            <TimeLine transaction={transaction} />
            <h2>What belongs together</h2>
            <Tree visit={visit} root={root ?? transaction} audit={audit} />
            <p class="small-print">
              {payment !== null && (
                <a href={pageAddress(visit, `/payments/${payment}`)}>Its payment</a>
              )}
              <a href={pageAddress(visit, '/requests', { audit })}>Its requests</a>
              <a href={pageAddress(visit, '/requests', { reference })}>
                Requests with its reference
              </a>
            </p>
          </section>
        </div>
        <details class="panel" id="raw">
          <summary>Raw JSON</summary>
          <Json value={transaction} label="Raw JSON" />
        </details>
      </>,
    )
  },
}

/** What happened to a transaction, and what will. */
function TimeLine({ transaction }: { transaction: TransactionDetailResponse }) {
  return (
    <ol class="timeline">
      {historyOf(transaction).map(({ at, move, why, kind }) => (
        <TimeLineEntry look={lookOf(kind, move?.to)} under={dateTimeText(at)}>
          {move?.from === null && `created as ${move.to}`}
          {move?.from && `${move.from} to ${move.to} ${why}`}
          {move === undefined && (kind === 'scheduled' ? <span class="soft">{why}</span> : why)}
        </TimeLineEntry>
      ))}
    </ol>
  )
}

function lookOf(kind: HistoryLine['kind'], status = ''): MarkLook {
  if (kind === 'return') return { mark: 'returned', tone: eventMeaning('returned') }
  return kind === 'move' ? statusLook(status) : { mark: 'clock', tone: 'calm' }
}

type TreeProps = { visit: Visit; root: TransactionDetailResponse; audit: number }

/** A payment with the completions, refunds and voids that act on it. */
function Tree({ visit, root, audit }: TreeProps) {
  const leaf = (one: TreeProps['root']['acting'][number]) => (
    <MarkedWord look={statusLook(one.status)}>
      <a
        href={pageAddress(visit, `/transactions/${one.audit}`)}
        aria-current={one.audit === audit ? 'page' : undefined}
      >
        {one.audit}
      </a>
      {one.operation.replaceAll('_', ' ')} {one.status}{' '}
      <Amount cents={one.amount} currency={root.currency} />
    </MarkedWord>
  )
  return (
    <ol class="tree">
      <li>
        {leaf(root)}
        {root.acting.length > 0 && (
          <ol>
            {root.acting.map((one) => (
              <li>{leaf(one)}</li>
            ))}
          </ol>
        )}
      </li>
    </ol>
  )
}

const fields = filterFields(transactionFilters)

/** Every stored transaction, including seeded ones. */
export const transactionsRoute: PageRoute = {
  path: '/transactions',
  async show(frame) {
    const { visit } = frame
    const query: InputOf<'transactions'> = {
      ...filterQuery(frame, fields),
      ...(visit.query.after && { after: Number(visit.query.after) }),
      limit: ROWS,
    }
    const { list, errors } = await listedOrWrong(callControl(visit, 'transactions', query))
    const { transactions = [] } = list ?? {}
    const count = counted(frame.transactions, 'transaction')
    return listPage({
      frame,
      title: 'Transactions',
      section: 'Payments',
      fields,
      errors,
      aside: <p class="soft">{count} in this world, including seeded ones</p>,
      list: transactions.length > 0 && (
        <TransactionTable
          transactions={transactions}
          linkBase={() => visit}
          now={frame.clock.now}
        />
      ),
      empty: 'No transactions yet. Payments and seeded data are listed here.',
      next: list?.next ?? null,
      older: 'Older transactions',
    })
  },
}
