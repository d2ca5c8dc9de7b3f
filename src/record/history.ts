import { type Instant, isoUtc } from '../domain/time/instant.ts'
import type { Exchange, Moved } from './exchange.ts'
import type { TestEntry } from './run-entry.ts'
import type { Journal, RunLog } from './run-log.ts'
import type { TestRef } from './test-ref.ts'

/** The most entries to collect before they are read: more would make the call that comes then wait. */
const MOST_UNREAD = 50
const MOST_UNREAD_BYTES = 8 * 1024 * 1024

interface HistoryParts {
  readonly log: RunLog
  readonly journal: Journal
  /** Called when many entries are to be taken; undefined if nobody takes any. */
  readonly onMany: ((history: History) => void) | undefined
  /** Called with each call that has ended. */
  readonly onCall: ((exchange: Exchange) => void) | undefined
}

/**
 * One test as it happens. A call only adds an entry to the log of its run; who follows the run takes
 * the entries when somebody asks for a result, when the test ends, or when many are left.
 */
export class History {
  readonly test: TestRef
  /** The list of requests of its world. */
  readonly journal: Journal
  /** The sequence numbers of calls that were processed and have no record yet: none that came later is taken before them. */
  readonly pending = new Set<number>()
  /** Made only for who waits: an abort takes time, and a thousand tests may end at once. */
  #over: AbortController | undefined
  #isOver = false
  readonly #parts: HistoryParts
  #unread: OrderedEntry[] = []
  #unreadBytes = 0
  #latestTurn = 0
  /** The calls under way, by their sequence numbers. */
  readonly #underWay = new Set<number>()
  /** Operations that had a refused request. */
  readonly #refused = new Set<Exchange['operation']>()

  constructor(test: TestRef, parts: HistoryParts) {
    this.test = test
    this.journal = parts.journal
    this.#parts = parts
  }

  /** Aborted when its world was reset, replaced or removed: nobody waits any longer. */
  get over(): AbortSignal {
    this.#over ??= new AbortController()
    if (this.#isOver) this.#over.abort()
    return this.#over.signal
  }

  /** The test has ended. */
  end(): void {
    this.#isOver = true
    this.#over?.abort()
  }

  /** Calls are numbered when they end. */
  nextId(): number {
    this.journal.lastId += 1
    return this.journal.lastId
  }

  /** A call has ended. */
  ended(exchange: Exchange): void {
    if (exchange.facts.refusals !== undefined) this.#refused.add(exchange.operation)
    this.pending.delete(exchange.processed)
    this.add({ record: 'exchange', world: this.test.world, exchange })
    this.#parts.onCall?.(exchange)
  }

  /** A call was processed, and its answer is delayed. */
  begun(exchange: Exchange): void {
    this.pending.delete(exchange.processed)
    this.add({ record: 'begun', world: this.test.world, exchange })
  }

  /** The client of such a call disconnected and does not know the result. */
  left({ arrived }: Pick<Exchange, 'arrived'>, at: Instant): void {
    this.add({ record: 'left', world: this.test.world, arrived, at: isoUtc(at) })
  }

  /** A transaction changed its status without a request. */
  moved(moved: Moved): void {
    this.add({ record: 'moved', world: this.test.world, moved })
  }

  add(entry: TestEntry): void {
    const { log, journal, onMany } = this.#parts
    const bytes = log.add(entry, journal)
    const turn = this.#turnOf(entry)
    if (onMany === undefined) return
    this.#unread.push({ entry, turn })
    this.#unreadBytes += bytes
    if (this.#unread.length < MOST_UNREAD && this.#unreadBytes < MOST_UNREAD_BYTES) return
    onMany(this)
  }

  /**
   * The one place where the order of a test is made: a call counts from its turn to be processed, not
   * from the end of its answer, which the next call of the same client may overtake. Anything else
   * happened after the calls that are known by then.
   */
  #turnOf(entry: TestEntry): number {
    if (entry.record !== 'exchange' && entry.record !== 'begun') return this.#latestTurn
    const { arrived, processed } = entry.exchange
    if (entry.record === 'begun') this.#underWay.add(arrived)
    // It had its turn when it began.
    else if (this.#underWay.delete(arrived)) return this.#latestTurn
    if (processed > this.#latestTurn) this.#latestTurn = processed
    return processed
  }

  /** Takes the entries that no call under way can precede any more, in their order. */
  take(): readonly TestEntry[] {
    const sorted = this.#unread.sort((one, other) => one.turn - other.turn)
    const oldest = Math.min(...this.pending)
    const held = sorted.findIndex(({ turn }) => turn > oldest)
    this.#unread = held === -1 ? [] : sorted.slice(held)
    this.#unreadBytes = 0
    return sorted.slice(0, sorted.length - this.#unread.length).map(({ entry }) => entry)
  }

  /** Whether a request of this operation was refused, so that the next may be a retry. */
  mayBeRetry(operation: Exchange['operation']): boolean {
    return this.#refused.has(operation)
  }

  /** The list of requests, oldest first. */
  entries(): readonly Exchange[] {
    return this.#parts.log.requests(this.journal)
  }

  find(id: number): Exchange | undefined {
    return this.entries().find((exchange) => exchange.id === id)
  }

  /** Empties the list of requests. */
  clear(): void {
    this.journal.firstId = this.journal.lastId + 1
  }
}

interface OrderedEntry {
  readonly entry: TestEntry
  readonly turn: number
}
