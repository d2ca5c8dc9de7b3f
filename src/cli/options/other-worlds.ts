import type { Io } from '../io.ts'
import { connectToRead, type TargetOptions, worldOf } from './connection.ts'
import { LONGEST_LIST } from './page.ts'

/** So many worlds are told by name. */
const MOST_NAMED = 5

/** Where a world has none of these, which others have. */
export async function otherWorldsHint(
  options: TargetOptions,
  io: Io,
  what: 'transactions' | 'customers',
): Promise<string> {
  if (options.json) return ''
  const { worlds } = await connectToRead(options, io).worlds({ limit: LONGEST_LIST })
  const holders = worlds.filter((world) => world[what] > 0).map(({ name }) => name)
  return holders.includes(worldOf(options)) ? '' : elsewhere(holders, '--world <name>')
}

/** `Other worlds have some: worker-1, worker-2 (--world <name>)` on a line of its own. */
export function elsewhere(names: readonly string[], how: string): string {
  if (names.length === 0) return ''
  const shown = names.slice(0, MOST_NAMED).join(', ') + (names.length > MOST_NAMED ? ', …' : '')
  return `\nOther worlds have some: ${shown} (${how})`
}
