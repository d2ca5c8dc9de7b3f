import type { Waiting } from '../findings/habit/no-time-out.ts'
import type { Tally } from './tally.ts'

/** The calls of a chapter that are still being dealt with, because a rule takes its time. */
export class WaitingCalls {
  readonly #calls = new Set<Waiting>()

  add(call: Waiting): void {
    this.#calls.add(call)
  }

  /** It is over, and counted with its answer. */
  end(call: Waiting): void {
    this.#calls.delete(call)
  }

  /** Oldest first. */
  get all(): readonly Waiting[] {
    return [...this.#calls]
  }

  /** Counts them: for its client, a call that it has left is over, and the answer lost. */
  addTo(tally: Tally): void {
    for (const call of this.#calls) {
      tally.meet(call.rules)
      if (call.hasLeft()) tally.countLeft(call.attempt)
      else tally.waiting += 1
    }
  }

  /** What becomes of them is not looked at any more; those whose clients still wait are not counted. */
  close(tally: Tally): void {
    this.addTo(tally)
    tally.waiting = 0
    this.#calls.clear()
  }
}
