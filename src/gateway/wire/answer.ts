import { jsonInBatches } from '../../base/in-batches.ts'
import type { Redacted } from '../../base/redaction/redacted.ts'
import type { Exchange, ExchangeFacts } from '../../record/exchange.ts'
import type { FaultDocument } from '../../scenario/faults/table.ts'
import type { LocatedObjection } from './request-problem.ts'

/** A response to send. */
export interface Answer<Body extends string = Redacted> {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Undefined for no body at all. */
  readonly body: Body | undefined
  /** The errors of a refusal, as in its body. */
  readonly refused?: readonly LocatedObjection[]
  /** Why the sandbox itself failed: its client is not to blame. */
  readonly failure?: Redacted
}

/** For every answer: browsers must not guess its type. */
export const noSniffing = { 'X-Content-Type-Options': 'nosniff' } as const

/**
 * For every answer of the gateway and the vault: a scenario may make it HTML, and its script must
 * not run in the origin of the dashboard.
 */
export const inertHeaders = {
  ...noSniffing,
  'Content-Security-Policy': "sandbox; default-src 'none'",
} as const

/** A page, or what pages load: made of what the control API shows. */
export type PageResponse = Answer<string>

/** The record of a call when it was processed: what delivery adds is missing. */
export interface CallRecord extends Pick<Exchange, 'merchant' | 'audit' | 'outcome' | 'card'> {
  /** The rules that applied, highest priority first. */
  readonly rules: readonly string[]
  /** What happened to the other rules; undefined if none was asked. */
  readonly considered: Exchange['considered']
  readonly facts: Omit<ExchangeFacts, 'waitedMs' | 'hasLeft'>
}

interface ResultParts {
  readonly callRecord: CallRecord
  /** The headers that a rule adds. */
  readonly ruleHeaders: Readonly<Record<string, string>> | undefined
  /** How long the answer or the bank takes. */
  readonly delayMs: number
  /** Call it when the client has its answer, or can no longer get one. */
  readonly done: (() => void) | undefined
}

/** What a handler hands over: an answer, an answer to break, or a wait for a slow bank. */
export type Result = Answered | Broken | Waiting

export interface Answered extends ResultParts {
  readonly kind: 'answered'
  readonly answer: Answer
  readonly fault?: undefined
}

export interface Broken extends ResultParts {
  readonly kind: 'broken'
  readonly answer: Answer
  readonly fault: FaultDocument
}

export interface Waiting extends ResultParts {
  readonly kind: 'waiting'
  /** What will break the answer. */
  readonly fault: FaultDocument | undefined
  /** The bank's time begins only when the client has left. */
  readonly isAfterLeaving: boolean
  /** Aborted when the network delivers the request at last. */
  readonly arrival?: AbortSignal | undefined
  /** Call it after the wait to get the result. */
  readonly finish: () => Answered | Broken
}

/** The cast is safe: answers are built from fixed texts and from rows, which only hold redacted text. */
export function jsonAnswer(status: number, value: unknown): Answer {
  return { status, headers: {}, body: JSON.stringify(value) as Redacted }
}

/** The same for a value that may take longer to write than other requests should wait. */
export async function longJsonAnswer(status: number, value: unknown): Promise<Answer> {
  return { status, headers: {}, body: (await jsonInBatches(value)) as Redacted }
}

/**
 * Returned by handlers that have written their answer to Node's own response. A web `Response`
 * would make each start load Node's whole `fetch` implementation.
 */
export const SENT = Object.freeze({ isSent: true }) as unknown as Response
