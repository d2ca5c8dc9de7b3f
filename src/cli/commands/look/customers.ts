import type { Command } from 'commander'
import type {
  CustomerDetailResponse,
  CustomersResponse,
} from '../../../control/contract/calls/customers.ts'
import { customerFields, tokenFields } from '../../../control/fields/customer-fields.ts'
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
import { factsText, resourceTable } from '../../words/resource-text.ts'

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
  return withPageNote(resourceTable(output, customerFields, customers), page, next, output.style)
}

function customerText(output: Output, customer: CustomerDetailResponse): string {
  const { tokens } = customer
  const list =
    tokens.length === 0 ? 'It has no tokens.' : resourceTable(output, tokenFields, tokens)
  return `${factsText(output, customerFields, customer)}\n\n${list}`
}
