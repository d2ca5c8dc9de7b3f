import type { CustomerResponse } from '../../control/contract/calls/customers.ts'
import { customerFields, tokenFields } from '../../control/fields/customer-fields.ts'
import type { Visit } from '../../control/pages/visit.ts'
import { callControl } from '../control-call.ts'
import type { PageRoute } from '../layout/frame.ts'
import { renderPage } from '../layout/page.tsx'
import { listPage } from '../lists/filter.tsx'
import { TransactionTable } from '../parts/records.tsx'
import { resourceColumns, shownFacts } from '../parts/resource.tsx'
import { type Column, FactList, Panel, Table } from '../parts/table.tsx'
import { pageAddress } from '../words/address.ts'

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

/** What every list of customers shows. `place`: the world that has one. */
export function customerColumns<Row extends CustomerResponse>(
  linkBase: (customer: Row) => Pick<Visit, 'prefix'>,
): readonly Column<Row>[] {
  const page = (customer: Row) => pageAddress(linkBase(customer), `/customers/${customer.id}`)
  return resourceColumns<Row>(customerFields, { linkBase, page })
}

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
        <FactList facts={shownFacts(customerFields, customer, { linkBase: visit })} />
        <h2>Tokens</h2>
        {customer.tokens.length === 0 ? (
          <p class="empty">This customer has no card or account stored.</p>
        ) : (
          <Table
            rows={customer.tokens}
            columns={resourceColumns(tokenFields, { linkBase: () => visit })}
            isFocusable
          />
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
