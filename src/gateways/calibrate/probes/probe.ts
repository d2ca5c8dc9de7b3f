import type { AssumptionKey } from '../../../domain/assumptions/assumptions.ts'
import type { LabExchange } from '../lab/exchange.ts'
import type { Lab } from '../lab/lab.ts'

/** What a gateway does, and the exchanges that show it. */
export interface Observation {
  readonly value: unknown
  readonly by: readonly LabExchange[]
}

/** How an assumption can be observed from outside, or why it cannot. */
export type Probe = Watched | Hidden

interface Watched {
  /** How it is observed, in one line. */
  readonly how: string
  /** Throws CannotTell if this gateway does not reveal it. */
  readonly find: (lab: Lab) => Promise<Observation>
}

interface Hidden {
  readonly reason: string
}

export function probe(how: string, find: (lab: Lab) => Promise<Observation>): Probe {
  return { how, find }
}

export function never(reason: string): Probe {
  return { reason }
}

export function seen(value: unknown, ...by: readonly LabExchange[]): Observation {
  return { value, by }
}

/** Some of the probes; `all-probes` has to have every one. */
export type ProbeTable = Readonly<Partial<Record<AssumptionKey, Probe>>>
