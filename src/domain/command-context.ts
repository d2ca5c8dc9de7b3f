import type { Assumptions } from './assumptions/assumptions.ts'
import type { BankingCalendar } from './time/banking-day.ts'
import type { Instant } from './time/instant.ts'

/** What the rules of one command may know: the time, the seed, the assumptions and the calendar. */
export interface CommandContext {
  readonly now: Instant
  readonly seed: number
  readonly assumptions: Assumptions
  readonly calendar: BankingCalendar
}
