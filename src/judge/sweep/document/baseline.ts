import type { PaidTwice } from '../../findings/money-amount.ts'
import type { KnownCall, SweptCall } from '../cells/call-schema.ts'
import type { BaselineFinding } from './sweep-schema.ts'

/** What one call did with its payer's money, in cents. */
export interface CallEffect {
  /** `card 411111…1111`. */
  readonly payer: string
  readonly currency: string
  readonly charged: number
  readonly held: number
  readonly refunded: number
  /** What a payment or hold moved, even if it was undone later. */
  readonly ever_charged: number
  /** What a refund gave back, even if it was voided later. */
  readonly ever_refunded: number
  /** What it is of a payment that has two: both have moved its money. */
  readonly part?: 'preauthorisation' | 'completion'
  /** The reference of the payment that a refund by audit number gave back. */
  readonly refund_of?: string
}

/** A call that a run made, and what it did with money. */
export interface CallMoney {
  /** The same in every run. */
  readonly name: string
  readonly reference: string
  /** Whether it met the fault, or looks like a further attempt at the same thing. */
  readonly attacked: boolean
  /** Whether it followed a lost response under a new reference before anything asked. */
  readonly blind?: boolean | undefined
  /** What it asked for, in cents. */
  readonly amount?: string | undefined
  /** Whether a baseline run moved its money again, because a response had been lost. */
  readonly surplus?: boolean
  readonly effect?: CallEffect | undefined
}

/** What the calls of a run did with money, and what is in the vault at its end. */
export interface RunMoney {
  readonly calls: readonly CallMoney[]
  readonly customers: number
  readonly tokens: number
}

/** The baseline runs of a command, and the calls that they made. */
export interface Baseline {
  /** What they did with money. */
  readonly money: readonly RunMoney[]
  /** What their reports found, by `findingKey`. */
  readonly findings: readonly string[]
  /** The longest baseline run. */
  readonly duration_ms: number
  readonly calls: readonly SweptCall[]
  readonly known: readonly KnownCall[]
  /** Its errors and warnings. */
  readonly wrong: readonly Omit<BaselineFinding, 'accepted'>[]
  /** How many references it paid more than once, if that is no error. */
  readonly paid_more?: number
  /** The first of them. */
  readonly paid_twice?: PaidTwice
  /** Whether the first two runs made different calls, so that there was a third. */
  readonly unsteady: boolean
  /** Whether books were compared in each of them. */
  readonly books_compared: boolean
}
