/** One way to choose from a list. Queries, options, the dashboard, the library and tools derive from it. */
export interface Filter<Kind extends FilterKind = FilterKind> {
  readonly kind: Kind
  /** Beside its field in the dashboard. */
  readonly label: string
  /** What it chooses, as the help says it after "only". */
  readonly help: string
  /** How its value is called: `cents` for `--amount <cents>`. */
  readonly value?: string
  /** The width of its field, in characters. */
  readonly size?: number
  /** A value to show in the empty field. */
  readonly example?: string
  /** The dashboard only links to it. */
  readonly isLinked?: true
}

export type FilterKind =
  | { readonly is: 'word'; readonly words: readonly [string, ...string[]] }
  | { readonly is: 'text' }
  | { readonly is: 'number'; readonly min: number; readonly max: number; readonly unit?: string }
  /** Of a card or an account. */
  | { readonly is: 'last four digits' }
  | { readonly is: 'instant' }
  /** An instant, or the id after which a list begins. */
  | { readonly is: 'instant or id' }
  | { readonly is: 'yes or no' }

export type Filters = Readonly<Record<string, Filter>>

/** The filters of a list, each of a kind that the compiler knows. */
export function filters<const All extends Filters>(all: All): All {
  return all
}

/** What a filter is given, by its kind. */
type Given<Kind> = Kind extends { readonly words: readonly (infer Word)[] }
  ? Word
  : Kind extends { readonly is: 'number' }
    ? number
    : Kind extends { readonly is: 'instant or id' }
      ? number | string
      : Kind extends { readonly is: 'yes or no' }
        ? boolean
        : string

type CamelCase<Name> = Name extends `${infer Head}_${infer Rest}`
  ? `${Head}${Capitalize<CamelCase<Rest> & string>}`
  : Name

/** What a call takes, as the library does: `responseCode` is `response_code`. */
export type CamelCased<Value> = { readonly [Name in keyof Value as CamelCase<Name>]: Value[Name] }

/** The filters of a list as the library takes them: `correlationId` is `correlation_id`. */
export type FilterOptions<All extends Filters> = {
  readonly [Name in keyof All as CamelCase<Name>]?: Given<All[Name]['kind']>
}

/** `correlationId` for `correlation_id`. */
export function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
