import type { Opening } from '../../exchange.ts'
import type { Attempt, Folded, Story, StoryEvent } from '../story.ts'
import { foldedAttempt } from './folded.ts'

/** A story; one that is folded makes its attempt when somebody asks for it. */
export class ToldStory implements Story {
  /** Counts up within its chapter. */
  readonly number: number
  readonly merchant: number | undefined
  readonly reference: string
  /** Whether the sandbox itself paid, for someone at its dashboard: shown, never judged. */
  readonly isOwn: boolean
  /** Counts up with everything that happens to it. */
  changes = 0
  /** Whether it was given up to make room; what comes later begins another one. */
  isClosed = false
  /** What its one step is told from, until somebody asks for it. */
  #folded: Folded | undefined
  #unfolded: Attempt | undefined
  #events: StoryEvent[] | undefined

  constructor(number: number, { merchant, asked, isOwn }: Opening, folded?: Folded) {
    this.number = number
    this.merchant = merchant
    this.reference = asked.reference
    this.isOwn = isOwn
    this.#folded = folded
  }

  get folded(): Folded | undefined {
    return this.#folded
  }

  get events(): StoryEvent[] {
    if (this.#folded !== undefined) this.unfold()
    this.#events ??= []
    return this.#events
  }

  set events(events: StoryEvent[]) {
    this.#events = events
  }

  /** The attempt of a story that was folded, the same one each time. */
  unfold(): Attempt | undefined {
    if (this.#folded === undefined) return this.#unfolded
    const attempt = foldedAttempt(this, this.#folded)
    this.#folded = undefined
    this.#unfolded = attempt
    this.#events = [attempt]
    return attempt
  }
}
