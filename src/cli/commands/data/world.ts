import type { Command } from 'commander'
import { numberText } from '../../../domain/money.ts'
import type { WorldsResponse } from '../../../http/contract/control/calls/worlds.ts'
import { withMembers } from '../../command.ts'
import type { Io } from '../../io.ts'
import { worldName } from '../../options/argument.ts'
import { memberOverCall, overCall } from '../../options/control-command.ts'
import { MOST_WORLDS } from '../../options/page.ts'
import type { Output } from '../../terminal/output.ts'
import { sydneyTimeText } from '../../words/value-text.ts'

export function worldCommand(command: Command, io: Io): Command {
  return withMembers(command, [
    memberOverCall(io, ['list', 'List the worlds of a sandbox', 'world list'], {
      kind: 'sandbox',
      call: (client) => client.worlds({ limit: MOST_WORLDS }),
      text: worldsText,
    }),
    memberOverCall(io, ['create', 'Create a world, unless it exists', 'world create worker-1'], {
      argument: ['<name>', '1 to 40 characters: a-z, 0-9 and -', worldName],
      kind: 'sandbox',
      call: async (client, name) => {
        const made = await client.createWorld(name)
        return { ...made, api: `${client.urlOf(name)}/v1` }
      },
      text: (_output, { api }, name) => `World ${name} is ready; its API is ${api}`,
    }),
    memberOverCall(io, ['remove', 'Remove a world with all its data', 'world remove worker-1'], {
      argument: ['<name>', 'the world to remove; default cannot be removed', worldName],
      kind: 'sandbox',
      listing: 'world list',
      call: (client, name) => client.removeWorld(name),
      text: (_output, _answer, name) => `World ${name} is gone.`,
    }),
  ])
}

function worldsText({ table }: Output, { worlds }: WorldsResponse): string {
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
    numberText(transactions),
    numberText(customers),
  ])
  return table(columns, rows)
}

export function resetCommand(command: Command, io: Io): Command {
  command.option('--label <text>', 'name in the report for what follows, usually of the test')
  return overCall(command, io, {
    call: (client, _given, { label }: { readonly label?: string }) =>
      client.reset(label === undefined ? {} : { label }),
    text: (_output, { now, mode }) =>
      `Reset. It is ${sydneyTimeText(now)}, and the clock is ${mode}.`,
  })
}
