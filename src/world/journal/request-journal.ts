import type { Exchange } from '../../insight/exchange.ts'
import type { Chapter } from '../../insight/run/chapter.ts'
import { entryWeight } from './entry-weight.ts'

/** One call as it may be shown: masked, with what the sandbox made of it. */
export type JournalEntry = Exchange

/** Makes the entry of a call; undefined where that failed. */
type MakeEntry = (id: number) => JournalEntry | undefined

/** However few they are, entries take no more memory than about this. */
const MAX_BYTES = 64 * 1024 * 1024

/** The last so many calls, oldest first. */
export class RequestJournal {
  readonly #limit: number
  /** Judges what is written down; another one after an import. Undefined: nobody judges. */
  chapter: Chapter | undefined
  #waiting: MakeEntry[] = []
  #entries: (JournalEntry | undefined)[] = []
  #weights: number[] = []
  #weight = 0
  #start = 0
  #lastId = 0

  constructor(limit: number, chapter?: Chapter) {
    this.#limit = limit
    this.chapter = chapter
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
    const weight = entryWeight(entry)
    this.#entries.push(entry)
    this.#weights.push(weight)
    this.#weight += weight
    while (this.#isOverfull()) this.#drop()
    // Dropping one at a time would shift the whole array each time.
    if (this.#start > 1024 && this.#start > this.#entries.length / 2) {
      this.#entries = this.#entries.slice(this.#start)
      this.#weights = this.#weights.slice(this.#start)
      this.#start = 0
    }
  }

  #isOverfull(): boolean {
    const count = this.#entries.length - this.#start
    return count > this.#limit || (this.#weight > MAX_BYTES && count > 1)
  }

  #drop(): void {
    this.#entries[this.#start] = undefined
    this.#weight -= this.#weights[this.#start] ?? 0
    this.#start += 1
  }

  entries(): readonly JournalEntry[] {
    this.writeDown()
    return this.#entries.slice(this.#start).filter((entry) => entry !== undefined)
  }

  find(id: number): JournalEntry | undefined {
    return this.entries().find((entry) => entry.id === id)
  }

  clear(): void {
    this.writeDown()
    this.#entries = []
    this.#weights = []
    this.#weight = 0
    this.#start = 0
  }
}
