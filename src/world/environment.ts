import type { Assumptions } from '../domain/assumptions/assumptions.ts'
import type { CommandContext } from '../domain/command-context.ts'
import type { Merchant } from '../domain/merchant.ts'
import type { BankingCalendar } from '../domain/time/banking-day.ts'
import type { Instant } from '../domain/time/instant.ts'
import type { Run } from '../insight/run/run.ts'
import type { SweepWatch } from '../insight/sweep/sweep-watch.ts'
import type { FiredEvent } from './events.ts'

/** What the process provides to its worlds. */
export interface Environment {
  readonly assumptions: Assumptions
  readonly calendar: BankingCalendar
  /** Undefined: this merchant does not exist here. */
  readonly merchant: (id: number) => Merchant | undefined
  readonly realTime: () => Instant
  /** Equal secrets give equal fingerprints. */
  readonly fingerprint: (secret: string) => string
  readonly journalLimit: number
  /** Told of each year in which money will move. */
  readonly yearReached: (year: number) => void
  /** Judges what clients do. Undefined: nobody does. */
  readonly run?: Run | undefined
  /** Asks to be woken in so many milliseconds of real time, or no more. */
  readonly wake: (sleeper: WakeableWorld, inMs: number | undefined) => void
  /** Only in a sweep: names the transaction requests, and breaks one of them. */
  readonly sweep?: SweepWatch | undefined
}

/** A world in which something will happen though nobody calls. */
export interface WakeableWorld {
  now(): Instant
  run<T>(command: (context: CommandContext, fired: readonly FiredEvent[]) => T): T
  durable(): Promise<void> | undefined
  /** The alarm has gone off, or is to be worked out anew. */
  clearAlarm(): void
  /** Sees to it that the next thing due happens even if nobody calls. */
  setAlarm(): void
}
