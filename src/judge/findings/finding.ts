import type { Recent } from '../../base/recent.ts'
import type { Exchange } from '../../record/exchange.ts'
import type { Attempt, JudgedPayment, PaymentEvent } from '../payments/judged-payment.ts'
import type { PaymentBook } from '../payments/payment-book.ts'
import type { MoneyAmount, PaidTwice, UnnoticedMoney } from './money-amount.ts'

/** Worst first. */
export const severities = ['error', 'warning', 'note'] as const

export type Severity = (typeof severities)[number]

/** The name and meaning of a kind of finding. */
export interface FindingKind<Code extends string = string> {
  readonly code: Code
  readonly severity: Severity
  /** For the headline: `1 double charge`; `many` if the plural is not just an s. */
  readonly one: string
  readonly many?: string
  /** When it is reported, for the docs. */
  readonly seen: string
  /** The page that shows what to do instead, if careful payments do not avoid it. */
  readonly recipe?: string
}

/** What to do instead, and the mistake that it is about. */
export interface Advice {
  /** Findings of one kind with the same cause are fixed in the same way. */
  readonly cause: string
  readonly advice: string
}

/** One occurrence of a finding. */
export interface Sighting {
  /** Occurrences in one test with the same key are one finding. */
  readonly key: string
  /** What it is about: `order A-1001, AUD 49.95`. */
  readonly subject: string
  /** The reference of the order that it is about, if it is about one. */
  readonly order?: string
  /** What happened, in a sentence. */
  readonly message: string
  /** What to do instead, as a sentence. */
  readonly advice: string
  /** As in `Advice`, if its kind has several. */
  readonly cause?: string
  /** The events that show it. */
  readonly events?: readonly PaymentEvent[]
  /** The calls that show it, if it is not about a payment; default: the call that is judged. */
  readonly exchanges?: readonly Exchange[]
  /** What moved too often, in cents. */
  readonly overcharged?: MoneyAmount
  /** What a lost sale did not bring in, in cents. */
  readonly missed?: MoneyAmount
  /** The reference that was paid twice, and the sum of both payments. */
  readonly paid_twice?: PaidTwice
  /** What moved without the client knowing it. */
  readonly unnoticed?: UnnoticedMoney | undefined
  /** The total so far, if this replaces all earlier occurrences with its key. */
  readonly times?: number
}

/** An occurrence in a payment, which is named by the order of this attempt. */
export interface PaymentSighting extends Omit<Sighting, 'key' | 'subject'> {
  readonly about: Attempt
}

export interface JudgeSettings {
  /** How long a correlation id is remembered, in sandbox time. */
  readonly correlationCacheMs: number
  /** A client that waits longer is considered to have no timeout. */
  readonly clientTimeoutMs: number
  /** Each reference is one order. */
  readonly uniqueReferences: boolean
}

/** The context in which a call is judged. */
export interface CallContext {
  readonly settings: JudgeSettings
  readonly book: PaymentBook
  /** The attempt of this call, for transaction requests. */
  readonly attempt: Attempt | undefined
  /** The earlier first use of this call's correlation id. */
  readonly sameId: Attempt | undefined
  /** The fingerprints of the cards that the run has used. */
  readonly cards: Pick<Recent<string, true>, 'has'>
}

/** Checks one call after the other; its memory is bounded. */
export type Watcher = (exchange: Exchange, context: CallContext) => Sighting | undefined

/** A finding about single calls, or about the order of calls. */
export interface CallFinding<Code extends string = string> extends FindingKind<Code> {
  readonly watch: () => Watcher
}

/** A finding about a payment. */
export interface PaymentFinding<Code extends string = string> extends FindingKind<Code> {
  readonly judge: (payment: JudgedPayment, settings: JudgeSettings) => readonly PaymentSighting[]
}
