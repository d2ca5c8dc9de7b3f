import type {
  CustomerDetailAnswer,
  CustomersAnswer,
} from '../../http/contract/control/calls/customers.ts'
import type { TransactionsAnswer } from '../../http/contract/control/calls/transactions.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { asked } from '../asked.ts'
import type { Frame, PageRoute } from '../layout/frame.ts'
import { page } from '../layout/page.tsx'
import { Chips, chipsOf, Pager } from '../lists/filter.tsx'
import { Facts, numberHead, Table } from '../parts/table.tsx'
import { Clamped } from '../parts/text.tsx'
import { TransactionTable } from '../parts/transaction-table.tsx'
import { pageAddress } from '../words/address.ts'
import { momentText } from '../words/time.ts'

const PAGE = 50

export const customersRoute: PageRoute = {
  path: '/customers',
  async show(frame) {
    const { visit } = frame
    const { search = '', cursor } = visit.given
    const listed = await asked(visit, 'customers', {
      limit: PAGE,
      offset: Math.max(0, Number(cursor) || 0),
      ...(search.trim() !== '' && { search: search.trim() }),
    })
    return page(
      { frame, title: 'Vault', section: 'Vault' },
      <Customers frame={frame} listed={listed} />,
    )
  },
}

function Customers({ frame, listed }: { frame: Frame; listed: CustomersAnswer }) {
  const { visit } = frame
  const { customers, next_offset } = listed
  return (
    <>
      <div class="heading">
        <h1>Vault</h1>
        <form
          method="get"
          action={pageAddress(visit, '/customers')}
          class="fields"
          id="find-customer"
        >
          <div class="field">
            <label for="search">Name or reference</label>
            <input id="search" name="search" type="search" value={visit.query.search ?? ''} />
          </div>
          <button type="submit">Search</button>
        </form>
      </div>
      <Chips chips={chipsOf(visit, [{ name: 'search', label: 'Name or reference' }])} />
      {customers.length === 0 ? (
        <p class="empty">
          No customer here. Store one through the API, or run <code>npx sandgate seed</code>.
        </p>
      ) : (
        <CustomerTable frame={frame} customers={customers} />
      )}
      <Pager visit={visit} next={next_offset} older="Further customers" />
    </>
  )
}

function CustomerTable({
  frame: { visit },
  customers,
}: { frame: Frame } & Pick<CustomersAnswer, 'customers'>) {
  return (
    <Table
      heads={[
        numberHead('Id'),
        'Name',
        'Reference',
        numberHead('Merchant'),
        numberHead('Tokens'),
        'Created',
      ]}
      class="broad"
    >
      {customers.map(({ id, name, reference, merchant, tokens, created_at }) => (
        <tr id={`customer-${id}`}>
          <td class="number">
            <a class="row" href={pageAddress(visit, `/customers/${id}`)}>
              {id}
            </a>
          </td>
          <td class="long">
            <Clamped text={name} />
          </td>
          <td class="long">
            <Clamped text={reference} />
          </td>
          <td class="number" data-label="Merchant">
            {merchant}
          </td>
          <td class="number" data-label="Tokens">
            {tokens}
          </td>
          <td class="tight" data-label="Created">
            {momentText(created_at)}
          </td>
        </tr>
      ))}
    </Table>
  )
}

export const customerRoute: PageRoute = {
  path: '/customers/{id}',
  async show(frame, { id = '' }) {
    const { visit } = frame
    const customer = await asked(visit, 'customer', id)
    const paid = await asked(visit, 'transactions', { customer: customer.id, limit: PAGE })
    return page(
      { frame, title: customer.name, section: 'Vault' },
      <>
        <Customer customer={customer} />
        <Paid visit={visit} customer={customer} paid={paid} />
      </>,
    )
  },
}

function Customer({ customer }: { customer: CustomerDetailAnswer }) {
  return (
    <>
      <h1>{customer.name}</h1>
      <Facts
        facts={[
          ['Id', customer.id],
          ['Reference', customer.reference],
          ['Merchant', customer.merchant],
          ['Created', momentText(customer.created_at)],
        ]}
      />
      <h2>Tokens</h2>
      {customer.tokens.length === 0 ? (
        <p class="empty">This customer has no card or account stored.</p>
      ) : (
        <Tokens customer={customer} />
      )}
    </>
  )
}

interface PaidProps {
  readonly visit: Visit
  readonly customer: CustomerDetailAnswer
  readonly paid: TransactionsAnswer
}

/** What was paid with the customer's tokens. */
function Paid({ visit, customer: { id }, paid: { transactions, next_cursor } }: PaidProps) {
  return (
    <section class="stack" aria-labelledby="paid-title">
      <h2 id="paid-title">Payments</h2>
      {transactions.length === 0 ? (
        <p class="empty">Nothing was paid with the tokens of this customer.</p>
      ) : (
        <TransactionTable
          shown={transactions.map((transaction) => ({ place: visit, transaction }))}
        />
      )}
      {next_cursor !== null && (
        <p>
          <a href={pageAddress(visit, '/transactions', { customer: id })}>All of them</a>
        </p>
      )}
    </section>
  )
}

function Tokens({ customer: { tokens } }: { customer: CustomerDetailAnswer }) {
  return (
    <Table
      heads={[numberHead('Id'), 'Name', 'Virtual PAN', 'Account', 'State', 'Created']}
      class="broad"
      isFocusable
    >
      {tokens.map((token) => (
        <tr id={`token-${token.id}`}>
          <td class="number">{token.id}</td>
          <td class="long">{token.preferred_name}</td>
          <td class="mono" data-label="Virtual PAN">
            {token.virtual_pan}
          </td>
          <td class="tight">
            {token.card_type ?? 'account'} <span class="mono">{token.account}</span>
          </td>
          <td>{token.active ? 'active' : 'inactive'}</td>
          <td class="tight" data-label="Created">
            {momentText(token.created_at)}
          </td>
        </tr>
      ))}
    </Table>
  )
}
