import { type ClockState, timeOn } from '../domain/time/clock.ts'
import { DAY, type Instant } from '../domain/time/instant.ts'
import { civilDay, sydneyDay, sydneyInstant } from '../domain/time/sydney-time.ts'
import type { Environment } from './environment.ts'

/** How far ahead a year is announced. */
const AHEAD = 14 * DAY

/** A world's clock. Announces each calendar year before money moves in it. */
export class WorldTime {
  readonly #environment: Pick<Environment, 'realTime' | 'yearReached'>
  clock: ClockState
  #latest: Instant = 0
  /** When the next year is to be announced. */
  #nextYear: Instant = 0

  constructor(clock: ClockState, environment: Pick<Environment, 'realTime' | 'yearReached'>) {
    this.clock = clock
    this.#environment = environment
  }

  /** The clock stands here while it is moved in several turns. */
  held: Instant | undefined

  /** Never goes back, whatever the machine's clock does. */
  now(): Instant {
    const now = this.held ?? timeOn(this.clock, this.#environment.realTime())
    this.#latest = Math.max(this.#latest, now)
    return this.#latest
  }

  /**
   * New records start their own time line, at their latest transaction: the machine's clock may have
   * been set back since.
   */
  startFrom(latest: Instant): void {
    this.held = undefined
    this.#latest = latest
    this.#nextYear = 0
  }

  /** Announces each year once, early enough for money that moves now and arrives days later. */
  reach(now: Instant): void {
    if (now < this.#nextYear) return
    const { year } = civilDay(sydneyDay(now + AHEAD))
    this.#nextYear = sydneyInstant(`${year + 1}-01-01`, '00:00') - AHEAD
    this.#environment.yearReached(year)
  }
}
