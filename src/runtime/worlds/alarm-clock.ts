import { isoUtc } from '../../domain/time/instant.ts'
import type { WakeableWorld } from '../../world/environment.ts'

/** The longest delay of a Node timer; longer waits set the timer again. */
const LONGEST = 2 ** 31 - 1

/** One timer per world with a scheduled event, so that events happen without a request. */
export class AlarmClock {
  readonly #timers = new Map<WakeableWorld, NodeJS.Timeout>()
  readonly #log: (line: string, cause?: unknown) => void

  constructor(log: (line: string, cause?: unknown) => void) {
    this.#log = log
  }

  readonly wake = (sleeper: WakeableWorld, inMs: number | undefined): void => {
    clearTimeout(this.#timers.get(sleeper))
    this.#timers.delete(sleeper)
    if (inMs === undefined) return
    // A millisecond more, since timers may fire early. The server, not this timer, keeps the
    // process alive.
    const timer = setTimeout(() => this.#ring(sleeper), Math.min(inMs + 1, LONGEST)).unref()
    this.#timers.set(sleeper, timer)
  }

  #ring(sleeper: WakeableWorld): void {
    sleeper.clearAlarm()
    const fired = sleeper.run((_ground, caughtUp) => caughtUp)
    sleeper.setAlarm()
    if (fired.length === 0) return
    sleeper.durable()?.catch((cause: unknown) => {
      this.#log(`What fell due until ${isoUtc(sleeper.now())} could not be stored`, cause)
    })
  }
}
