import type { Redacted } from '../domain/redaction/redacted.ts'
import type { Transaction, TransactionStatus } from '../domain/transaction/transaction.ts'
import type { WireFault } from '../scenario/faults/wire-fault.ts'
import type { LocatedObjection } from './request-problem.ts'

/** A response to send, and what the sandbox knows about it. */
export interface Answer<Body extends string = Redacted> {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Undefined for no body at all. */
  readonly body: Body | undefined
  readonly note?: AnswerNote | undefined
  /** The errors of a refusal, as in its body. */
  readonly refused?: readonly LocatedObjection[]
}

/** For every answer: browsers must not guess its type. */
export const noSniffing = { 'X-Content-Type-Options': 'nosniff' } as const

/** A page, or what pages load: made of what the control API shows. */
export type PageAnswer = Answer<string>

/** How rules change the delivery of an answer. */
export interface DeliveryNote {
  /** The rules that shaped it, highest priority first. */
  readonly rules?: readonly string[] | undefined
  readonly fault?: WireFault | undefined
  readonly delayMs?: number | undefined
  readonly ruleHeaders?: Readonly<Record<string, string>> | undefined
  /** The rule that decides the bank's answer, and its code as written: `14`, `from-amount`. */
  readonly ruled?: { readonly rule: string; readonly code: string | undefined } | undefined
}

/** What the journal and the delivery need to know about an answer. */
export interface AnswerNote extends DeliveryNote {
  readonly audit?: number | undefined
  readonly outcome?: TransactionStatus | undefined
  /** The fingerprint of a stored card or bank account. */
  readonly card?: string | undefined
  /** Set if a rule makes the bank slow: returns the answer after the wait. */
  readonly bankAnswer?: (() => Answer) | undefined
  /** The bank's time begins only when the client has left. */
  readonly isAfterLeaving?: boolean | undefined
  /** The transaction that the request created. */
  readonly transaction?: Transaction | undefined
  /** Whether a lookup or search shows values outside the contract. */
  readonly isDrifting?: boolean | undefined
  /** The key of the correlation id that was searched for. */
  readonly correlationKey?: Redacted | undefined
  /** The address of the next page. */
  readonly next?: string | undefined
  /** Whether the customer already existed. */
  readonly isFoundAgain?: boolean | undefined
  /** The problem codes of a refusal, before the assumptions rename them. */
  readonly refusals?: readonly string[] | undefined
  /** Call it when the client has its answer, or can no longer get one. */
  readonly done?: (() => void) | undefined
}

/** The cast is safe: answers are built from fixed texts and from rows, which only hold redacted text. */
export function jsonAnswer(status: number, value: unknown, note?: AnswerNote): Answer {
  return { status, headers: {}, body: JSON.stringify(value) as Redacted, note }
}

/**
 * Returned by handlers that have written their answer to Node's own response. A web `Response`
 * would make each start load Node's whole `fetch` implementation.
 */
export const SENT = Object.freeze({ isSent: true }) as unknown as Response
