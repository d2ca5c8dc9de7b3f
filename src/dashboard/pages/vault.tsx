import type {
  CustomerDetailResponse,
  CustomerResponse,
} from '../../http/contract/control/calls/customers.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { callControl } from '../control-call.ts'
import type { PageRoute } from '../layout/frame.ts'
import { renderPage } from '../layout/page.tsx'
import { listPage } from '../lists/filter.tsx'
import { Account, TransactionTable } from '../parts/records.tsx'
import { type Column, Facts, Panel, rowLink, Table } from '../parts/table.tsx'
import { Clamped } from '../parts/text.tsx'
import { pageAddress } from '../words/address.ts'
import { dateTimeText } from '../words/time.ts'

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
          columns={[
            ['Id', ({ id }) => customerLink(visit, id), 'number'],
            ...customerColumns,
            ['Merchant', ({ merchant }) => merchant, 'number named'],
            ['Created', ({ created_at }) => dateTimeText(created_at), 'tight named drop-2'],
          ]}
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

export function customerLink(place: Pick<Visit, 'prefix'>, id: number) {
  return rowLink(pageAddress(place, `/customers/${id}`), id)
}

type NamedCustomer = Pick<CustomerResponse, 'name' | 'reference' | 'tokens'>

/** What every list of customers shows. */
export const customerColumns: readonly Column<NamedCustomer>[] = [
  ['Name', ({ name }) => <Clamped text={name} />, 'long own-line'],
  ['Reference', ({ reference }) => <Clamped text={reference} />, 'long'],
  ['Tokens', ({ tokens }) => tokens, 'number named'],
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
        <Facts
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
              shown={transactions.map((transaction) => ({ place: visit, transaction }))}
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

const tokenColumns: readonly Column<CustomerDetailResponse['tokens'][number]>[] = [
  ['Id', ({ id }) => id, 'number'],
  ['Name', ({ preferred_name }) => preferred_name, 'long'],
  ['Virtual PAN', ({ virtual_pan }) => virtual_pan, 'mono named'],
  ['Account', (token) => <Account of={token} />, 'tight'],
  ['State', ({ active }) => (active ? 'active' : 'inactive')],
  ['Created', ({ created_at }) => dateTimeText(created_at), 'tight named drop-2'],
]
