import { jsonInBatches } from '../../base/in-batches.ts'
import type { Redacted } from '../../base/redaction/redacted.ts'
import type { Exchange, ExchangeFacts } from '../../record/exchange.ts'
import type { FaultDocument } from '../../scenario/faults/table.ts'
import { milliseconds } from '../../scenario/written-values.ts'
import type { RuleMatch } from '../world/rule-state.ts'
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

/** What came of a call: its answer, late or broken if a rule asks for that, and what its record needs. */
export interface Result extends Pick<Exchange, 'card'> {
  readonly merchant: number | undefined
  readonly audit: number | undefined
  readonly outcome: string | undefined
  /** Has no status while somebody else is waited for. */
  readonly answer: Answer
  /** What breaks the answer. */
  readonly fault: FaultDocument | undefined
  /** The headers that a rule adds. */
  readonly ruleHeaders: Readonly<Record<string, string>> | undefined
  /** How long the answer or the bank takes. */
  readonly delayMs: number
  /** Set if the bank is slow, or the network holds the request back. */
  readonly wait: Wait | undefined
  /** Call it when the client has its answer, or can no longer get one. */
  readonly done: (() => void) | undefined
  /** The rules that applied, highest priority first. */
  readonly rules: readonly string[]
  /** What happened to the other rules; undefined if none was asked. */
  readonly considered: Exchange['considered']
  readonly facts: Omit<ExchangeFacts, 'waited_ms' | 'left'>
}

/** Comes before the answer; the delay of the result is spent in it. */
interface Wait {
  /** It begins only when the client has left. */
  readonly isAfterLeaving: boolean
  /** Aborted when the network delivers the request at last. */
  readonly arrival?: AbortSignal | undefined
  /** Call it after the wait to get the result. */
  readonly finish: () => Result
}

/** What a handler knows of its result besides answer and rules. */
export type ResultParts = {
  readonly [Name in
    | 'merchant'
    | 'audit'
    | 'outcome'
    | 'card'
    | 'facts'
    | 'delayMs'
    | 'wait'
    | 'done']?: Result[Name] | undefined
}

/** The answer to a call whose fate is not known yet. */
export const noAnswer: Answer = { status: 0, headers: {}, body: undefined }

/** For a call that gets no answer. */
export const noReply: Answer = { status: 200, headers: {}, body: undefined }

/** The only maker of results. No spread: all share one object shape, built without copying. */
export function callResult(answer: Answer, match: RuleMatch, parts: ResultParts = noParts): Result {
  const outcome = match.delivery?.outcome
  return {
    answer,
    fault: outcome?.fault,
    ruleHeaders: outcome?.headers,
    delayMs: parts.delayMs ?? 0,
    wait: parts.wait,
    done: parts.done,
    merchant: parts.merchant,
    audit: parts.audit,
    outcome: parts.outcome,
    card: parts.card,
    rules: match.rules.length === 0 ? noRules : match.rules.map(({ id }) => id),
    considered: match.considered,
    facts: parts.facts ?? noParts,
  }
}

const noParts = {}
const noRules: readonly string[] = []

/** How long the response takes once everything is decided. */
export function slowMs({ delivery }: RuleMatch): number {
  return delivery?.outcome.slow === undefined ? 0 : milliseconds(delivery.outcome.slow)
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
