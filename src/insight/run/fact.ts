import type { Instant } from '../../domain/time/instant.ts'
import type { CallUnderWay, Exchange, Moved } from '../exchange.ts'

/** Something that happened in a world. */
export type Fact =
  | EndedCall
  | { readonly kind: 'begun'; readonly call: CallUnderWay }
  | LeftCall
  | { readonly kind: 'moved'; readonly moved: Moved }

export interface EndedCall {
  readonly kind: 'ended'
  readonly exchange: Exchange
  /** The same call while it was under way, if its answer was delayed. */
  readonly call: CallUnderWay | undefined
  /** The approximate memory of the exchange. */
  readonly bytes: number
}

/** The client disconnected and does not know the result. */
export interface LeftCall {
  readonly kind: 'left'
  readonly call: CallUnderWay
  readonly at: Instant
}

/** Bytes per exchange besides its texts. */
const OVERHEAD = 1000
/** Bytes per object member besides its name and value. */
const MEMBER = 40

/** The approximate memory of an exchange in bytes. */
export function weightOf({ request, answer }: Exchange): number {
  return (
    OVERHEAD +
    request.path.length +
    (answer.body?.length ?? 0) +
    (answer.undelivered?.body?.length ?? 0) +
    valueWeight(request.query) +
    valueWeight(request.body) +
    valueWeight(request.unknownMembers)
  )
}

function valueWeight(value: unknown): number {
  if (typeof value === 'string') return value.length
  let weight = 0
  // What is no object has no members.
  const members = value as Readonly<Record<string, unknown>>
  for (const name in members) weight += MEMBER + name.length + valueWeight(members[name])
  return weight
}
