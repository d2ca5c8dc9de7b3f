import type { Assumptions } from './assumptions/assumptions.ts'
import { type BankDay, type BankingCalendar, bankDay } from './time/banking-day.ts'
import type { Instant } from './time/instant.ts'

/** The inputs of a command's rules besides the request. */
export interface CommandContext extends Ground {
  readonly now: Instant
  readonly day: BankDay
}

interface Ground {
  readonly seed: number
  readonly assumptions: Assumptions
  readonly calendar: BankingCalendar
}

/** The context of a moment, whatever time it is. */
export function contextAt(now: Instant, { seed, assumptions, calendar }: Ground): CommandContext {
  return { now, seed, assumptions, calendar, day: bankDay(now, calendar, assumptions) }
}
