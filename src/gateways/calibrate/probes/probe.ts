import type { AssumptionKey } from '../../../domain/assumptions/assumptions.ts'
import { CannotTell, complaintsOf, isOk, type LabExchange, statusWord } from '../lab/exchange.ts'
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

/** Some of the probes; all of them together have to have every one. */
export type ProbeTable = Readonly<Partial<Record<AssumptionKey, Probe>>>

/** Whether a refusalProbe is about this place of a request. */
type IsAbout = (location: readonly string[]) => boolean

/**
 * A request that should be refused. `place` is the member that the refusalProbe is about; `accepted`
 * says what it means if the gateway accepts it.
 */
export function refused(
  how: string,
  send: (lab: Lab) => Promise<LabExchange>,
  place?: string | IsAbout,
  accepted?: string,
): Probe {
  const isAbout: IsAbout =
    typeof place === 'function' ? place : (location) => location.at(-1) === place
  return probe(how, async (lab) => {
    const answer = await send(lab)
    return seen(codeOf(answer, isAbout, accepted), answer)
  })
}

function codeOf(exchange: LabExchange, isAbout: IsAbout, accepted?: string): string {
  const complaints = complaintsOf(exchange)
  const [sole, ...more] = complaints
  const meant = more.length === 0 ? sole : complaints.find(({ location }) => isAbout(location))
  if (meant !== undefined && meant.code !== '') return meant.code
  throw new CannotTell((isOk(exchange) ? accepted : undefined) ?? reasonOf(exchange), [exchange])
}

function reasonOf(exchange: LabExchange): string {
  const { status } = exchange
  const word = statusWord(exchange)
  if (!isOk(exchange)) return `it was answered with ${status} and no error code for it`
  if (word === 'declined') return 'this gateway declines it instead of refusing it'
  return `this gateway accepts it (${status})`
}
