import type { Instant } from '../../domain/time/instant.ts'
import type { CallUnderWay, Exchange, Moved } from '../exchange.ts'
import type { Chapter } from './chapter.ts'
import { type Fact, weightOf } from './run-history.ts'

/** The most facts to collect before placing them, which then takes a few milliseconds. */
const MOST_UNPLACED = 500
const MOST_UNPLACED_BYTES = 8 * 1024 * 1024

/** The approximate memory limit for the calls of the window. */
const MAX_BYTES = 64 * 1024 * 1024

/** The latest calls of a world: its request journal. Oldest first. */
interface Window {
  /** Some more than the limit, because cutting calls one by one would copy the list each time. */
  calls: { readonly exchange: Exchange; readonly bytes: number }[]
  bytes: number
  lastId: number
}

/**
 * The facts of one chapter. A call only appends a fact; the chapter places facts in its stories when it
 * is read, when it ends, or when many are unplaced. Placed facts stay in memory while a story needs
 * them or while they are in the window of the latest calls, which is the request journal.
 */
export class History {
  readonly chapter: Chapter | undefined
  /** The sequence numbers of calls that were processed and have no record yet: none that came later is placed before them. */
  readonly pending = new Set<number>()
  readonly #over = new AbortController()
  readonly #limit: number
  readonly #tell: (fact: Fact) => void
  #unplaced: Fact[] = []
  #unplacedBytes = 0
  readonly #window: Window
  /** Operations that had a refused request. */
  readonly #refused = new Set<Exchange['operation']>()

  /** `tell` gets every fact, whether it is judged or not; without a chapter, nothing is judged. */
  constructor(
    limit: number,
    chapter?: Chapter,
    tell: (fact: Fact) => void = () => undefined,
    window: Window = { calls: [], bytes: 0, lastId: 0 },
  ) {
    this.#limit = limit
    this.chapter = chapter
    this.#tell = tell
    this.#window = window
    chapter?.follow(this)
  }

  /** The history of the next chapter of its world, with the same window. */
  next(chapter: Chapter | undefined): History {
    return new History(this.#limit, chapter, this.#tell, this.#window)
  }

  /** Aborted when its world was reset, replaced or removed: nobody waits any longer. */
  get over(): AbortSignal {
    return this.#over.signal
  }

  /** Its chapter has ended. */
  end(): void {
    this.#over.abort()
  }

  /** Calls are numbered when they end. */
  nextId(): number {
    this.#window.lastId += 1
    return this.#window.lastId
  }

  /** A call has ended; `call` is the same call while it was under way. */
  ended(exchange: Exchange, call?: CallUnderWay): void {
    if (exchange.facts.refusals !== undefined) this.#refused.add(exchange.operation)
    this.pending.delete(exchange.processed)
    const bytes = weightOf(exchange)
    this.#unplacedBytes += bytes
    const { calls } = this.#window
    calls.push({ exchange, bytes })
    this.#window.bytes += bytes
    if (calls.length > this.#limit * 1.1 || this.#window.bytes > MAX_BYTES) this.#trim()
    this.add({ kind: 'ended', exchange, call, bytes })
  }

  /** A call was processed, and its answer is delayed. */
  begun(call: CallUnderWay): void {
    this.pending.delete(call.exchange.processed)
    this.add({ kind: 'begun', call })
  }

  /** The client disconnected and does not know the result. */
  left(call: CallUnderWay, at: Instant): void {
    this.add({ kind: 'left', call, at })
  }

  /** A transaction changed its status without a request. */
  moved(moved: Moved): void {
    this.add({ kind: 'moved', moved })
  }

  add(fact: Fact): void {
    this.#tell(fact)
    if (this.chapter === undefined) return
    this.#unplaced.push(fact)
    if (this.#unplaced.length < MOST_UNPLACED && this.#unplacedBytes < MOST_UNPLACED_BYTES) return
    this.catchUp()
    // Otherwise the next report would have to judge everything at once.
    this.chapter.judge()
  }

  /** Places everything that has happened so far, in the order of arrival. */
  catchUp(): void {
    if (this.#unplaced.length === 0) return
    const sorted = inOrderOfArrival(this.#unplaced)
    const oldest = Math.min(...this.pending)
    const held = sorted.findIndex(({ place }) => place > oldest)
    const count = held === -1 ? sorted.length : held
    this.#unplaced = sorted.slice(count).map(({ fact }) => fact)
    this.#unplacedBytes = 0
    for (const { fact } of sorted.slice(0, count)) this.chapter?.add(fact)
  }

  /** Whether a request of this operation was refused, so that the next may be a retry. */
  mayBeRetry(operation: Exchange['operation']): boolean {
    return this.#refused.has(operation)
  }

  /** The window, oldest first. */
  entries(): readonly Exchange[] {
    this.#trim()
    return this.#window.calls.map(({ exchange }) => exchange)
  }

  find(id: number): Exchange | undefined {
    return this.entries().find((exchange) => exchange.id === id)
  }

  /** Empties the window. */
  clear(): void {
    this.#window.calls = []
    this.#window.bytes = 0
  }

  /** Drops the oldest calls, but never the latest. */
  #trim(): void {
    const { calls } = this.#window
    let from = 0
    const isOver = (left: number) =>
      left > this.#limit || (this.#window.bytes > MAX_BYTES && left > 1)
    for (; isOver(calls.length - from); from += 1) this.#window.bytes -= calls[from]?.bytes ?? 0
    calls.splice(0, from)
  }
}

/**
 * The one place where the order of a chapter is made: a call counts from its turn to be processed, not
 * from the end of its answer, which the next call of the same client may overtake. Anything else
 * happened after the calls that are known by then.
 */
function inOrderOfArrival(facts: readonly Fact[]) {
  let latest = 0
  const placed = facts.map((fact) => {
    const place = turnOf(fact) ?? latest
    latest = Math.max(latest, place)
    return { fact, place }
  })
  return placed.sort((one, other) => one.place - other.place)
}

function turnOf(fact: Fact): number | undefined {
  if (fact.kind === 'begun') return fact.call.exchange.processed
  return fact.kind === 'ended' && fact.call === undefined ? fact.exchange.processed : undefined
}
