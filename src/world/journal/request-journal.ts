import type { Exchange } from '../../insight/exchange.ts'
import type { Chapter } from '../../insight/run/chapter.ts'

/** One call as it may be shown: masked, with what the sandbox made of it. */
export type JournalEntry = Exchange

/** Makes the entry of a call; undefined where that failed. */
type MakeEntry = (id: number) => JournalEntry | undefined

/** The last so many calls, oldest first. */
export class RequestJournal {
  readonly #limit: number
  /** Judges what is written down; another one after an import. Undefined: nobody judges. */
  chapter: Chapter | undefined
  #waiting: MakeEntry[] = []
  #entries: JournalEntry[] = []
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
