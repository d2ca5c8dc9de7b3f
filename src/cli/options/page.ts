import type { Command } from 'commander'
import { commandLine } from '../../insight/copied-request.ts'
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
