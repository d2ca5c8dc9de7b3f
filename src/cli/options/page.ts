import type { Command } from 'commander'
import { commandLine } from '../../insight/copied-request.ts'
import type { Style } from '../terminal/style.ts'
import { wholeNumber } from './argument.ts'
import { givenWords } from './connection.ts'

export interface PageOptions {
  readonly limit: number
  readonly offset: number
}

/** The most entries that a list can have. */
export const LIST_LIMIT = 200

/** The most worlds that a sandbox has. */
export const MOST_WORLDS = 1000

/** Adds the paging options of a long list. */
export function withPage(command: Command): Command {
  return command
    .option('--limit <n>', 'how many to list, 1 to 200', wholeNumber(1, LIST_LIMIT), 100)
    .option('--offset <n>', 'how many to skip', wholeNumber(0), 0)
}

/** A note that a list of the maximum length may be incomplete. */
export function fullListNote(shown: number): string {
  return shown < LIST_LIMIT ? '' : `These are the first ${LIST_LIMIT}; there may be more.`
}

/** A list, and how to see its next page: the same command with its other options. */
export function withPageNote(
  list: string,
  command: Command,
  next: number | null,
  style: Style,
): string {
  if (next === null) return list
  const others = givenWords(command, (name) => name !== 'limit' && name !== 'offset')
  const page = ['--limit', String(command.opts<PageOptions>().limit), '--offset', String(next)]
  const again = commandLine([command.name(), ...others, ...page])
  return `${list}\n${style('quiet', `There are more: npx sandgate ${again}`)}`
}
