import type { Command } from 'commander'
import type { WorldsAnswer } from '../../../http/contract/control/calls/worlds.ts'
import { subcommand, withMembers } from '../../command.ts'
import type { Io } from '../../io.ts'
import { worldName } from '../../options/argument.ts'
import { connect, orList, type TargetOptions, withUrl } from '../../options/connection.ts'
import { MOST_WORLDS } from '../../options/page.ts'
import { type Output, outputFor } from '../../terminal/output.ts'
import { sydneyTimeText } from '../../words/value-text.ts'

export function worldCommand(command: Command, io: Io): Command {
  return withMembers(command, [list(io), create(io), remove(io)])
}

function list(io: Io): Command {
  return withUrl(
    subcommand('list', 'List the worlds of a sandbox', 'npx sandgate world list'),
  ).action(async (options: TargetOptions) => {
    const answer = await connect(options, io).worlds({ limit: MOST_WORLDS })
    outputFor(options, io).result(answer, (output) => worldsText(output, answer))
  })
}

function create(io: Io): Command {
  return withUrl(
    subcommand('create', 'Create a world, unless it exists', 'npx sandgate world create worker-1'),
  )
    .argument('<name>', '1 to 40 of a-z, 0-9 and -', worldName)
    .action(async (name: string, options: TargetOptions) => {
      const client = connect(options, io)
      const world = await client.createWorld(name)
      outputFor(options, io).result(
        world,
        () => `World ${name} is ready; its API is ${client.urlOf(name)}/v1`,
      )
    })
}

function remove(io: Io): Command {
  return withUrl(
    subcommand('remove', 'Remove a world with all its data', 'npx sandgate world remove worker-1'),
  )
    .argument('<name>', 'any but default', worldName)
    .action(async (name: string, options: TargetOptions) => {
      const answer = await orList(connect(options, io).removeWorld(name), 'world list')
      outputFor(options, io).result(answer, () => `World ${name} is gone.`)
    })
}

function worldsText({ table }: Output, { worlds }: WorldsAnswer): string {
  const columns = [
    { title: 'world', wraps: true },
    { title: 'now' },
    { title: 'clock' },
    { title: 'transactions', align: 'right' },
    { title: 'customers', align: 'right' },
  ] as const
  const rows = worlds.map(({ name, now, mode, transactions, customers }) => [
    name,
    sydneyTimeText(now),
    mode,
    transactions,
    customers,
  ])
  return table(columns, rows)
}
