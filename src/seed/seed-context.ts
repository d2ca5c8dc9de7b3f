import type { CommandContext } from '../domain/command-context.ts'
import type { Merchant } from '../domain/merchant.ts'
import { DAY, type Instant } from '../domain/time/instant.ts'

/** What all seeded records stand on; `now` is the end of their story and `seed` is their own. */
export interface SeedContext extends CommandContext {
  readonly merchant: Merchant
  readonly fingerprint: (secret: string) => string
}

/** How many records, and where in the whole seeding they lie. */
export interface SeedPart {
  readonly first: number
  readonly count: number
}

/** No record is older than time itself, however early a clock is set. */
export function daysBefore(now: Instant, days: number): Instant {
  return Math.max(0, now - days * DAY)
}

/** One number a kind of record, so that one kind's luck says nothing of another's. */
export const salts = { customer: 11, token: 12, transaction: 13, correlation: 14 }

/** How many of each one call may ask for. */
export const maxSeeded = { customers: 100_000, tokens: 100_000, transactions: 1_000_000 } as const
