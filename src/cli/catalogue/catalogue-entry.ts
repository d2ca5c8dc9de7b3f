import type { Command } from 'commander'
import type { CommandText } from '../command.ts'
import type { Io } from '../io.ts'

/** One command; the list of commands, its help and the docs take their text from here. */
export interface CatalogueEntry extends CommandText {
  readonly name: string
  /** Whether it runs a sandbox until stopped. */
  readonly serves?: true
  /** Adds the arguments, options and action; loaded only when the command is called. */
  readonly load: () => Promise<(command: Command, io: Io) => Command>
}

export interface CatalogueGroup {
  readonly heading: string
  readonly entries: readonly CatalogueEntry[]
}
