import { sydneyTimeOfDay } from '../../domain/time/sydney-time.ts'
import type { Facts } from '../rule.ts'

/** A request as rules see it, with what several rules need worked out once. */
export class RequestView {
  readonly facts: Facts
  /** Not a number where there is no amount, so that no range holds it. */
  readonly cents: number
  #timeOfDay: number | undefined

  constructor(facts: Facts) {
    this.facts = facts
    this.cents = Number(facts.amount)
  }

  /** In Sydney, in milliseconds since midnight; not a number where there is no time. */
  get timeOfDay(): number {
    const { now } = this.facts
    this.#timeOfDay ??= now === undefined ? Number.NaN : sydneyTimeOfDay(now)
    return this.#timeOfDay
  }
}

/** One condition of a rule, ready to be checked. */
export interface Check {
  readonly field: string
  /** What it wants, in words. */
  readonly wanted: string
  readonly holds: (request: RequestView) => boolean
  readonly found: (facts: Facts) => string | undefined
  /** Why it does not hold, where that is not said by what was wanted and what was found. */
  readonly unmet?: (facts: Facts) => string
}
