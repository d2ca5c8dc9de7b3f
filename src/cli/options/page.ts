import type { Command } from 'commander'
import { commandLine } from '../../base/text/copied-request.ts'
import { MAX_ID } from '../../domain/identifier.ts'
import { misuse } from '../cli-error.ts'
import { option, type ValuesOf } from '../define/option.ts'
import type { Style } from '../terminal/style.ts'
import { wholeNumber } from './argument.ts'
import { givenWords } from './connection.ts'

/** The most entries that a list can have. */
export const LIST_LIMIT = 200

/** The most worlds that a sandbox has. */
export const MOST_WORLDS = 1000

const limit = option(
  '--limit <n>',
  'how many to list, 1 to 200',
  wholeNumber(1, LIST_LIMIT, { hint: '; --csv without --limit prints all rows' }),
  { default: 100 },
)

/** The paging options of a long list. */
export const pageOptions = {
  limit,
  after: option('--after <id>', 'continue after the entry with this id', wholeNumber(1, MAX_ID)),
}

/** The page that is asked for, in the form that the sandbox takes. */
export function pageIn({ limit, after }: ValuesOf<typeof pageOptions>) {
  return { limit, ...(after !== undefined && { after }) }
}

/** Options that choose from a list have no use beside the id of one entry. */
export function refuseBesideId(self: Command, id: string, used: readonly string[] = []): void {
  const target = ['url', 'world', 'json', ...used]
  const idle = self.options.find((one) => {
    const name = one.attributeName()
    return !target.includes(name) && self.getOptionValueSource(name) === 'cli'
  })
  if (idle) throw misuse(`${idle.long} is for the list; leave it or the ${id} out`)
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
  const others = givenWords(command, (name) => name !== 'limit' && name !== 'after')
  const page = ['--limit', String(command.getOptionValue('limit')), '--after', String(next)]
  const again = commandLine([command.name(), ...others, ...page])
  return `${list}\n${style('quiet', `There are more: npx sandgate ${again}`)}`
}
