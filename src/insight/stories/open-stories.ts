import { isSettled } from './clarity.ts'
import { thin } from './series.ts'
import { type Attempt, attemptsOf, type Story } from './story.ts'

export interface BookLimits {
  /** How many settled stories to keep open; the oldest are closed first. */
  readonly settled: number
  /** How many stories may be open while the client still has something to find out. */
  readonly unsettled: number
}

interface StoryWatch {
  /** Called for each story before it is closed. */
  readonly closed: (story: Story) => void
  /** Called for each attempt of a closed story, and for one that a long story no longer shows. */
  readonly forgotten: (attempt: Attempt) => void
}

const CLOSED_AT_ONCE = 200

/**
 * Stories with more steps than this are thinned out, and closed if that does not help; later steps
 * start a new story.
 */
const LONGEST = 200

/** The stories that can still change: only so many, and none too long. */
export class OpenStories {
  readonly #limits: BookLimits
  readonly #watch: StoryWatch
  readonly #all = new Set<Story>()
  readonly #settled = new Set<Story>()

  constructor(limits: BookLimits, watch: StoryWatch) {
    this.#limits = limits
    this.#watch = watch
  }

  /** Oldest first. */
  get all(): Iterable<Story> {
    return this.#all
  }

  add(story: Story): void {
    this.#all.add(story)
  }

  unsettle(story: Story): void {
    this.#settled.delete(story)
  }

  /** Updates whether a story is settled, and closes stories that exceed a limit. */
  settle(story: Story): void {
    if (story.events.length > LONGEST) thin(story).forEach(this.#watch.forgotten)
    if (story.events.length > LONGEST) {
      this.#close(story)
      return
    }
    if (!isSettled(story)) {
      this.#settled.delete(story)
      if (this.#all.size - this.#settled.size > this.#limits.unsettled) this.#closeUnsettled()
      return
    }
    this.#settled.add(story)
    const { settled: most } = this.#limits
    // Several at once: to find the first of a set takes time by how many were removed before it.
    if (this.#settled.size <= most + most / 16) return
    for (const one of [...this.#settled].slice(0, this.#settled.size - most)) this.#close(one)
  }

  *closeAll(): Generator<undefined> {
    let count = 0
    for (const story of this.#all) {
      this.#close(story)
      count += 1
      if (count % CLOSED_AT_ONCE === 0) yield
    }
  }

  #closeUnsettled(): void {
    for (const story of this.#all) {
      if (this.#settled.has(story)) continue
      this.#close(story)
      return
    }
  }

  #close(story: Story): void {
    this.#all.delete(story)
    this.#settled.delete(story)
    this.#watch.closed(story)
    story.isClosed = true
    for (const attempt of attemptsOf(story)) this.#watch.forgotten(attempt)
  }
}
