import { monotonicMs } from '../../../../base/monotonic.ts'
import { redactAddress, redactText } from '../../../../base/redaction/redacted.ts'
import type { Exchange } from '../../../../record/exchange.ts'
import type { Operation } from '../../../../scenario/rule.ts'
import type { Answer, Result } from '../../answer.ts'
import { type Call, nextInSequence } from '../../call.ts'
import { MOST_ERRORS, shownStep } from '../../problem-response.ts'
import type { LocatedObjection } from '../../request-problem.ts'
import { type Delivered, nothing } from '../delivery/deliver.ts'
import { answerLines, cardsInText, redactedOf, requestLines } from './redacted-request.ts'

/** A call whose answer was delivered, or can no longer be. */
interface EndedCall {
  readonly call: Call
  readonly operation: Operation | undefined
  readonly result: Result
  /** The answer with all its headers. */
  readonly answer: Answer
  readonly delivered: Delivered
  /** `monotonicMs()` when the request arrived. */
  readonly cameAt: number
  readonly begun: Begun | undefined
}

interface RecorderParts {
  readonly log: (line: string, cause: unknown) => void
}

/** Completes the record of a call, adds it to its world's history and notifies watchers. */
export function record(ended: EndedCall, { log }: RecorderParts): void {
  const { call, delivered, cameAt, begun } = ended
  const { world, history } = call
  try {
    const now = monotonicMs()
    const leftAt = delivered.hasLeft ? begun?.leftAt : undefined
    const entry = exchangeOf(ended, {
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

/** A call that was processed and whose answer is delayed. */
interface Begun {
  /** `monotonicMs()` when the client left, if it did. */
  leftAt: number | undefined
}

/** Notes a call whose answer is delayed or broken: others may come before it is answered. */
export function begin(call: Call, operation: Operation | undefined, result: Result): Begun {
  const { history, world, outgoing } = call
  const ended = { call, operation, result, answer: noAnswer, delivered: nothing }
  const begun: Begun = { leftAt: undefined }
  const exchange = exchangeOf(ended, { id: 0, responded: 0, durationMs: 0, waitedMs: 0 })
  history.begun(exchange)
  world.events.beat()
  outgoing.once('close', () => {
    begun.leftAt = monotonicMs()
    // An answer that is broken off on purpose is marked already.
    const isAwaited = result.kind === 'waiting' || result.delayMs > 0
    if ((isAwaited || result.fault?.hang !== undefined) && !outgoing.writableFinished)
      history.left(exchange, world.environment.realTime())
  })
  return begun
}

const noAnswer: Answer = { status: 0, headers: {}, body: undefined }

/** The record of a call: how it was processed, and what reached its client. */
function exchangeOf(
  { call, operation, result, answer, delivered }: Omit<EndedCall, 'cameAt' | 'begun'>,
  times: {
    readonly id: number
    readonly responded: number
    readonly durationMs: number
    readonly waitedMs: number
  },
): Exchange {
  const { incoming, correlation, user } = call
  const { callRecord, fault } = result
  const { facts } = callRecord
  const { origin } = incoming.headers
  const { status } = delivered
  const { path, query, body, unknownMembers, cardNumberIn, asked } = redactedOf(call)
  // Besides body and query, this header may contain a card number.
  const inId =
    correlation.keyed?.text === correlation.id
      ? []
      : cardsInText('X-Correlation-Id', correlation.id ?? '', call.world)
  const isRefused = status !== undefined && status >= 400 && status < 500
  // No spread: all calls share one object shape, built without copying.
  return {
    id: times.id,
    at: call.at,
    realAt: call.realAt,
    arrived: call.arrived,
    processed: call.processed ?? nextInSequence(),
    responded: times.responded,
    operation,
    merchant: callRecord.merchant,
    request: {
      method: call.method,
      path,
      query,
      correlationId: correlation.keyed?.text,
      correlationKey: correlation.keyed?.key,
      origin: origin === undefined ? undefined : redactAddress(origin),
      body,
      // A refused request has no ignored members.
      unknownFields: call.input === undefined ? [] : unknownMembers,
      headers: requestLines(incoming.rawHeaders),
    },
    asked,
    response: {
      status,
      body: delivered.body,
      headers: delivered.headers && answerLines(delivered.headers),
      // The gateway's own answer to a call that was processed, if the client got another or none.
      lostResponse:
        (answer.body === delivered.body && answer.status === status) ||
        fault?.at === 'before' ||
        answer.body === undefined
          ? undefined
          : { status: answer.status, body: answer.body },
    },
    rules: callRecord.rules,
    considered: callRecord.considered,
    fault,
    audit: callRecord.audit,
    outcome: callRecord.outcome,
    card: callRecord.card,
    user: user?.name,
    durationMs: times.durationMs,
    sender: user?.isSandbox ? 'dashboard' : undefined,
    failure: result.kind === 'waiting' ? undefined : result.answer.failure,
    facts: {
      made: facts.made,
      // A client that got another answer was shown nothing.
      shown: status === undefined || fault?.http !== undefined ? undefined : facts.shown,
      isHidden: facts.isHidden,
      refusals: isRefused ? refusalsOf(result) : undefined,
      // Only of refused requests and possible retries, since a hash takes time.
      fingerprint:
        call.body !== undefined && (isRefused || call.history.mayBeRetry(operation))
          ? fingerprintOf(call)
          : undefined,
      cardNumberIn:
        cardNumberIn.length + inId.length === 0 ? undefined : [...cardNumberIn, ...inId],
      foreignCard: facts.foreignCard,
      isStoredCard: facts.isStoredCard,
      next: facts.next,
      vault: facts.vault,
      retryAfterMs: status !== undefined && status >= 400 ? retryAfterOf(call, result) : undefined,
      waitedMs: times.waitedMs,
      hasLeft: delivered.hasLeft,
    },
  }
}

/** The errors of a refusal, whether by a check or by a rule. */
function refusalsOf(result: Result): NonNullable<Exchange['facts']['refusals']> {
  const { fault } = result
  const refused = result.kind === 'waiting' ? undefined : result.answer.refused
  // As many as the body lists.
  if (refused !== undefined) return refused.slice(0, MOST_ERRORS).map(refusalBy)
  return fault?.error_code === undefined ? [] : [{ code: redactText(fault.error_code) }]
}

/** With the field of the body or the query, `transaction.reference`; a path or a header needs none. */
function refusalBy({ code, location: [part, ...steps] }: LocatedObjection) {
  if ((part !== 'body' && part !== 'query') || steps.length === 0) return { code }
  return { code, field: redactText(steps.map(shownStep).join('.')) }
}

function fingerprintOf({ world, method, path, body }: Call): string {
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
