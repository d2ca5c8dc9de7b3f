import type { BankingCalendar } from './banking-day.ts'
import type { Instant } from './instant.ts'
import type { Assumptions } from './settings.ts'

/** What every rule of one command stands on. */
export interface Ground {
  readonly now: Instant
  readonly seed: number
  readonly assumptions: Assumptions
  readonly calendar: BankingCalendar
}
