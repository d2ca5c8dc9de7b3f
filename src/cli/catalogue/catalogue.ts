import type { Command } from 'commander'
import { type CatalogueEntry, type CatalogueGroup, newCommand } from '../command.ts'
import type { Io } from '../io.ts'
import { actCommands } from './act-commands.ts'
import { dataCommands } from './data-commands.ts'
import { lookCommands } from './look-commands.ts'
import { runCommands } from './run-commands.ts'

/** Every command, in the groups of `--help`. */
export const catalogue: readonly CatalogueGroup[] = [
  runCommands,
  actCommands,
  lookCommands,
  dataCommands,
]

export const entries: readonly CatalogueEntry[] = catalogue.flatMap((group) => group.entries)

/** Loads one command only, so that a start does not wait for the others. */
export async function loadCommand(entry: CatalogueEntry, io: Io): Promise<Command> {
  const complete = await entry.load()
  return complete(newCommand(entry.name, entry), io)
}
