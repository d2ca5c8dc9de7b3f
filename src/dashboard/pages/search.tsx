import type { Child } from 'hono/jsx'
import type { FoundRequest, FoundResponse } from '../../http/contract/control/calls/search.ts'
import { callControl } from '../control-call.ts'
import type { Frame, PageRoute } from '../layout/frame.ts'
import { renderPage } from '../layout/page.tsx'
import { Chips, chipsOf, listedOrWrong, Pager } from '../lists/filter.tsx'
import { requestColumns, TransactionTable } from '../parts/records.tsx'
import { Panel, rowLink, Table } from '../parts/table.tsx'
import { StoryList } from '../story/story-list.tsx'
import { pageAddress, worldPlace } from '../words/address.ts'
import { customerColumns, customerLink } from './vault.tsx'

export const searchRoute: PageRoute = {
  path: '/search',
  async show(frame) {
    const { visit } = frame
    const { q = '', world, after } = visit.given
    const query = { q, ...(world && { world }), ...(after && { after: Number(after) }) }
    const { list, errors } =
      q.trim() === '' ? { errors: {} } : await listedOrWrong(callControl(visit, 'search', query))
    const only = list && onlyHit(list)
    if (only !== undefined && !visit.given.after) return { to: only }
    const { q: shown = '' } = visit.query
    const title = shown === '' ? 'Search' : `Search: ${shown}`
    return renderPage(
      { frame, title, isLive: false },
      <>
        <h1>{title}</h1>
        <Chips chips={chipsOf(visit, [{ name: 'world', label: 'World' }])} />
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

/** The page of what was found, if that is one payment with what belongs to it, or one thing. */
function onlyHit(found: FoundResponse): string | undefined {
  const { payments, requests, transactions, customers } = found
  const [payment] = payments
  const [request] = requests
  const [one] = transactions
  const [customer] = customers
  const steps = payment?.steps ?? []
  const others = [
    ...requests.filter(({ id }) => !steps.some(({ request }) => request === id)),
    ...transactions.filter(({ audit }) => !steps.some((step) => step.audit === audit)),
    ...customers,
  ]
  if (found.next !== null || payments.length + others.length !== 1) return
  if (payment) return pageAddress(worldPlace(payment.world), `/payments/${payment.id}`)
  if (request) return requestAddress(request)
  if (one) return pageAddress(worldPlace(one.world), `/transactions/${one.audit}`)
  return customer && pageAddress(worldPlace(customer.world), `/customers/${customer.id}`)
}

function Hint() {
  return (
    <p class="soft">
      Type a reference, a correlation id, an audit number, an amount (49.95), the last four digits
      of a card, a customer or a test's label. The search covers the whole run, including all worlds
      and what happened before a reset.
    </p>
  )
}

function Results({ frame, found }: { frame: Frame; found: FoundResponse }) {
  const { visit, worlds } = frame
  const { payments, requests, transactions, customers } = found
  const groups: readonly (readonly [name: string, count: number, list: Child])[] = [
    [
      'Payments',
      payments.length,
      <StoryList visit={visit} now={frame.clock.now} stories={payments} worlds={worlds} />,
    ],
    [
      'Requests',
      requests.length,
      <Table
        rows={requests}
        columns={[
          ['Request', (request) => rowLink(requestAddress(request), request.id)],
          ['World', ({ world }) => world, 'drop-2'],
          ...requestColumns(),
        ]}
      />,
    ],
    [
      'Transactions',
      transactions.length,
      <TransactionTable
        shown={transactions.map((one) => ({ place: worldPlace(one.world), transaction: one }))}
      />,
    ],
    [
      'Customers',
      customers.length,
      <Table
        rows={customers}
        columns={[
          ['Customer', ({ id, world }) => customerLink(worldPlace(world), id)],
          ['World', ({ world }) => world, 'drop-2'],
          ...customerColumns,
        ]}
      />,
    ],
  ]
  const there = groups.filter(([, count]) => count > 0)
  return (
    <>
      {there.length === 0 && (
        <>
          <p class="empty">Nothing was found.</p>
          <Hint />
        </>
      )}
      {there.map(([name, count, list]) => (
        <Panel class="stack" id={name.toLowerCase()} title={name} count={count}>
          {list}
        </Panel>
      ))}
      <Pager visit={visit} next={found.next} older="More" />
    </>
  )
}

/** A request of an ended chapter is shown by the payment that keeps it. */
function requestAddress({ world, payment, id }: FoundRequest): string {
  return payment === null
    ? pageAddress(worldPlace(world), `/requests/${id}`)
    : pageAddress({ prefix: '' }, `/payments/${payment}`, { step: id })
}
