import { numberText } from '../../../base/text/counted.ts'
import type { WorldResponse } from '../../../control/contract/calls/worlds.ts'
import { callCommand, commandGroup } from '../../define/command.ts'
import { argument } from '../../define/option.ts'
import { worldName } from '../../options/argument.ts'
import { MOST_WORLDS } from '../../options/page.ts'
import { type ListColumn, listedRows } from '../../words/list-text.ts'
import { sydneyTimeText } from '../../words/value-text.ts'

const columns: readonly ListColumn<WorldResponse>[] = [
  { title: 'world', of: ({ name }) => name },
  { title: 'now', of: ({ now }) => sydneyTimeText(now) },
  { title: 'clock', of: ({ mode }) => mode },
  { title: 'transactions', of: (one) => numberText(one.transactions), align: 'right' },
  { title: 'customers', of: (one) => numberText(one.customers), align: 'right' },
]

const list = callCommand({
  name: 'list',
  summary: 'List the worlds of a sandbox',
  examples: ['world list'],
  target: 'sandbox',
  call: (client) => client.worlds({ limit: MOST_WORLDS }),
  text: (output, { worlds }) => listedRows(output, columns, worlds),
})

const create = callCommand({
  name: 'create',
  summary: 'Create a world, unless it exists',
  examples: ['world create worker-1'],
  args: { name: argument('<name>', '1 to 40 characters: a-z, 0-9 and -', worldName) },
  target: 'sandbox',
  call: async (client, { name }) => {
    const made = await client.createWorld(name)
    return { ...made, api: `${client.urlOf(name)}/v1` }
  },
  text: (_output, { api }, { name }) => `World ${name} is ready; its API is ${api}`,
})

const remove = callCommand({
  name: 'remove',
  summary: 'Remove a world with all its data',
  examples: ['world remove worker-1'],
  args: { name: argument('<name>', 'the world to remove; default cannot be removed', worldName) },
  target: 'sandbox',
  listing: 'world list',
  call: (client, { name }) => client.removeWorld(name),
  text: (_output, _answer, { name }) => `World ${name} is gone.`,
})

export const worldCommand = commandGroup({
  name: 'world',
  group: 'Save and restore',
  summary: 'List, create or remove isolated worlds for parallel tests',
  details:
    'Each world has its own data, clock, scenarios and requests, at /w/<name>/v1. A world is created when it is first used.',
  examples: ['world list', 'world create worker-1'],
  members: [list, create, remove],
})
