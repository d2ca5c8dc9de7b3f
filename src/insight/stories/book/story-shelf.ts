import { isSettled } from '../settled.ts'
import type { Story } from '../story.ts'

export interface StoryLimits {
  /** Stories that need nothing more; the oldest are given up first. */
  readonly settled: number
  /** Stories in which something is still to be answered for. */
  readonly unsettled: number
}

/** A payment that is tried for ever is told anew from time to time: no story may fill the memory. */
const MOST_EVENTS = 200

/** The stories that are kept, and which of them make room for others. */
export class StoryShelf {
  readonly #limits: StoryLimits
  readonly #gone: (story: Story) => void
  readonly #stories = new Set<Story>()
  readonly #settled = new Set<Story>()

  /** `gone` is told of stories that have made room. */
  constructor(limits: StoryLimits, gone: (story: Story) => void) {
    this.#limits = limits
    this.#gone = gone
  }

  /** Oldest first. */
  get stories(): Iterable<Story> {
    return this.#stories
  }

  get size(): number {
    return this.#stories.size
  }

  put(story: Story): void {
    this.#stories.add(story)
    if (this.#stories.size - this.#settled.size > this.#limits.unsettled) this.#giveUpOldest()
  }

  /** Something has begun in it. */
  unsettle(story: Story): void {
    this.#settled.delete(story)
  }

  /** Something has ended in it: it may need nothing more. */
  settle(story: Story): void {
    if (story.folded === undefined && story.events.length > MOST_EVENTS) {
      this.#giveUp(story)
      return
    }
    if (!isSettled(story)) {
      this.#settled.delete(story)
      return
    }
    this.#settled.add(story)
    if (this.#settled.size <= this.#limits.settled) return
    for (const oldest of this.#settled) {
      this.#giveUp(oldest)
      return
    }
  }

  /** All that need nothing more make room. */
  giveUpSettled(): void {
    for (const story of this.#settled) this.#giveUp(story)
  }

  /** It has become a part of another one. */
  remove(story: Story): void {
    this.#stories.delete(story)
    this.#settled.delete(story)
  }

  #giveUpOldest(): void {
    for (const story of this.#stories) {
      if (this.#settled.has(story)) continue
      this.#giveUp(story)
      return
    }
  }

  #giveUp(story: Story): void {
    this.remove(story)
    this.#gone(story)
  }
}
