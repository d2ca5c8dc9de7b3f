import type { Instant } from '../../../domain/time/instant.ts'
import type { Exchange, Opening } from '../../exchange.ts'
import { openingOf } from '../../opening.ts'
import type { Attempt, Moved, Story } from '../story.ts'
import { canWait, SetAside } from './set-aside.ts'
import type { StoryLimits } from './story-shelf.ts'
import { ToldBook } from './told-book.ts'

/** Payments that may wait to be told: more would hold memory for nothing. */
const MOST_ASIDE = 4000

interface BookListener {
  /** Of a story that is given up to make room. */
  closed(story: Story): void
  /** Of a payment that nobody has asked for in time: not even a line of it is kept. */
  passed(exchange: Exchange): void
}

/**
 * All payments of a chapter. Most are a single call that nobody asks about: these are set aside, and
 * told when something else happens or somebody reads the book.
 */
export class StoryBook {
  readonly #told: ToldBook
  readonly #aside: SetAside
  /** Whether payments that nobody asks for are forgotten by now, or have to be told first. */
  readonly #mayForget: boolean
  readonly #passed: BookListener['passed']
  /** What is behind it was made by no request before. */
  #lastAudit = 0

  constructor(limits: StoryLimits, listener: BookListener) {
    this.#told = new ToldBook(limits, (story) => listener.closed(story))
    // As many as would be in the book, and as many again of which it would keep a line.
    const room = 2 * limits.settled
    this.#aside = new SetAside(Math.min(room, MOST_ASIDE))
    this.#mayForget = room <= MOST_ASIDE
    this.#passed = (exchange) => listener.passed(exchange)
  }

  /** Takes a payment that has to do with nothing else; gives whether it is one. */
  setAside(exchange: Exchange): boolean {
    if (!canWait(exchange)) return false
    const audit = exchange.facts.made?.audit ?? 0
    if (audit <= this.#lastAudit || !this.#told.isNewTo(exchange)) return false
    this.#lastAudit = audit
    const oldest = this.#aside.add(exchange)
    if (oldest.length > 0) this.#makeRoom(oldest)
    return true
  }

  #makeRoom(oldest: readonly Exchange[]): void {
    if (this.#mayForget) {
      this.#told.passOver(oldest.length)
      for (const exchange of oldest) this.#passed(exchange)
    } else for (const exchange of oldest) this.#told.add(exchange)
  }

  /** Oldest first. */
  get stories(): Iterable<Story> {
    return this.#tellAll().stories
  }

  /** Those that can show something, oldest first: what was set aside cannot. */
  get eventful(): Iterable<Story> {
    return this.#told.stories
  }

  /** All that are left, oldest first, of those that were set aside no more than the last so many. */
  close(most: number): readonly Story[] {
    const left = this.#aside.takeAll().flatMap((exchange) => {
      const opening = openingOf(exchange)
      return opening === undefined ? [] : [this.#told.lastOf(opening, exchange)]
    })
    return [...this.#told.stories, ...left.slice(Math.max(0, left.length - most))]
  }

  get size(): number {
    return this.#told.size + this.#aside.size
  }

  /** A call with its answer; undefined: it is no transaction request. */
  add(exchange: Exchange): Attempt | undefined {
    this.#note(exchange.facts.made?.audit)
    return this.#tellAll().add(exchange)
  }

  /** A request that takes its time: others may come before it has an answer. */
  begin(opening: Opening): Attempt {
    this.#note(opening.made?.audit)
    return this.#tellAll().begin(opening)
  }

  /** Its client has left, though what it asked for is still being dealt with. */
  leave(attempt: Attempt, at: Instant): void {
    this.#tellAll().leave(attempt, at)
  }

  /** Its answer, or that there was none. */
  end(attempt: Attempt, exchange: Exchange): void {
    this.#note(exchange.facts.made?.audit)
    this.#tellAll().end(attempt, exchange)
  }

  /** A lookup or search; gives the attempt that it asked about. */
  look(exchange: Exchange): Attempt | undefined {
    return this.#tellAll().look(exchange)
  }

  /** A transaction that moved: by time, by hand, or because another acted on it. */
  moved(moved: Moved): Attempt | undefined {
    return this.#tellAll().moved(moved)
  }

  /** The attempt that made a transaction. */
  madeBy(audit: number): Attempt | undefined {
    return this.#tellAll().madeBy(audit)
  }

  /** What was paid or completed with a card, the last first. */
  paidWith(merchant: number | undefined, card: string): Iterable<Attempt> {
    return this.#tellAll().paidWith(merchant, card)
  }

  /** The first request that used a correlation id and was not refused. */
  firstWith(merchant: number | undefined, key: string | undefined): Attempt | undefined {
    return this.#tellAll().firstWith(merchant, key)
  }

  #note(audit = 0): void {
    if (audit > this.#lastAudit) this.#lastAudit = audit
  }

  #tellAll(): ToldBook {
    if (this.#aside.size > 0) {
      for (const exchange of this.#aside.takeAll()) this.#told.add(exchange)
    }
    return this.#told
  }
}
