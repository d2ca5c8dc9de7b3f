import type { Child } from 'hono/jsx'
import type { FoundRequest, FoundResponse } from '../../control/contract/calls/search.ts'
import { callControl } from '../control-call.ts'
import type { Frame, PageRoute } from '../layout/frame.ts'
import { renderPage } from '../layout/page.tsx'
import { Chips, chipsOf, listedOrWrong, Pager } from '../lists/filter.tsx'
import { requestColumns, transactionColumns } from '../parts/records.tsx'
import { type Column, Panel, Table } from '../parts/table.tsx'
import { PaymentList } from '../payment/payment-list.tsx'
import { pageAddress, worldLinkBase } from '../words/address.ts'
import { customerColumns } from './vault.tsx'

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
  if (payment) return pageAddress(worldLinkBase(payment.test.world), `/payments/${payment.id}`)
  if (request) return requestAddress(request)
  if (one) return pageAddress(worldLinkBase(one.world), `/transactions/${one.audit}`)
  return customer && pageAddress(worldLinkBase(customer.world), `/customers/${customer.id}`)
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
  const { now } = frame.clock
  const groups: readonly (readonly [name: string, count: number, list: Child])[] = [
    [
      'Payments',
      payments.length,
      <PaymentList visit={visit} now={now} payments={payments} worlds={worlds} />,
    ],
    [
      'Requests',
      requests.length,
      <Table
        rows={requests}
        columns={withWorld(
          requestColumns<FoundRequest>({
            linkBase: ({ world }) => worldLinkBase(world),
            page: requestAddress,
            now,
          }),
        )}
      />,
    ],
    [
      'Transactions',
      transactions.length,
      <Table
        rows={transactions}
        columns={withWorld(
          transactionColumns<FoundResponse['transactions'][number]>({
            linkBase: ({ world }) => worldLinkBase(world),
            now,
          }),
        )}
      />,
    ],
    [
      'Customers',
      customers.length,
      <Table
        rows={customers}
        columns={withWorld(
          customerColumns<FoundResponse['customers'][number]>(({ world }) => worldLinkBase(world)),
        )}
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

/** The key of each row, and the world that has it. */
function withWorld<Row extends { readonly world: string }>([
  key,
  ...others
]: readonly Column<Row>[]): readonly Column<Row>[] {
  return [...(key ? [key] : []), ['World', ({ world }) => world, 'drop-2'], ...others]
}

/** A request of an ended test is shown by the payment that keeps it. */
function requestAddress({ world, payment, id }: FoundRequest): string {
  return payment === null
    ? pageAddress(worldLinkBase(world), `/requests/${id}`)
    : pageAddress({ prefix: '' }, `/payments/${payment}`, { step: id })
}
