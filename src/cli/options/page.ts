import type { Command } from 'commander'
import { commandLine } from '../../insight/copied-request.ts'
import type { Io } from '../io.ts'
import { wholeNumber } from './argument.ts'
import { connectToRead, givenWords, type TargetOptions, worldOf } from './connection.ts'

export interface PageOptions {
  readonly limit: number
  readonly offset: number
}

/** The most entries that a list can have. */
export const LIST_LIMIT = 1000

/** Adds the paging options of a long list. */
export function withPage(command: Command): Command {
  return command
    .option('--limit <n>', 'how many to list, 1 to 1000', wholeNumber(1, LIST_LIMIT), 100)
    .option('--offset <n>', 'how many to skip', wholeNumber(0), 0)
}

/** A note that a list of the maximum length may be incomplete. */
export function fullListNote(shown: number): string {
  return shown < LIST_LIMIT ? '' : `These are the first ${LIST_LIMIT}; there may be more.`
}

/** How to see the next page: the same command with its other options. */
export function pageNote(command: Command, next: number | null): string {
  if (next === null) return ''
  const { limit } = command.opts<PageOptions>()
  const page = ['--limit', String(limit), '--offset', String(next)]
  return `There are more: npx sandgate ${commandLine([command.name(), ...givenWords(command, isNoPage), ...page])}`
}

function isNoPage(name: string): boolean {
  return name !== 'limit' && name !== 'offset'
}

/** How many worlds are listed by name. */
const MOST_NAMED = 5

/** If this world has no entries, names the worlds that have some. */
export async function otherWorldsHint(
  options: TargetOptions,
  io: Io,
  what: 'transactions' | 'customers',
): Promise<string> {
  if (options.json) return ''
  const { worlds } = await connectToRead(options, io).worlds({ limit: LIST_LIMIT })
  const holders = worlds.filter((world) => world[what] > 0).map(({ name }) => name)
  return holders.includes(worldOf(options)) ? '' : elsewhere(holders, '--world <name>')
}

/** `Other worlds have some: worker-1, worker-2 (--world <name>)` on a line of its own. */
export function elsewhere(names: readonly string[], how: string): string {
  if (names.length === 0) return ''
  const shown = names.slice(0, MOST_NAMED).join(', ') + (names.length > MOST_NAMED ? ', …' : '')
  return `\nOther worlds have some: ${shown} (${how})`
}
