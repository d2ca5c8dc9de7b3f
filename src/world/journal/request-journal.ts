import type { Instant } from '../../domain/time/instant.ts'
import type { WireFault } from '../../scenario/faults/wire-fault.ts'
import type { Operation } from '../../scenario/rule.ts'

/** One call as it may be shown: masked, with what the sandbox made of it. */
export interface JournalEntry {
  readonly id: number
  /** Sandbox time. */
  readonly at: Instant
  /** Real time: how often and how fast a client calls is a matter of its own clock. */
  readonly realAt: Instant
  readonly operation: Operation | undefined
  readonly merchant: number | undefined
  readonly request: {
    readonly method: string
    readonly path: string
    readonly query: Readonly<Record<string, string>>
    readonly correlationId: string | undefined
    readonly correlationKey: string | undefined
    readonly origin: string | undefined
    readonly body: unknown
    /** Members that the API does not have, by their path. */
    readonly unknownMembers: readonly string[]
  }
  readonly answer: {
    /** Undefined: no whole answer was given. */
    readonly status: number | undefined
    readonly body: string | undefined
  }
  readonly rule: string | undefined
  readonly fault: WireFault | undefined
  readonly audit: number | undefined
  readonly outcome: string | undefined
  /** The card's fingerprint, by which two requests are known to use the same one. */
  readonly card: string | undefined
  readonly durationMs: number
  /** Who sent it, where that was not a client: what the sandbox sends itself is not judged. */
  readonly sender: 'dashboard' | undefined
}

/** Makes the entry of a call; undefined where that failed. */
type MakeEntry = (id: number) => JournalEntry | undefined

/** The last so many calls, oldest first. */
export class RequestJournal {
  readonly #limit: number
  #waiting: MakeEntry[] = []
  #entries: JournalEntry[] = []
  #start = 0
  #lastId = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** All calls of one turn are written down together, when their clients have their answers. */
  addLater(make: MakeEntry): void {
    this.#waiting.push(make)
    if (this.#waiting.length === 1) setImmediate(() => this.writeDown())
  }

  /** Now rather than later: someone wants to see it. */
  writeDown(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const make of waiting) {
      this.#lastId += 1
      const entry = make(this.#lastId)
      if (entry !== undefined) this.#add(entry)
    }
  }

  #add(entry: JournalEntry): void {
    this.#entries.push(entry)
    if (this.#entries.length - this.#start > this.#limit) this.#start += 1
    // Dropping one at a time would shift the whole array each time.
    if (this.#start > 1024 && this.#start > this.#entries.length / 2) {
      this.#entries = this.#entries.slice(this.#start)
      this.#start = 0
    }
  }

  entries(): readonly JournalEntry[] {
    this.writeDown()
    return this.#entries.slice(this.#start)
  }

  find(id: number): JournalEntry | undefined {
    return this.entries().find((entry) => entry.id === id)
  }

  clear(): void {
    this.writeDown()
    this.#entries = []
    this.#start = 0
  }
}
