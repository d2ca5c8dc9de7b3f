import type { Command } from 'commander'
import type { CustomersAnswer } from '../../../http/contract/control/calls/customers.ts'
import type { Io } from '../../io.ts'
import { connectToRead, type TargetOptions, withTarget } from '../../options/connection.ts'
import { otherWorldsHint } from '../../options/other-worlds.ts'
import { type PageOptions, pageNote, withPage } from '../../options/page.ts'
import { type Output, outputFor } from '../../terminal/output.ts'
import { timeText } from '../../words/time-text.ts'

interface Options extends TargetOptions, PageOptions {}

export function customersCommand(command: Command, io: Io): Command {
  return withPage(withTarget(command)).action(async (options: Options, page: Command) => {
    const { limit, offset } = options
    const answer = await connectToRead(options, io).customers({ limit, offset })
    if (answer.customers.length === 0) {
      const hint = await otherWorldsHint(options, io, 'customers')
      return outputFor(options, io).result(answer, () => noCustomers + hint)
    }
    outputFor(options, io).result(answer, (output) => customersText(output, answer, page))
  })
}

const noCustomers = 'There are no customers; a POST to /v1/customers makes one.'

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
  { customers, next_offset }: CustomersAnswer,
  page: Command,
): string {
  const rows = customers.map(({ id, name, reference, tokens, merchant, created_at }) => [
    id,
    name,
    reference,
    tokens,
    merchant,
    timeText(created_at).slice(0, 10),
  ])
  const note = pageNote(page, next_offset)
  return table(columns, rows) + (note === '' ? '' : `\n${style('quiet', note)}`)
}
