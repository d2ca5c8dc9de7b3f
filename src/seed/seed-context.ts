import type { CommandContext } from '../domain/command-context.ts'
import type { Merchant } from '../domain/merchant.ts'
import { DAY, type Instant } from '../domain/time/instant.ts'

/**
 * The inputs of all seeded records; `now` is the end of their history and `seed` is their own seed.
 */
export interface SeedContext extends CommandContext {
  readonly merchant: Merchant
  readonly fingerprint: (secret: string) => string
}

/** How many records to make, and their position in the whole seeding. */
export interface SeedPart {
  readonly first: number
  readonly count: number
}

/** No record is older than the earliest instant, even with a very early clock. */
export function daysBefore(now: Instant, days: number): Instant {
  return Math.max(0, now - days * DAY)
}

/** One number per kind of record, so that the kinds draw independently. */
export const salts = { customer: 11, token: 12, transaction: 13, correlation: 14 }

/** The most of each that one call may request. */
export const maxSeeded = { customers: 100_000, tokens: 100_000, transactions: 1_000_000 } as const
