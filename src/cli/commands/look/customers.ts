import type { Command } from 'commander'
import { MAX_ID } from '../../../domain/identifier.ts'
import type {
  CustomerDetailResponse,
  CustomersResponse,
} from '../../../http/contract/control/calls/customers.ts'
import type { Io } from '../../io.ts'
import { wholeNumber } from '../../options/argument.ts'
import { overCall } from '../../options/control-command.ts'
import { type PageOptions, withPage, withPageNote } from '../../options/page.ts'
import type { Output } from '../../terminal/output.ts'
import { fields } from '../../terminal/table.ts'
import { accountText, sydneyTimeText } from '../../words/value-text.ts'

export function customersCommand(command: Command, io: Io): Command {
  return overCall(withPage(command), io, {
    kind: 'reads',
    call: (client, _given, { limit, offset }: PageOptions) => client.customers({ limit, offset }),
    text: (output, answer) => customersText(output, answer, command),
  })
}

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
  { customers, next_offset }: CustomersResponse,
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
  return withPageNote(table(columns, rows), page, next_offset, style)
}

export function customerCommand(command: Command, io: Io): Command {
  return overCall(command, io, {
    argument: ['<id>', 'id of the customer', wholeNumber(1, MAX_ID)],
    kind: 'reads',
    listing: 'customers',
    call: (client, id: number) => client.customer(id),
    text: customerText,
  })
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
