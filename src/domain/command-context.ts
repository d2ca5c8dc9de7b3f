import type { Assumptions } from './assumptions/assumptions.ts'
import type { BankingCalendar } from './time/banking-day.ts'
import type { Instant } from './time/instant.ts'

/** The inputs of a command's rules besides the request: time, seed, assumptions and calendar. */
export interface CommandContext {
  readonly now: Instant
  readonly seed: number
  readonly assumptions: Assumptions
  readonly calendar: BankingCalendar
}
