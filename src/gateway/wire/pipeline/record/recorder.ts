import { monotonicMs } from '../../../../base/monotonic.ts'
import { redactAddress, redactText } from '../../../../base/redaction/redacted.ts'
import { isoUtc } from '../../../../domain/time/instant.ts'
import type { Exchange } from '../../../../record/exchange.ts'
import type { History } from '../../../../record/history.ts'
import type { Operation } from '../../../../scenario/rule.ts'
import { type Answer, noAnswer, type Result } from '../../answer.ts'
import { type Call, nextInSequence } from '../../call.ts'
import type { User } from '../../caller.ts'
import { MOST_ERRORS, shownStep } from '../../problem-response.ts'
import type { LocatedObjection } from '../../request-problem.ts'
import { type Delivered, nothing } from '../delivery/deliver.ts'
import {
  answerHeaders,
  cardsInText,
  type RedactedRequest,
  requestHeaders,
} from './redacted-request.ts'

/** A call with its result, until its answer is delivered. */
export interface ServedCall {
  readonly call: Call
  readonly user: User
  readonly operation: Operation | undefined
  readonly body: unknown
  readonly redacted: RedactedRequest
  /** Whether its contract accepts it. */
  readonly isUnderstood: boolean
  /** The history of the state that handled it. */
  readonly history: History
  /** Its sequence number when it was processed, if it was. */
  readonly processed: number | undefined
  readonly result: Result
  /** `monotonicMs()` when the request arrived. */
  readonly cameAt: number
}

interface RecorderParts {
  readonly log: (line: string, cause: unknown) => void
}

/** Completes the record of a call, adds it to its world's history and notifies watchers. */
export function record(
  served: ServedCall,
  /** `answer`: with all its headers. */
  { answer, delivered, begun }: Ending,
  { log }: RecorderParts,
): void {
  const { history, cameAt } = served
  const { world } = served.call
  try {
    const now = monotonicMs()
    const leftAt = delivered.hasLeft ? begun?.leftAt : undefined
    const entry = exchangeOf(served, answer, delivered, {
      id: history.nextId(),
      // Nothing was read from the network since the answer was written.
      responded: nextInSequence(),
      durationMs: now - cameAt,
      // A client that disconnected did not wait for its bank.
      waitedMs: (leftAt ?? now) - cameAt,
    })
    history.ended(entry)
    // Its test has ended; only its report and the sums of the run still wait for the call.
    if (history !== world.history) {
      world.events.emit({ type: 'late_request', entry })
      return
    }
    world.events.beat()
    if (world.events.isWatched) world.events.emit({ type: 'request', entry })
  } catch (cause) {
    // The client already has its answer, so an error in the journal must not fail the call.
    log('A request could not be recorded', cause)
  }
}

interface Ending {
  readonly answer: Answer
  readonly delivered: Delivered
  readonly begun?: Begun
}

/** A call that was processed and whose answer is delayed. */
interface Begun {
  /** `monotonicMs()` when the client left, if it did. */
  leftAt: number | undefined
}

/** Notes a call whose answer is delayed or broken: others may come before it is answered. */
export function begin(served: ServedCall): Begun {
  const { call, history, result } = served
  const { world, outgoing } = call
  const begun: Begun = { leftAt: undefined }
  const times = { id: 0, responded: 0, durationMs: 0, waitedMs: 0 }
  const exchange = exchangeOf(served, noAnswer, nothing, times)
  history.begun(exchange)
  world.events.beat()
  outgoing.once('close', () => {
    begun.leftAt = monotonicMs()
    // An answer that is broken off on purpose is marked already.
    const isAwaited = result.wait !== undefined || result.delayMs > 0
    if ((isAwaited || result.fault?.hang !== undefined) && !outgoing.writableFinished)
      history.left(exchange, world.environment.realTime())
  })
  return begun
}

