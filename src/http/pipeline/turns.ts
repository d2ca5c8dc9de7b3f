import type { Pause } from '../../document/steps.ts'

/** How long one piece of long work runs before other calls have their turn, in milliseconds. */
const TURN = 8

/** Shares the event loop out among long work and everything else. */
class Turns {
  /** Whose turn it is, and who waits for one. */
  readonly #queue: (() => void)[] = []
  #startedAt = Number.NEGATIVE_INFINITY

  readonly pause: Pause = () => {
    if (performance.now() - this.#startedAt < TURN) return undefined
    return new Promise((resolve) => {
      this.#queue.push(resolve)
      if (this.#queue.length === 1) setImmediate(() => this.#begin())
    })
  }

  #begin(): void {
    this.#startedAt = performance.now()
    this.#queue[0]?.()
    // One at a time: whoever comes meanwhile waits until other calls have been served again.
    setImmediate(() => this.#end())
  }

  #end(): void {
    this.#queue.shift()
    if (this.#queue.length > 0) this.#begin()
  }
}

/** Between the steps of long work: lets other calls have their turn once it has run for long enough. */
export const { pause } = new Turns()
