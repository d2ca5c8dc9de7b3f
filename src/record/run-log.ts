import type { Exchange } from './exchange.ts'
import type { RunEntry } from './run-entry.ts'

/** The approximate memory limits for the requests of a run, and for those of one world. */
const MAX_BYTES = 128 * 1024 * 1024
const MAX_WORLD_BYTES = 64 * 1024 * 1024

/** How much may be added before what is too much is dropped, because that goes through the whole list. */
const SLACK = 0.25

/** The requests of a world since its last reset are those in the log with its journal. */
export class Journal {
  /** Calls are numbered when they end. */
  lastId = 0
  /** Earlier requests were removed from the list. */
  firstId = 1
  /** Whether the world was reset or removed. */
  isOver = false
}

interface Logged {
  readonly entry: RunEntry
  readonly journal: Journal | undefined
  /** The approximate memory of its exchange. */
  readonly bytes: number
}

/**
 * What happened in all worlds of a run, also in removed ones: an append-only list. A run file, the
 * list of requests of each world and the report are made of it. It keeps the latest requests of the
 * run and those of each world.
 */
export class RunLog {
  readonly #limit: number
  readonly #write: ((entry: RunEntry) => void) | undefined
  #logged: Logged[] = []
  /** What was added since something was dropped last. */
  #added = 0
  #addedBytes = 0
  /** How many requests were dropped because there were too many. */
  dropped = 0

  /** `limit`: the most requests. `write` gets every entry at once, whatever is dropped here later. */
  constructor(limit: number, write?: (entry: RunEntry) => void) {
    this.#limit = limit
    this.#write = write
  }

  get entries(): readonly RunEntry[] {
    this.#trim()
    return this.#logged.map(({ entry }) => entry)
  }

  /** Returns the approximate memory of its exchange. */
  add(entry: RunEntry, journal?: Journal): number {
    const bytes = entry.record === 'exchange' ? weightOf(entry.exchange) : 0
    this.#write?.(entry)
    this.#logged.push({ entry, journal, bytes })
    this.#added += 1
    this.#addedBytes += bytes
    const most = SLACK * Math.max(this.#limit, this.#logged.length)
    if (this.#added > most || this.#addedBytes > SLACK * MAX_WORLD_BYTES) this.#trim()
    return bytes
  }

  /** The list of requests of a world, oldest first. */
  requests(journal: Journal): readonly Exchange[] {
    const room = this.#roomOf(MAX_WORLD_BYTES)
    const found: Exchange[] = []
    for (let i = this.#logged.length - 1; i >= 0; i -= 1) {
      const logged = this.#logged[i] as Logged
      if (logged.journal !== journal || logged.entry.record !== 'exchange') continue
      const { exchange } = logged.entry
      if (exchange.id < journal.firstId) continue
      if (!room(logged.bytes)) break
      found.push(exchange)
    }
    return found.reverse()
  }

  /** Says, for one request after the other, latest first, whether there is room for it: always for the latest. */
  #roomOf(most: number): (bytes: number) => boolean {
    let [count, sum] = [0, 0]
    return (bytes) => {
      count += 1
      sum += bytes
      return count <= this.#limit && (sum <= most || count === 1)
    }
  }

  /** Drops the oldest entries, but never the boundaries of tests, which number the payments. */
  #trim(): void {
    this.#added = 0
    this.#addedBytes = 0
    const inRun = this.#roomOf(MAX_BYTES)
    const inWorlds = new Map<Journal, (bytes: number) => boolean>()
    let isInRun = true
    const isKept = ({ entry, journal, bytes }: Logged) => {
      if (entry.record !== 'exchange') return isInRun || isBoundary(entry)
      isInRun = inRun(bytes)
      if (journal === undefined || journal.isOver || entry.exchange.id < journal.firstId) {
        return isInRun
      }
      const inWorld = inWorlds.get(journal) ?? this.#roomOf(MAX_WORLD_BYTES)
      inWorlds.set(journal, inWorld)
      return inWorld(bytes) || isInRun
    }
    // Latest first, because the latest are kept; in place, because there are thousands.
    const kept: Logged[] = []
    for (let i = this.#logged.length - 1; i >= 0; i -= 1) {
      const logged = this.#logged[i] as Logged
      if (isKept(logged)) kept.push(logged)
      else if (logged.entry.record === 'exchange') this.dropped += 1
    }
    kept.reverse()
    this.#logged = kept
  }
}

function isBoundary({ record }: RunEntry): boolean {
  return record === 'test' || record === 'ended' || record === 'cleared'
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
    (response.lost_response?.body?.length ?? 0) +
    valueWeight(request.query) +
    valueWeight(request.body) +
    valueWeight(request.unknown_fields)
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
