import type { CardType } from '../domain/card/card.ts'
import type { Redacted, RedactedMembers, RedactedValue } from '../domain/redaction/redacted.ts'
import type { Instant } from '../domain/time/instant.ts'
import {
  type TransactionKind,
  type TransactionStatus,
  transactionKinds,
} from '../domain/transaction/transaction.ts'
import type { WireFault } from '../scenario/faults/wire-fault.ts'
import type { Operation } from '../scenario/rule.ts'

/** One call of the gateway or the vault: redacted, with what the sandbox did with it. */
export interface Exchange {
  /** Its number in the journal; 0 for a call of an earlier run. */
  readonly id: number
  /** Sandbox time at which it arrived. */
  readonly at: Instant
  /** The same in real time, by which the pauses of a client are measured. */
  readonly realAt: Instant
  /** Its place in the order of all requests and answers, whatever the clocks say. */
  readonly arrived: number
  /** The same for its answer, when it was handed over. */
  readonly answered: number
  readonly operation: Operation | undefined
  readonly merchant: number | undefined
  readonly request: {
    readonly method: string
    readonly path: Redacted
    readonly query: RedactedMembers
    readonly correlationId: Redacted | undefined
    readonly correlationKey: Redacted | undefined
    readonly origin: Redacted | undefined
    readonly body: RedactedValue | undefined
    /** Members that the API does not have, by their path. */
    readonly unknownMembers: readonly Redacted[]
    /** One on each line, credentials hidden, without the correlation id. */
    readonly headers?: Redacted | undefined
  }
  readonly answer: {
    /** Undefined if no complete answer was sent. */
    readonly status: number | undefined
    readonly body: Redacted | undefined
    readonly headers?: Redacted | undefined
    /** The gateway's own answer, if the client did not get it. */
    readonly undelivered?: UndeliveredAnswer | undefined
  }
  /** The rules that shaped the answer, in checking order. */
  readonly rules: readonly string[]
  readonly fault: WireFault | undefined
  readonly audit: number | undefined
  readonly outcome: string | undefined
  /** The fingerprint of the card or bank account, equal for equal ones. */
  readonly card: string | undefined
  /** The user who called, if known. */
  readonly user?: string | undefined
  readonly durationMs: number
  /** Set if the sandbox sent it itself: such calls are not judged. */
  readonly sender: 'dashboard' | undefined
  readonly facts: ExchangeFacts
}

export interface UndeliveredAnswer {
  readonly status: number
  readonly body: Redacted | undefined
}

/** What findings and coverage need to know about a call; it is not shown. */
export interface ExchangeFacts {
  /** The payment that a transaction request asked for, if it could be read. */
  readonly requested?: RequestedPayment | undefined
  readonly made?: Made | undefined
  /** The transaction that a lookup or search showed; null if it found none. */
  readonly shown?: ShownTransaction | null | undefined
  /** What a lookup or search asked for. */
  readonly about?: { readonly audit?: number; readonly correlationKey?: Redacted } | undefined
  /** The reasons of a refusal. */
  readonly refusals?: readonly string[] | undefined
  /** Equal for equal requests; only of refused requests and possible retries. */
  readonly fingerprint?: string | undefined
  /** The field with a card number in free text: `transaction.reference`. */
  readonly cardNumberIn?: readonly Redacted[] | undefined
  /** The masked number, if it is not a published test number. */
  readonly foreignCard?: string | undefined
  /** Whether a card that was sent in full is stored in the vault. */
  readonly isStoredCard?: boolean | undefined
  /** The URL of the next page that the answer offered. */
  readonly next?: string | undefined
  readonly vault?: readonly VaultEvent[] | undefined
  /** How long a refusal asked its client to wait (`Retry-After`). */
  readonly retryAfterMs?: number | undefined
  /** How long the client waited for its answer, in real milliseconds. */
  readonly waitedMs: number
  /** Whether the client closed the connection before it had an answer. */
  readonly hasLeft?: boolean | undefined
}

/** What a transaction request asked for. */
export interface RequestedPayment {
  readonly reference: Redacted
  /** Cents; undefined for a void. */
  readonly amount: number | undefined
  readonly currency: Redacted | undefined
  /** The audit it acts on. */
  readonly target: number | undefined
}

/** The transaction that a request made. */
export interface Made {
  readonly audit: number
  readonly kind: TransactionKind
  readonly status: TransactionStatus
  readonly gatewayStatusCode: number
  readonly responseCode: string
  readonly responseMessage?: string
  /** Why the bank gave this code, if a rule says so: `the amount's cents are 14`. */
  readonly reason?: string | undefined
  readonly amount: number
  readonly total: number
  readonly currency: string
  readonly rail: 'card' | 'direct_debit'
  readonly cardType: CardType | undefined
  /** Year and month. */
  readonly expiry: string | undefined
  /** Whether it was paid with a virtual PAN. */
  readonly isByToken: boolean
  readonly hasSurcharge: boolean
  /** When a hold expires. */
  readonly expiresAt: Instant | undefined
  /** Whether the answer had values that the API does not document. */
  readonly isDrifting: boolean
}

export interface ShownTransaction {
  readonly audit: number
  readonly status: TransactionStatus
  readonly isDrifting: boolean
}

/** What a vault call did, if its name does not say it. */
export type VaultEvent = 'found-again' | 'renewed' | 'deactivated'

/** A transaction request when it was processed, before it is known whether its answer arrives. */
export type Opening = NonNullable<ReturnType<typeof openingOf>>

/** A call that was processed and whose answer is delayed. */
export interface CallUnderWay {
  /** The call as if no answer came. */
  readonly exchange: Exchange
  readonly hasLeft: () => boolean
  /** How long its client has been waiting, or waited until it disconnected. */
  readonly waitedMs: () => number
}

/** A transaction that changed its status without a request. */
export interface Moved {
  readonly at: Instant
  readonly audit: number
  readonly to: TransactionStatus
  /** The bank's code and its words: `3 Account closed`. */
  readonly bank?: string | undefined
  /** It moved because the delay of its answer was over. */
  readonly isAnswer: boolean
  /** A hold expired; its status stays the same. */
  readonly isExpiry: boolean
}

const creating: ReadonlySet<string | undefined> = new Set(transactionKinds)

/** Whether an operation makes a transaction. */
export function isCreating(operation: string | undefined): operation is TransactionKind {
  return creating.has(operation)
}

/** A transaction request as it was when it was processed. */
export function openingOf(exchange: Exchange) {
  const { operation, facts, request, answer } = exchange
  if (facts.requested === undefined || !isCreating(operation)) return undefined
  const { status = 0 } = answer
  return {
    operation,
    at: exchange.at,
    realAt: exchange.realAt,
    arrived: exchange.arrived,
    merchant: exchange.merchant,
    correlationId: request.correlationId,
    correlationKey: request.correlationKey,
    card: exchange.card,
    requested: facts.requested,
    made: facts.made,
    isRefused: status >= 400 && status < 500 && status !== 408 && facts.made === undefined,
    isOwn: exchange.sender !== undefined,
  }
}

/** Whether this is one of the reasons for which a call was refused. */
export function isRefusedFor({ facts }: Exchange, reason: string): boolean {
  return facts.refusals?.includes(reason) ?? false
}

/** `422 invalid_pan` */
export function refusalText({ answer, facts }: Exchange): string {
  const [reason] = facts.refusals ?? []
  return reason === undefined ? `${answer.status}` : `${answer.status} ${reason}`
}