/** The record of a call: how it was processed, and what reached its client. */
function exchangeOf(
  {
    call,
    user,
    operation,
    body: sent,
    redacted,
    isUnderstood,
    history,
    processed,
    result,
  }: ServedCall,
  answer: Answer,
  delivered: Delivered,
  times: {
    readonly id: number
    readonly responded: number
    readonly durationMs: number
    readonly waitedMs: number
  },
): Exchange {
  const { incoming, correlation } = call
  const { facts, fault } = result
  const { origin } = incoming.headers
  const { status } = delivered
  const { path, query, body, unknownMembers, cardNumberIn, asked } = redacted
  // Besides body and query, this header may contain a card number.
  const inId =
    correlation.keyed?.text === correlation.id
      ? []
      : cardsInText('X-Correlation-Id', correlation.id ?? '', call.world)
  const isRefused = status !== undefined && status >= 400 && status < 500
  // No spread: all calls share one object shape, built without copying.
  return {
    id: times.id,
    at: isoUtc(call.at),
    real_at: isoUtc(call.realAt),
    arrived: call.arrived,
    processed: processed ?? nextInSequence(),
    responded: times.responded,
    operation: operation ?? null,
    merchant: result.merchant ?? null,
    request: {
      method: call.method,
      path,
      query,
      correlation_id: correlation.keyed?.text ?? null,
      correlation_key: correlation.keyed?.key,
      origin: origin === undefined ? null : redactAddress(origin),
      body: body ?? null,
      // A refused request has no ignored members.
      unknown_fields: isUnderstood ? unknownMembers : [],
      headers: requestHeaders(incoming.rawHeaders),
    },
    asked,
    response: {
      status: status ?? null,
      body: delivered.body,
      headers: answerHeaders(delivered.headers ?? {}),
      // The gateway's own answer to a call that was processed, if the client got another or none.
      lost_response:
        (answer.body === delivered.body && answer.status === status) ||
        fault?.at === 'before' ||
        answer.body === undefined
          ? undefined
          : { status: answer.status, body: answer.body },
    },
    rules: result.rules,
    considered: result.considered,
    fault: fault ?? null,
    audit: result.audit ?? null,
    outcome: result.outcome ?? null,
    card: result.card,
    user: user.name,
    sender: user.isSandbox ? 'dashboard' : undefined,
    duration: Math.round(times.durationMs * 1000) / 1000,
    sandbox_failure: result.answer.failure,
    facts: {
      made: facts.made,
      // A client that got another answer was shown nothing.
      shown: status === undefined || fault?.http !== undefined ? undefined : facts.shown,
      hidden: facts.hidden,
      refusals: isRefused ? refusalsOf(result) : undefined,
      // Only of refused requests and possible retries, since a hash takes time.
      fingerprint:
        sent !== undefined && (isRefused || history.mayBeRetry(operation ?? null))
          ? fingerprintOf(call, sent)
          : undefined,
      card_number_in:
        cardNumberIn.length + inId.length === 0 ? undefined : [...cardNumberIn, ...inId],
      foreign_card: facts.foreign_card,
      stored_card: facts.stored_card,
      next: facts.next,
      vault: facts.vault,
      retry_after_ms:
        status !== undefined && status >= 400 ? retryAfterOf(call, result) : undefined,
      waited_ms: times.waitedMs,
      left: delivered.hasLeft,
    },
  }
}

/** The errors of a refusal, whether by a check or by a rule. */
function refusalsOf(result: Result): NonNullable<Exchange['facts']['refusals']> {
  const { fault } = result
  const { refused } = result.answer
  // As many as the body lists.
  if (refused !== undefined) return refused.slice(0, MOST_ERRORS).map(refusalBy)
  return fault?.error_code === undefined ? [] : [{ code: redactText(fault.error_code) }]
}

/** With the field of the body or the query, `transaction.reference`; a path or a header needs none. */
function refusalBy({ code, location: [part, ...steps] }: LocatedObjection) {
  if ((part !== 'body' && part !== 'query') || steps.length === 0) return { code }
  return { code, field: redactText(steps.map(shownStep).join('.')) }
}

function fingerprintOf({ world, method, path }: Call, body: unknown): string {
  return world.environment.fingerprint(`${method} ${path} ${JSON.stringify(body)}`)
}

/** How long the answer asked its client to wait; a date means the machine's clock, as clients read it. */
function retryAfterOf({ world }: Call, { ruleHeaders, fault }: Result): number | undefined {
  const header = Object.entries(ruleHeaders ?? {}).find(([name]) => /^retry-after$/i.test(name))
  const given = header?.[1] ?? fault?.retry_after
  if (given === undefined) return undefined
  if (!Number.isNaN(Number(given))) return Number(given) * 1000
  const wait = Date.parse(String(given)) - world.environment.realTime()
  return wait > 0 ? wait : undefined
}
