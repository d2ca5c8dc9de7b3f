import type { FaultDocument } from '../../../scenario/faults/table.ts'
import type { OutcomeDocument } from '../../../scenario/scenario-document.ts'

/** When a fault strikes: before or after the request is processed. */
export const moments = ['before', 'after'] as const
export type SweepMoment = (typeof moments)[number]

interface FaultTraits {
  /** Its name where columns are narrow, if its own is longer than five letters. */
  readonly short?: string
  /** What the client sees. */
  readonly sees: string
  /** The fault on the wire. */
  readonly fault?: Omit<FaultDocument, 'at'>
  /** What a rule does without one: the bank or the network is slow. Without both, nothing fails. */
  readonly outcome?: OutcomeDocument
  /** What it adds to a run; a client's timeout is a guess. */
  readonly ms?: number
  /** Before and after unless given. */
  readonly at?: SweepMoment
}

const unavailable = { http: 503 } as const
const busy = { http: 429, body: 'json', retry_after: 1 } as const
const conflict = { http: 409, body: 'json' } as const
/** Longer than a second click, shorter than most timeouts. */
export const slowly: OutcomeDocument = { slow: '1500ms' }
const bankLate = 'no response; the bank decides after the client gave up'
const ownConflict = 'status 409 for its own request, which was processed'
const staleConnection = 'its response, on a connection that closes at its next request'
const netLate = 'no response; the request arrives after the client searched for it'

/**
 * How the answer fails; a crash kills the client in place of its answer. Or nothing fails, and the
 * command runs again, or twice at once.
 */
const table = {
  http: { sees: 'status 503', fault: unavailable },
  hang: { sees: 'no response until it stops waiting', fault: { hang: true }, ms: 3000 },
  reset: { sees: 'a connection that is reset', fault: { reset: true } },
  truncate: { short: 'trunc', sees: 'half a response', fault: { truncate: true } },
  late: { sees: bankLate, outcome: { late: true }, ms: 4000, at: 'after' },
  unknown: {
    short: 'unkn',
    sees: 'an undecided response, decided one or two seconds later',
    outcome: { undecided: { as: 'unknown', for: '2s' } },
    ms: 1200,
    at: 'after',
  },
  busy: { sees: 'status 429: try again in one second', fault: busy, ms: 1000, at: 'before' },
  conflict: { short: 'confl', sees: ownConflict, fault: conflict, at: 'after' },
  pending: {
    short: 'pend',
    sees: 'pending, approved one or two seconds later',
    outcome: { undecided: { as: 'pending', for: '2s' } },
    ms: 1200,
    at: 'after',
  },
  slow: { sees: 'its response, after 1.5 seconds', outcome: slowly, ms: 1500, at: 'after' },
  delayed: { short: 'delay', sees: netLate, outcome: { delayed: true }, ms: 3000, at: 'before' },
  stale: { sees: staleConnection, fault: { stale: true }, at: 'after' },
  crash: { sees: 'nothing: its process is killed', fault: { hang: true } },
  again: { sees: 'no fault; your command is run once more' },
  twice: { sees: 'no fault; your command is run twice at the same time', ms: 1500 },
} as const satisfies Readonly<Record<string, FaultTraits>>

export type SweepFault = keyof typeof table
export const faultTraits: Readonly<Record<SweepFault, FaultTraits>> = table
export const faults = Object.keys(table) as [SweepFault, ...SweepFault[]]

/** The faults that can be named; the others have options. */
export const namedFaults = faults.slice(0, faults.indexOf('crash'))

/** Of those, the ones that are tried only if they are named. */
const unusual: readonly SweepFault[] = ['delayed', 'stale']

/** The faults that are tried unless others are named. */
export const usualFaults = namedFaults.filter((fault) => !unusual.includes(fault))

/** The vault has neither a bank that could be slow nor correlation ids that it remembers. */
const gatewayOnly: readonly SweepFault[] = ['late', 'unknown', 'pending', 'conflict', 'delayed']

/** What the rule of a cell does with its request; undefined if nothing fails. */
export function outcomeOfFault({
  at,
  fault,
}: {
  readonly at: SweepMoment
  readonly fault: SweepFault
}): OutcomeDocument | undefined {
  const { fault: kind, outcome } = faultTraits[fault]
  return kind === undefined ? outcome : { fault: { at, ...kind } }
}

/** Whether only transactions can have this fault. */
export function isOfGateway(fault: SweepFault): boolean {
  return gatewayOnly.includes(fault)
}

/** Whether this fault can strike at this moment. */
export function comesAt(fault: SweepFault, at: SweepMoment): boolean {
  return (faultTraits[fault].at ?? at) === at
}
