import type { Assumptions } from './assumptions.ts'
import type { BankingCalendar } from './time/banking-day.ts'
import type { Instant } from './time/instant.ts'

/** What every rule of one command stands on. */
export interface Ground {
  readonly now: Instant
  readonly seed: number
  readonly assumptions: Assumptions
  readonly calendar: BankingCalendar
}
