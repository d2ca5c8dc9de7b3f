import type { Instant } from '../../domain/time/instant.ts'
import type { Reconciliation } from '../books/books-document.ts'
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
export function weightOf({ request, response }: Exchange): number {
  return (
    OVERHEAD +
    request.path.length +
    (response.body?.length ?? 0) +
    (response.lostResponse?.body?.length ?? 0) +
    valueWeight(request.query) +
    valueWeight(request.body) +
    valueWeight(request.unknownFields)
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

/** What happened in a run, in order. Each entry is a line of a run file. */
export type RunEntry =
  | { readonly record: 'exchange'; readonly world: string; readonly exchange: Exchange }
  /** A call was processed, and its answer is delayed: the call as if no answer came. */
  | { readonly record: 'begun'; readonly world: string; readonly exchange: Exchange }
  /** The client of such a call disconnected; `arrived` says which call. */
  | {
      readonly record: 'left'
      readonly world: string
      readonly arrived: number
      readonly at: Instant
    }
  | { readonly record: 'moved'; readonly world: string; readonly moved: Moved }
  | ChapterEntry
  /** A world was removed, or the sandbox stopped. */
  | { readonly record: 'ended'; readonly world: string; readonly unmatched: readonly string[] }
  /** The report was cleared, of one world or of all. */
  | { readonly record: 'cleared'; readonly world: string | null }
  /** The shop's books were compared with its payments. */
  | { readonly record: 'books'; readonly world: string; readonly result: Reconciliation }

export interface ChapterEntry {
  readonly record: 'test'
  readonly world: string
  readonly name: string | null
  /** One-shot rules that no request of the previous chapter matched. */
  readonly unmatched: readonly string[]
  /** Whether a reset emptied the list of requests. */
  readonly isReset: boolean
  /** Whether the world had payments already. */
  readonly isStored: boolean
}

/** The approximate memory limit. */
const MAX_BYTES = 128 * 1024 * 1024

/** The history of all worlds over the whole run, also of removed ones: what a run file holds. */
export class RunHistory {
  readonly #limit: number
  readonly #write: ((entry: RunEntry) => void) | undefined
  #entries: RunEntry[] = []
  #exchanges = 0
  #bytes = 0
  /** How many requests were dropped because there were too many. */
  dropped = 0

  /** `write` gets every entry at once, whatever is dropped here later. */
  constructor(limit: number, write?: (entry: RunEntry) => void) {
    this.#limit = limit
    this.#write = write
  }

  get entries(): readonly RunEntry[] {
    return this.#entries
  }

  /** `bytes`: the approximate memory of an exchange. */
  add(entry: RunEntry, bytes = 0): void {
    this.#write?.(entry)
    this.#entries.push(entry)
    if (entry.record !== 'exchange') return
    this.#exchanges += 1
    this.#bytes += bytes
    // Some slack: dropping one by one would copy the list each time.
    if (this.#exchanges > this.#limit * 1.1 || this.#bytes > MAX_BYTES * 1.1) this.#trim()
  }

  addFact(world: string, fact: Fact): void {
    if (fact.kind === 'ended') {
      this.add({ record: 'exchange', world, exchange: fact.exchange }, fact.bytes)
    } else if (fact.kind === 'begun') {
      this.add({ record: 'begun', world, exchange: fact.call.exchange })
    } else if (fact.kind === 'left') {
      this.add({ record: 'left', world, arrived: fact.call.exchange.arrived, at: fact.at })
    } else this.add({ record: 'moved', world, moved: fact.moved })
  }

  /** Drops the oldest entries, but never the boundaries of chapters, which number the stories. */
  #trim(): void {
    let from = 0
    for (const entry of this.#entries) {
      if (this.#exchanges <= this.#limit && this.#bytes <= MAX_BYTES) break
      from += 1
      if (entry.record !== 'exchange') continue
      this.#exchanges -= 1
      this.#bytes -= weightOf(entry.exchange)
      this.dropped += 1
    }
    const kept: readonly RunEntry['record'][] = ['test', 'ended', 'cleared']
    const boundaries = this.#entries.slice(0, from).filter(({ record }) => kept.includes(record))
    this.#entries = [...boundaries, ...this.#entries.slice(from)]
  }
}
