import type { Assumptions } from '../../domain/assumptions/assumptions.ts'
import type { CommandContext } from '../../domain/command-context.ts'
import type { Merchant } from '../../domain/merchant.ts'
import type { BankingCalendar } from '../../domain/time/banking-day.ts'
import type { Instant } from '../../domain/time/instant.ts'
import type { Director } from '../../record/director.ts'
import type { Recorder } from '../../record/recorder.ts'
import type { FiredEvent } from './events.ts'
import type { RunCounts } from './run-counts.ts'

/** What the process provides to its worlds. */
export interface Environment {
  readonly assumptions: Assumptions
  readonly calendar: BankingCalendar
  /** Undefined if this merchant is not configured. */
  readonly merchant: (id: number) => Merchant | undefined
  readonly realTime: () => Instant
  /** Equal secrets give equal fingerprints. */
  readonly fingerprint: (secret: string) => string
  /** Called with each calendar year in which money will move, ahead of time. */
  readonly yearReached: (year: number) => void
  /** The counts of rules that count over all worlds of the run. */
  readonly runCounts: RunCounts
  /** Gets everything that happens in all worlds. */
  readonly recorder: Recorder
  /** Schedules a wake-up after this many milliseconds of real time; undefined cancels it. */
  readonly wake: (sleeper: WakeableWorld, inMs: number | undefined) => void
  /** Gives the rules that come before those of all worlds, and follows what happens. */
  readonly director?: Director | undefined
}

/** A world with scheduled events, which must happen even if no request arrives. */
export interface WakeableWorld {
  now(): Instant
  run<T>(command: (context: CommandContext, fired: readonly FiredEvent[]) => T): T
  durable(): Promise<void> | undefined
  /** Forgets the alarm, because it went off or must be computed again. */
  clearAlarm(): void
  /** Schedules a wake-up for the next due event, so that it happens without a request. */
  setAlarm(): void
}
