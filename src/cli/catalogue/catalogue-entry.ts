import type { Command } from 'commander'
import type { CommandText } from '../command.ts'
import type { Io } from '../io.ts'

/** One command: the list of commands, its help and the docs take their words from here. */
export interface CatalogueEntry extends CommandText {
  readonly name: string
  /** Whether it runs a sandbox until it is told to stop. */
  readonly serves?: true
  /** Gives a command its arguments, its options and what it does; loaded only when it is called. */
  readonly load: () => Promise<(command: Command, io: Io) => Command>
}

export interface CatalogueGroup {
  readonly heading: string
  readonly entries: readonly CatalogueEntry[]
}
