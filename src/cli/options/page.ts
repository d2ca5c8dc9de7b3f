import type { Command } from 'commander'
import { commandLine } from '../../insight/copying/curl.ts'
import { wholeNumber } from './argument.ts'
import { givenWords } from './given-words.ts'

export interface PageOptions {
  readonly limit: number
  readonly offset: number
}

/** The most that a list has. */
export const LONGEST_LIST = 1000

/** A part of a long list. */
export function withPage(command: Command): Command {
  return command
    .option('--limit <n>', 'how many to list, 1 to 1000', wholeNumber(1, LONGEST_LIST), 100)
    .option('--offset <n>', 'how many to skip', wholeNumber(0), 0)
}

/** A list that cannot be longer may not be all there is. */
export function fullListNote(shown: number): string {
  return shown < LONGEST_LIST ? '' : `These are the first ${LONGEST_LIST}; there may be more.`
}

/** How to see the next page: the same command, with whatever else was given to it. */
export function pageNote(command: Command, next: number | null): string {
  if (next === null) return ''
  const { limit } = command.opts<PageOptions>()
  const page = ['--limit', String(limit), '--offset', String(next)]
  return `There are more: npx sandgate ${commandLine([command.name(), ...givenWords(command, isNoPage), ...page])}`
}

function isNoPage(name: string): boolean {
  return name !== 'limit' && name !== 'offset'
}
