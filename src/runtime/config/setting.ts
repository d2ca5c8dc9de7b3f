/** The values that a setting may have: for messages, for the config's schema and for options. */
export interface Kind<Config, Option = Config> {
  /** Completes "it must be": `a whole number from 0 to 65535`. */
  readonly form: string
  /** The same for the library, if an option can be more than a text can. */
  readonly optionForm?: string
  /** The zod schema of the key in a config. A function, so that a start makes only those it needs. */
  readonly schema: () => unknown
  /** Whether an option may have this value. */
  readonly accepts: (value: unknown) => boolean
  /** Why a text is refused, if the form does not explain it. */
  readonly fault?: (text: string) => string | undefined
  /** The value that an option's text means; the text itself unless given. */
  readonly read?: (text: string) => unknown
  /** The value of a config in this folder, as a start elsewhere means it. */
  readonly locate?: (value: never, folder: string) => unknown
  /** The only values. */
  readonly words?: readonly string[]
  /** Several values, as several options, or with commas between them unless it says `repeated`. */
  readonly isList?: true | 'repeated'
  /** An option without a value. */
  readonly isSwitch?: true
  /** A file that will be written. */
  readonly isWritten?: true
  /** Messages must not quote it. */
  readonly isSecret?: true
  /** Exists in types alone. */
  readonly values?: readonly [Config, Option]
}

/** Everything about one setting. Types, options, variables, config, `init` and docs derive from it. */
export interface Setting {
  readonly kind: Kind<unknown>
  /** What it is for, as the help says it. */
  readonly help: string
  /** The same in the library, if it means something else there. */
  readonly inLibrary?: string
  /** The key in the config file. */
  readonly config?: string
  /** The option on the command line; a setting without one is in the config alone. */
  readonly flag?: string
  readonly default?: unknown
  /** The default in words, if the value does not tell. */
  readonly usually?: string
  /** The default of a test run, if another. */
  readonly inTests?: { readonly default: unknown; readonly usually: string }
  /** A value for the file that `init` writes, if there is no default. */
  readonly example?: string
  /**
   * `run`: what happens in a sandbox. Others are about the server: a test run reads neither their
   * variables nor their keys in the config.
   */
  readonly part?: 'run'
  /** A setting of the server that the sandboxes of a sweep have too. */
  readonly sweeps?: true
  /** An option that the library does not have; `start`: of this command alone. */
  readonly commands?: 'start' | 'start and exec' | 'exec and sweep'
  /** The group of seldom used options in the help that it belongs to. */
  readonly group?: 'Sandbox' | 'Network' | 'Output'
  /** Options that it cannot be combined with. */
  readonly excludes?: readonly string[]
  /** The setting without which it means nothing, and what that is. */
  readonly needs?: { readonly setting: string; readonly what: string }
}

/** A setting of a known kind, whose key, default and place are known to the compiler. */
export type Typed<Entry extends Setting> = Setting &
  Pick<Entry, Extract<keyof Entry, 'kind' | 'config' | 'default' | 'flag' | 'commands'>>

type ConfigValue<Entry> = Entry extends { readonly kind: Kind<infer Config, infer _> }
  ? Config
  : never

type OptionValue<Entry> = Entry extends { readonly kind: Kind<infer _, infer Option> }
  ? Option
  : never

/** The options that a table of settings gives the library. */
export type OptionsOf<Table> = OptionalValues<Pick<Table, OptionName<Table>>>

// Over the names of a table, and not of a union, so that editors find their descriptions.
type OptionalValues<Table> = {
  readonly [Name in keyof Table]?: OptionValue<Table[Name]> | undefined
}

type OptionName<Table> = {
  [Name in keyof Table]: Table[Name] extends { readonly commands: string }
    ? never
    : Table[Name] extends { readonly flag: string }
      ? Name
      : never
}[keyof Table]

/** Further options that only the command line has. */
export type CommandOptionsOf<Table> = {
  readonly [Name in keyof Table as Table[Name] extends { readonly commands: string }
    ? Name
    : never]?: OptionValue<Table[Name]> | undefined
}

/** The config file that a table of settings describes. */
export type ConfigOf<Table> = Nested<{
  [Name in keyof Table as Table[Name] extends { readonly config: infer Key extends string }
    ? Key
    : never]: ConfigValue<Table[Name]>
}>

/** `{ 'server.port': number }` as `{ server?: { port?: number } }`. */
type Nested<Flat> = {
  readonly [Head in HeadOf<keyof Flat>]?: Head extends keyof Flat
    ? Flat[Head]
    : Nested<{
        [Key in keyof Flat as Key extends `${Head}.${infer Rest}` ? Rest : never]: Flat[Key]
      }>
}

type HeadOf<Key> = Key extends `${infer Head}.${string}` ? Head : Extract<Key, string>

/** The value of each setting, before some of them are converted. */
export type GivenOf<Table> = {
  readonly [Name in keyof Table as Table[Name] extends { readonly config: string }
    ? Name
    : Table[Name] extends { readonly commands: string }
      ? never
      : Name]: Table[Name] extends { readonly default: unknown }
    ? OptionValue<Table[Name]> | NonNullable<ConfigValue<Table[Name]>>
    : OptionValue<Table[Name]> | NonNullable<ConfigValue<Table[Name]>> | undefined
}
