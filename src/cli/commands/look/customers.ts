import type { Command } from 'commander'
import { numberText } from '../../../base/text/counted.ts'
import type {
  CustomerDetailResponse,
  CustomerResponse,
  CustomersResponse,
} from '../../../control/contract/calls/customers.ts'
import { customerFilters } from '../../../control/lists/lists.ts'
import { MAX_ID } from '../../../domain/identifier.ts'
import { callCommand } from '../../define/command.ts'
import { argument } from '../../define/option.ts'
import { wholeNumber } from '../../options/argument.ts'
import { givenWords } from '../../options/connection.ts'
import { csvOption } from '../../options/csv.ts'
import { filterIn, filterOptions } from '../../options/list-filter.ts'
import { pageIn, pageOptions, refuseBesideId, withPageNote } from '../../options/page.ts'
import type { Output } from '../../terminal/output.ts'
import { factsText, inMeaning, type ListColumn, listedRows } from '../../words/list-text.ts'
import { accountText, sydneyTimeText } from '../../words/value-text.ts'

export const customersCommand = callCommand({
  name: 'customers',
  group: 'See what happened',
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

function customersText(
  output: Output,
  { customers, next }: CustomersResponse,
  page: Command,
): string {
  if (customers.length === 0) {
    return givenWords(page, (name) => name in customerFilters).length > 0
      ? 'No customers found.'
      : 'There are no customers; a POST to /v1/customers makes one.'
  }
  return withPageNote(listedRows(output, columns, customers), page, next, output.style)
}

function customerText(output: Output, customer: CustomerDetailResponse): string {
  const { tokens } = customer
  const list = tokens.length === 0 ? 'It has no tokens.' : listedRows(output, tokenColumns, tokens)
  const { id, name, reference, merchant, created_at: at } = customer
  const facts = [
    ['id', id],
    ['name', name],
    ['reference', reference],
    ['merchant', merchant],
    ['created', { is: 'instant', at }],
  ] as const
  return `${factsText(output, facts)}\n\n${list}`
}

const columns: readonly ListColumn<CustomerResponse>[] = [
  { title: 'id', of: ({ id }) => id, align: 'right' },
  { title: 'name', of: ({ name }) => name },
  { title: 'reference', of: ({ reference }) => reference },
  { title: 'tokens', of: ({ tokens }) => numberText(tokens), align: 'right' },
  { title: 'merchant', of: ({ merchant }) => merchant, align: 'right' },
  { title: 'created', of: ({ created_at: at }) => sydneyTimeText(at).slice(0, 10) },
]

const tokenColumns: readonly ListColumn<CustomerDetailResponse['tokens'][number]>[] = [
  { title: 'token', of: ({ id }) => id, align: 'right' },
  { title: 'preferred name', of: ({ preferred_name: name }) => name },
  { title: 'account', of: accountText },
  { title: 'virtual PAN', of: ({ virtual_pan: pan }) => pan },
  {
    title: 'state',
    of: ({ active }) => (active ? inMeaning('active', 'good') : 'inactive'),
  },
]
