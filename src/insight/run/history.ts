import type { Instant } from '../../domain/time/instant.ts'
import type { CallUnderWay, Exchange, Moved } from '../exchange.ts'
import type { Chapter } from './chapter.ts'
import { type EndedCall, type Fact, weightOf } from './run-history.ts'

/** The most facts to collect before placing them, which then takes a few milliseconds. */
const MOST_UNPLACED = 500
const MOST_UNPLACED_BYTES = 8 * 1024 * 1024

/** The approximate memory limit for the calls of the window. */
const MAX_BYTES = 64 * 1024 * 1024

/**
 * The facts of a world, in order. A call only appends a fact; the chapter places facts in its stories
 * when it is read, when it ends, or when many are unplaced. Placed facts stay in memory while a story
 * needs them or while they are in the window of the latest calls, which is the request journal.
 */
export class History {
  readonly #limit: number
  readonly #tell: (fact: Fact) => void
  #chapter: Chapter | undefined
  #unplaced: Fact[] = []
  #unplacedBytes = 0
  /** Oldest first; some more than the limit, because cutting calls one by one would copy the list each time. */
  #window: EndedCall[] = []
  #bytes = 0
  #lastId = 0
  /** Operations that had a refused request. */
  readonly #refused = new Set<Exchange['operation']>()

  /** `tell` gets every fact, whether it is judged or not. */
  constructor(limit: number, chapter?: Chapter, tell: (fact: Fact) => void = () => undefined) {
    this.#limit = limit
    this.#tell = tell
    this.turnTo(chapter)
  }

  /** Undefined if judging is switched off. */
  get chapter(): Chapter | undefined {
    return this.#chapter
  }

  /** Later facts belong to another chapter; the window stays. */
  turnTo(chapter: Chapter | undefined): void {
    this.catchUp()
    this.#chapter = chapter
    chapter?.follow(this)
  }

  /** Calls are numbered when they end. */
  nextId(): number {
    this.#lastId += 1
    return this.#lastId
  }

  /** A call has ended. */
  ended(exchange: Exchange, call?: CallUnderWay): void {
    if (exchange.facts.refusals !== undefined) this.#refused.add(exchange.operation)
    const fact = this.show(exchange, call)
    this.#unplacedBytes += fact.bytes
    this.#append(fact)
  }

  /** Adds a call to the window alone. */
  show(exchange: Exchange, call?: CallUnderWay): EndedCall {
    const fact: EndedCall = { kind: 'ended', exchange, call, bytes: weightOf(exchange) }
    this.#window.push(fact)
    this.#bytes += fact.bytes
    if (this.#window.length > this.#limit * 1.1 || this.#bytes > MAX_BYTES) this.#trim()
    return fact
  }

  /** A call was processed, and its answer is delayed. */
  begun(call: CallUnderWay): void {
    this.#append({ kind: 'begun', call })
  }

  /** The client disconnected and does not know the result. */
  left(call: CallUnderWay, at: Instant): void {
    this.#append({ kind: 'left', call, at })
  }

  /** A transaction changed its status without a request. */
  moved(moved: Moved): void {
    this.#append({ kind: 'moved', moved })
  }

  /** Places everything that has happened so far. */
  catchUp(): void {
    const facts = this.#unplaced
    if (facts.length === 0) return
    this.#unplaced = []
    this.#unplacedBytes = 0
    for (const fact of facts) this.#chapter?.add(fact)
  }

  /** Whether a request of this operation was refused, so that the next may be a retry. */
  mayBeRetry(operation: Exchange['operation']): boolean {
    return this.#refused.has(operation)
  }

  /** The window, oldest first. */
  entries(): readonly Exchange[] {
    this.#trim()
    return this.#window.map(({ exchange }) => exchange)
  }

  find(id: number): Exchange | undefined {
    return this.entries().find((exchange) => exchange.id === id)
  }

  /** Empties the window. */
  clear(): void {
    this.#window = []
    this.#bytes = 0
  }

  #append(fact: Fact): void {
    this.#tell(fact)
    if (this.#chapter === undefined) return
    this.#unplaced.push(fact)
    if (this.#unplaced.length < MOST_UNPLACED && this.#unplacedBytes < MOST_UNPLACED_BYTES) return
    this.catchUp()
    // Otherwise the next report would have to judge everything at once.
    this.#chapter.judge()
  }

  /** Drops the oldest calls, but never the latest. */
  #trim(): void {
    let from = 0
    const isOver = (left: number) => left > this.#limit || (this.#bytes > MAX_BYTES && left > 1)
    for (; isOver(this.#window.length - from); from += 1) {
      this.#bytes -= this.#window[from]?.bytes ?? 0
    }
    this.#window.splice(0, from)
  }
}
