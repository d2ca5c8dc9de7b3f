import { numberText } from '../../base/text/counted.ts'
import type {
  CustomerDetailResponse,
  CustomerResponse,
} from '../../control/contract/calls/customers.ts'
import type { Visit } from '../../control/pages/visit.ts'
import { callControl } from '../control-call.ts'
import type { PageRoute } from '../layout/frame.ts'
import { renderPage } from '../layout/page.tsx'
import { listPage } from '../lists/filter.tsx'
import { Account, TransactionTable } from '../parts/records.tsx'
import { type Column, FactList, Panel, rowLink, Table } from '../parts/table.tsx'
import { Clamped, Unbroken } from '../parts/text.tsx'
import { pageAddress } from '../words/address.ts'
import { dateTimeText, listTime } from '../words/time.ts'

const PAGE = 50

export const customersRoute: PageRoute = {
  path: '/customers',
  async show(frame) {
    const { visit } = frame
    const { search = '', after } = visit.given
    const { customers, next } = await callControl(visit, 'customers', {
      limit: PAGE,
      ...(Number(after) > 0 && { after: Number(after) }),
      ...(search.trim() !== '' && { search: search.trim() }),
    })
    return listPage({
      frame,
      title: 'Vault',
      section: 'Vault',
      errors: {},
      fields: [{ name: 'search', label: 'Name or reference', type: 'search' }],
      list: customers.length > 0 && (
        <Table
          rows={customers}
          columns={customerColumns(() => visit)}
          row={({ id }) => ({ id: `customer-${id}` })}
        />
      ),
      empty: (
        <>
          No customers yet. Store one through the API, or run <code>npx sandgate seed</code>.
        </>
      ),
      next,
      older: 'Further customers',
    })
  },
}

/** What every list of customers shows. */
export function customerColumns<Row extends CustomerResponse>(
  linkBase: (customer: Row) => Pick<Visit, 'prefix'>,
): readonly Column<Row>[] {
  return [
    ['Id', (one) => rowLink(pageAddress(linkBase(one), `/customers/${one.id}`), one.id), 'number'],
    ['Name', ({ name }) => <Clamped text={name} />, 'long own-line'],
    ['Reference', ({ reference }) => <Clamped text={reference} />, 'long'],
    ['Tokens', ({ tokens }) => numberText(tokens), 'number named'],
    ['Merchant', ({ merchant }) => merchant, 'number named'],
    created,
  ]
}

const created = [
  'Created',
  ({ created_at: at }: { created_at: string }) => listTime(at, false),
  'tight named drop-2',
  ({ created_at: at }: { created_at: string }) => dateTimeText(at),
] as const

const tokenColumns: readonly Column<CustomerDetailResponse['tokens'][number]>[] = [
  ['Token', ({ id }) => id, 'number'],
  ['Preferred name', ({ preferred_name: name }) => <Clamped text={name} />, 'long'],
  ['Account', (one) => <Account of={one} />, 'tight'],
  [
    'Virtual PAN',
    ({ virtual_pan: pan }) => (
      <span class="mono">
        <Unbroken text={pan} />
      </span>
    ),
    'tight named',
  ],
  [
    'State',
    ({ active }) => <span class={active ? 'good' : 'quiet'}>{active ? 'active' : 'inactive'}</span>,
    'tight',
  ],
  created,
]

export const customerRoute: PageRoute = {
  path: '/customers/{id}',
  async show(frame, { id = '' }) {
    const { visit } = frame
    const customer = await callControl(visit, 'customer', id)
    const query = { customer: customer.id, limit: PAGE }
    const { transactions, next } = await callControl(visit, 'transactions', query)
    return renderPage(
      { frame, title: customer.name, section: 'Vault' },
      <>
        <h1>{customer.name}</h1>
        <FactList
          facts={[
            ['Id', customer.id],
            ['Reference', customer.reference],
            ['Merchant', customer.merchant],
            ['Created', dateTimeText(customer.created_at)],
          ]}
        />
        <h2>Tokens</h2>
        {customer.tokens.length === 0 ? (
          <p class="empty">This customer has no card or account stored.</p>
        ) : (
          <Table rows={customer.tokens} columns={tokenColumns} isFocusable />
        )}
        <Panel class="stack" id="paid" title="Payments">
          {transactions.length === 0 ? (
            <p class="empty">Nothing was paid with the tokens of this customer.</p>
          ) : (
            <TransactionTable
              transactions={transactions}
              linkBase={() => visit}
              now={frame.clock.now}
            />
          )}
          {next !== null && (
            <a href={pageAddress(visit, '/transactions', { customer: customer.id })}>All of them</a>
          )}
        </Panel>
      </>,
    )
  },
}
