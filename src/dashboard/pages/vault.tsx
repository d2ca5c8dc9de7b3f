import type {
  CustomerDetailAnswer,
  CustomersAnswer,
} from '../../http/contract/control/calls/customers.ts'
import { asked } from '../asked.ts'
import { pageAddress, sameAddress } from '../layout/address.ts'
import type { Frame, PageRoute } from '../layout/frame.ts'
import { page } from '../layout/page.tsx'
import { Facts, numberHead, Table } from '../parts/table.tsx'
import { Clamped } from '../parts/text.tsx'
import { momentText } from '../words/time.ts'

const PAGE = 50

export const customersRoute: PageRoute = {
  path: '/customers',
  async show(frame) {
    const { q = '', offset = '0' } = frame.visit.query
    // One more than is shown says whether there are more.
    const query = {
      limit: String(PAGE + 1),
      offset: String(Math.max(0, Number(offset) || 0)),
      ...(q.trim() !== '' && { search: q.trim() }),
    }
    const { customers } = await asked<CustomersAnswer>(frame.visit, { path: '/customers', query })
    return page(
      { frame, title: 'Vault', section: 'Vault' },
      <Customers frame={frame} customers={customers} />,
    )
  },
}

function Customers({ frame, customers }: { frame: Frame } & Pick<CustomersAnswer, 'customers'>) {
  const { visit } = frame
  return (
    <>
      <div class="heading">
        <h1>Vault</h1>
        <form method="get" action={pageAddress(visit, '/customers')} class="fields" id="search">
          <div class="field">
            <label for="q">Name or reference</label>
            <input id="q" name="q" type="search" data-filter value={visit.query.q ?? ''} />
          </div>
          <button type="submit">Search</button>
        </form>
      </div>
      {customers.length === 0 ? (
        <p class="empty">
          No customer here. Store one through the API, or run <code>npx sandgate seed</code>.
        </p>
      ) : (
        <CustomerTable frame={frame} customers={customers.slice(0, PAGE)} />
      )}
      <Pager frame={frame} hasMore={customers.length > PAGE} />
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
            <a href={pageAddress(visit, `/customers/${id}`)}>{id}</a>
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

function Pager({ frame: { visit }, hasMore }: { frame: Frame; hasMore: boolean }) {
  const offset = Math.max(0, Number(visit.query.offset) || 0)
  if (offset === 0 && !hasMore) return null
  return (
    <nav class="pager" aria-label="Pages">
      {offset > 0 && (
        <a href={sameAddress(visit, { offset: Math.max(0, offset - PAGE) })}>Previous</a>
      )}
      <span class="soft">from {offset + 1}</span>
      {hasMore && <a href={sameAddress(visit, { offset: offset + PAGE })}>Next</a>}
    </nav>
  )
}

export const customerRoute: PageRoute = {
  path: '/customers/{id}',
  async show(frame, { id = '' }) {
    const customer = await asked<CustomerDetailAnswer>(frame.visit, { path: `/customers/${id}` })
    return page({ frame, title: customer.name, section: 'Vault' }, <Customer customer={customer} />)
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
