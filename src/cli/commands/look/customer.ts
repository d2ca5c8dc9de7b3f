import type { Command } from 'commander'
import { MAX_ID } from '../../../domain/identifier.ts'
import type { CustomerDetailAnswer } from '../../../http/contract/control/calls/customers.ts'
import type { Io } from '../../io.ts'
import { wholeNumber } from '../../options/argument.ts'
import { connectToRead, type TargetOptions, withTarget } from '../../options/connection.ts'
import { fields } from '../../terminal/fields.ts'
import { type Output, outputFor } from '../../terminal/output.ts'
import { accountText } from '../../words/account-text.ts'
import { timeText } from '../../words/time-text.ts'

export function customerCommand(command: Command, io: Io): Command {
  return withTarget(command)
    .argument('<id>', 'its id', wholeNumber(1, MAX_ID))
    .action(async (id: number, options: TargetOptions) => {
      const customer = await connectToRead(options, io).customer(id)
      outputFor(options, io).result(customer, (output) => customerText(output, customer))
    })
}

function customerText(output: Output, customer: CustomerDetailAnswer): string {
  const members = fields(output, [
    ['id', customer.id],
    ['name', customer.name],
    ['reference', customer.reference],
    ['merchant', customer.merchant],
    ['created', timeText(customer.created_at)],
  ])
  return `${members}\n\n${tokensText(output, customer)}`
}

function tokensText({ table }: Output, { tokens }: CustomerDetailAnswer): string {
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
