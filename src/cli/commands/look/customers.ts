import type { Command } from 'commander'
import { MAX_ID } from '../../../domain/identifier.ts'
import type {
  CustomerDetailResponse,
  CustomersResponse,
} from '../../../http/contract/control/calls/customers.ts'
import { customerFilters } from '../../../insight/resources/lists.ts'
import { callCommand } from '../../define/command.ts'
import { argument } from '../../define/option.ts'
import { wholeNumber } from '../../options/argument.ts'
import { csvOption } from '../../options/csv.ts'
import { filterIn, filterOptions } from '../../options/list-filter.ts'
import { pageIn, pageOptions, refuseBesideId, withPageNote } from '../../options/page.ts'
import type { Output } from '../../terminal/output.ts'
import { fields } from '../../terminal/table.ts'
import { accountText, sydneyTimeText } from '../../words/value-text.ts'

export const customersCommand = callCommand({
  name: 'customers',
  group: 'Look',
  summary: 'List the customers of the vault, or show one with its tokens',
  examples: ['customers', 'customers 1', 'customers --search smith'],
  args: { id: argument('[id]', 'show this customer', wholeNumber(1, MAX_ID)) },
  options: { ...filterOptions(customerFilters), ...pageOptions, ...csvOption },
  isReading: true,
  listing: 'customers',
  csv: 'customers',
  call: async (client, { id, ...given }, { self }) => {
    if (id === undefined) {
      return await client.customers({ ...filterIn(customerFilters, given), ...pageIn(given) })
    }
    refuseBesideId(self, 'id')
    return await client.customer(id)
  },
  text: (output, answer, _given, { self }) =>
    'customers' in answer ? customersText(output, answer, self) : customerText(output, answer),
})

const columns = [
  { title: 'id', align: 'right' },
  { title: 'name', wraps: true },
  { title: 'reference', wraps: true },
  { title: 'tokens', align: 'right' },
  { title: 'merchant', align: 'right' },
  { title: 'created' },
] as const

function customersText(
  { table, style }: Output,
  { customers, next }: CustomersResponse,
  page: Command,
): string {
  if (customers.length === 0) {
    return 'There are no customers; a POST to /v1/customers makes one.'
  }
  const rows = customers.map(({ id, name, reference, tokens, merchant, created_at }) => [
    id,
    name,
    reference,
    tokens,
    merchant,
    sydneyTimeText(created_at).slice(0, 10),
  ])
  return withPageNote(table(columns, rows), page, next, style)
}

function customerText(output: Output, customer: CustomerDetailResponse): string {
  const members = fields(output, [
    ['id', customer.id],
    ['name', customer.name],
    ['reference', customer.reference],
    ['merchant', customer.merchant],
    ['created', sydneyTimeText(customer.created_at)],
  ])
  return `${members}\n\n${tokensText(output, customer)}`
}

function tokensText({ table }: Output, { tokens }: CustomerDetailResponse): string {
  if (tokens.length === 0) return 'It has no tokens.'
  const columns = [
    { title: 'token', align: 'right' },
    { title: 'preferred name', wraps: true },
    { title: 'account' },
    { title: 'virtual PAN' },
    { title: 'state' },
  ] as const
  return table(
    columns,
    tokens.map((token) => [
      token.id,
      token.preferred_name,
      accountText(token),
      token.virtual_pan,
      { text: token.active ? 'active' : 'inactive', tone: token.active ? 'good' : 'quiet' },
    ]),
  )
}
