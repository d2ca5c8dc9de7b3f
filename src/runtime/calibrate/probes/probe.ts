import type { AssumptionKey } from '../../../domain/assumptions/assumptions.ts'
import type { Exchange } from '../lab/exchange.ts'
import type { Lab } from '../lab/lab.ts'

/** What a gateway does, and the exchanges that show it. */
export interface Seen {
  readonly value: unknown
  readonly by: readonly Exchange[]
}

/** How an assumption shows from outside, or why it never does. */
export type Probe = Watched | Hidden

interface Watched {
  /** What is done to see it, in one line. */
  readonly how: string
  /** Throws CannotTell where this gateway does not show it. */
  readonly find: (lab: Lab) => Promise<Seen>
}

interface Hidden {
  readonly reason: string
}

export function probe(how: string, find: (lab: Lab) => Promise<Seen>): Watched {
  return { how, find }
}

export function never(reason: string): Hidden {
  return { reason }
}

export function seen(value: unknown, ...by: readonly Exchange[]): Seen {
  return { value, by }
}

/** The names of one group of the table. */
export type GroupKey<Group extends string> = Extract<AssumptionKey, `${Group}.${string}`>

export type Probes<Key extends AssumptionKey> = Readonly<Record<Key, Probe>>
