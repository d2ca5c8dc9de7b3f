import {
  type AssumedValues,
  type AssumptionSource,
  type AssumptionTable,
  isEntry,
  type TableEntry,
} from './entry.ts'
import { assumptionTable } from './table.ts'

/** Everything about the gateway's API that its specification leaves open, as one value. */
export interface Assumptions extends AssumedValues<typeof assumptionTable> {}

/** The full name of an assumption, `paths.purchase`. */
type AssumptionKey = KeysOf<typeof assumptionTable>

type KeysOf<Entries> = {
  [Name in keyof Entries & string]: Entries[Name] extends TableEntry
    ? Name
    : `${Name}.${keyof Entries[Name] & string}`
}[keyof Entries & string]

/** Any part of a value, at any depth. */
export type SomeOf<T> = T extends readonly unknown[] | string | number | boolean
  ? T
  : { readonly [K in keyof T]?: SomeOf<T[K]> }

const table: AssumptionTable = assumptionTable

/** All assumptions: the given values, and defaults for the rest. */
export function assumptionsWith(given: SomeOf<Assumptions>): Assumptions {
  const chosen: Readonly<Record<string, unknown>> = given
  const values = Object.entries(table).map(([name, part]) => {
    if (isEntry(part)) return [name, chosen[name] ?? part.default]
    const defaults = Object.entries(part).map(([key, entry]) => [key, entry.default])
    return [name, { ...Object.fromEntries(defaults), ...(chosen[name] ?? {}) }]
  })
  // Safe: the type is derived from the table that these values come from.
  return Object.fromEntries(values) as Assumptions
}

export const defaultAssumptions: Assumptions = assumptionsWith({})

export interface AssumptionRow {
  readonly key: AssumptionKey
  readonly value: unknown
  readonly default: unknown
  readonly source: AssumptionSource
  readonly reason: string
}

export interface AssumptionEntry {
  readonly key: AssumptionKey
  readonly entry: TableEntry
}

/**
 * Every entry under its full name, `paths.purchase`, in table order.
 * @internal Exported for tests.
 */
export function assumptionEntries(): readonly AssumptionEntry[] {
  const all = Object.entries(table).flatMap(([name, part]) =>
    isEntry(part)
      ? [{ key: name, entry: part }]
      : Object.entries(part).map(([key, entry]) => ({ key: `${name}.${key}`, entry })),
  )
  // Safe: the names are derived from the table that these keys come from.
  return all as readonly AssumptionEntry[]
}

/** Every assumption with its current value, its default and the reason. */
export function listAssumptions(assumptions: Assumptions): readonly AssumptionRow[] {
  return assumptionEntries().map(({ key, entry: { default: usual, source, reason } }) => ({
    key,
    value: memberAt(assumptions, key),
    default: usual,
    source,
    reason,
  }))
}

function memberAt(value: unknown, key: string): unknown {
  return key
    .split('.')
    .reduce<unknown>((held, name) => (held as Record<string, unknown>)[name], value)
}
