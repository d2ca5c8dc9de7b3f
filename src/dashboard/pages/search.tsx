import type { Child } from 'hono/jsx'
import type { FoundAnswer, FoundRequest } from '../../http/contract/control/calls/search.ts'
import { asked } from '../asked.ts'
import type { Frame, PageRoute } from '../layout/frame.ts'
import { page } from '../layout/page.tsx'
import { Chips, listedOrWrong, Pager } from '../lists/filter.tsx'
import { numberHead, Table } from '../parts/table.tsx'
import { Amount, Clamped } from '../parts/text.tsx'
import { TransactionTable } from '../parts/transaction-table.tsx'
import { StoryList } from '../story/story-list.tsx'
import { pageAddress, sameAddress, worldPlace } from '../words/address.ts'
import { answerText, answerTone, operationText, paidIn } from '../words/request.ts'
import { momentText, shortMomentText } from '../words/time.ts'

export const searchRoute: PageRoute = {
  path: '/search',
  async show(frame) {
    const { visit } = frame
    const { q = '', world, cursor } = visit.given
    const query = { q, ...(world && { world }), ...(cursor && { cursor: Number(cursor) }) }
    const { list, errors } =
      q.trim() === '' ? { errors: {} } : await listedOrWrong(asked(visit, 'search', query))
    const { q: shown = '', world: only } = visit.query
    const without = sameAddress(visit, { world: '', cursor: '' })
    return page(
      { frame, title: shown === '' ? 'Search' : `Search: ${shown}`, isLive: false },
      <>
        <h1>Search{shown !== '' && `: ${shown}`}</h1>
        <Chips chips={only ? [{ label: 'World', value: only, without }] : []} />
        {Object.values(errors).map((error) => (
          <p class="bad" role="alert">
            {error}
          </p>
        ))}
        {list === undefined ? <Hint /> : <Results frame={frame} found={list} />}
      </>,
    )
  },
}

function Hint() {
  return (
    <p class="soft">
      Type a reference, a correlation id, an audit, an amount (49.95), the last four digits of a
      card, a customer or a test's label. The whole run is searched, all worlds and what was before
      a reset included.
    </p>
  )
}

function Results({ frame, found }: { frame: Frame; found: FoundAnswer }) {
  const { visit, worlds } = frame
  const { payments, requests, transactions, customers } = found
  if (payments.length + requests.length + transactions.length + customers.length === 0) {
    return (
      <>
        <p class="empty">Nothing was found.</p>
        <Hint />
      </>
    )
  }
  return (
    <>
      <Group title="Payments" count={payments.length}>
        <StoryList visit={visit} stories={payments} worlds={worlds} />
      </Group>
      <Group title="Requests" count={requests.length}>
        <RequestTable requests={requests} />
      </Group>
      <Group title="Transactions" count={transactions.length}>
        <TransactionTable
          shown={transactions.map(({ world, ...transaction }) => ({
            place: worldPlace(world),
            transaction,
          }))}
        />
      </Group>
      <Group title="Customers" count={customers.length}>
        <CustomerTable customers={customers} />
      </Group>
      <Pager visit={visit} next={found.next_cursor} older="More" />
    </>
  )
}

interface FoundGroupProps {
  readonly title: string
  readonly count: number
  readonly children?: Child
}

function Group({ title, count, children }: FoundGroupProps) {
  if (count === 0) return null
  const id = `${title.toLowerCase()}-title`
  return (
    <section class="stack" aria-labelledby={id}>
      <h2 id={id}>
        {title} <span class="soft">{count}</span>
      </h2>
      {children}
    </section>
  )
}

/** One of an ended chapter is shown by the payment that keeps it. */
function requestPlace({ world, story, id }: FoundRequest): string {
  return story === null
    ? pageAddress(worldPlace(world), `/requests/${id}`)
    : pageAddress({ prefix: '' }, `/stories/${story}`, { step: id })
}

function RequestTable({ requests }: { requests: readonly FoundRequest[] }) {
  return (
    <Table
      heads={['Request', 'World', 'Time', 'Operation', 'Reference', numberHead('Amount'), 'Answer']}
      class="broad"
    >
      {requests.map((request) => {
        const { reference, cents, currency } = paidIn(request)
        return (
          <tr>
            <td>
              <a class="row" href={requestPlace(request)}>
                {request.id}
              </a>
            </td>
            <td>{request.world}</td>
            <td class="tight" title={momentText(request.at)}>
              {shortMomentText(request.at)}
            </td>
            <td class="tight">{operationText(request)}</td>
            <td class="long own-line">{reference && <Clamped text={reference} />}</td>
            <td class="number">
              {cents !== undefined && <Amount cents={cents} currency={currency} />}
            </td>
            <td class={`tight ${answerTone(request)}`}>{answerText(request)}</td>
          </tr>
        )
      })}
    </Table>
  )
}

function CustomerTable({ customers }: Pick<FoundAnswer, 'customers'>) {
  return (
    <Table heads={['Customer', 'World', 'Name', 'Reference', numberHead('Tokens')]}>
      {customers.map(({ id, world, name, reference, tokens }) => (
        <tr>
          <td>
            <a class="row" href={pageAddress(worldPlace(world), `/customers/${id}`)}>
              {id}
            </a>
          </td>
          <td>{world}</td>
          <td class="long own-line">
            <Clamped text={name} />
          </td>
          <td class="long">
            <Clamped text={reference} />
          </td>
          <td class="number" data-label="Tokens">
            {tokens}
          </td>
        </tr>
      ))}
    </Table>
  )
}
