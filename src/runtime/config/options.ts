import type { Assumptions, SomeOf } from '../../domain/assumptions/assumptions.ts'
import type { CommandOptionsOf, ConfigOf, OptionsOf } from './setting.ts'
import type { settingsTable } from './settings-table.ts'

type Table = typeof settingsTable

/** How to start a sandbox. Missing options come from the config, then from the defaults. */
export interface SandboxOptions extends Omit<OptionsOf<Table>, 'config'> {
  /** A config file or its content; `{}` ignores the config file in the working folder. */
  readonly config?: string | ConfigDocument | undefined
}

/** The options of `start` and `exec`. */
export interface StartOptions extends Omit<OptionsOf<Table>, 'config'>, CommandOptionsOf<Table> {
  readonly config?: string | undefined
}

/** A config file as its author wrote it; all parts are optional. */
export interface ConfigDocument extends ConfigOf<Table> {
  /** What the gateway's specification leaves open. */
  readonly assumptions?: SomeOf<Assumptions>
}

export type ServerPart = NonNullable<ConfigDocument['server']>

/** How clients are judged, and how many results are kept. */
export type ReportPart = NonNullable<ConfigDocument['report']>

/** A user needs a password for Basic or a token for Bearer. */
export type UserPart = NonNullable<ConfigDocument['users']>[number]

export type MerchantPart = NonNullable<ConfigDocument['merchants']>[number]

/** Percentages are decimal strings. */
export type SurchargePart = NonNullable<MerchantPart['surcharge']>
