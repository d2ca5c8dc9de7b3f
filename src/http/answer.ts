import type { Redacted } from '../domain/redaction/redacted.ts'
import type { Transaction, TransactionStatus } from '../domain/transaction/transaction.ts'
import type { WireFault } from '../scenario/faults/wire-fault.ts'
import type { LocatedObjection } from './request-problem.ts'

/** What is to be sent, and what the sandbox knows about it. */
export interface Answer<Body extends string = Redacted> {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Undefined: no body at all. */
  readonly body: Body | undefined
  readonly note?: AnswerNote | undefined
  /** What a refusal objects to; its body says the same. */
  readonly refused?: readonly LocatedObjection[]
}

/** A page, or what pages load: made of what the control API shows. */
export type PageAnswer = Answer<string>

/** What rules say about how an answer is delivered. */
export interface DeliveryNote {
  /** The rules that shaped it, in the order in which they are asked. */
  readonly rules?: readonly string[] | undefined
  readonly fault?: WireFault | undefined
  readonly delayMs?: number | undefined
  readonly ruleHeaders?: Readonly<Record<string, string>> | undefined
}

/** What the journal and the delivery must know of an answer. */
export interface AnswerNote extends DeliveryNote {
  readonly audit?: number | undefined
  readonly outcome?: TransactionStatus | undefined
  /** The fingerprint of the card or the bank account. */
  readonly card?: string | undefined
  /** Where a bank takes its time: gives the answer once that time is over. */
  readonly bankAnswer?: (() => Answer) | undefined
  /** The transaction that was made. */
  readonly transaction?: Transaction | undefined
  /** Whether a lookup or search shows values that nobody has heard of. */
  readonly isDrifting?: boolean | undefined
  /** The key of the correlation id that a search asks for. */
  readonly correlationKey?: Redacted | undefined
  /** The address of the next page. */
  readonly next?: string | undefined
  /** Whether a customer was there already. */
  readonly isFoundAgain?: boolean | undefined
  /** Why it is refused, by our own names. */
  readonly refusals?: readonly string[] | undefined
  /** To be called when the client has its answer, or will never get one. */
  readonly done?: (() => void) | undefined
}

/** Made of our own words and of rows, which hold redacted text only. */
export function jsonAnswer(status: number, value: unknown, note?: AnswerNote): Answer {
  return { status, headers: {}, body: JSON.stringify(value) as Redacted, note }
}

/**
 * What a handler gives that has written its answer itself, on Node's own response. A web `Response` would
 * cost each start the loading of all that Node has of `fetch`.
 */
export const SENT = Object.freeze({ isSent: true }) as unknown as Response
