import { redactAddress, redactText } from '../../../domain/redaction/redacted.ts'
import type { CallUnderWay, Exchange, Turns, UndeliveredAnswer } from '../../../insight/exchange.ts'
import type { Answer } from '../../answer.ts'
import type { Call } from '../../call.ts'
import type { ApiOperation } from '../../operation.ts'
import { nothing } from '../delivery/send.ts'
import { cardIn, type FinishedCall, factsOf, merchantIn } from './facts.ts'
import { answerLines, requestLines } from './headers.ts'
import { redactedOf } from './redacted-request.ts'
import { nextInSequence } from './sequence.ts'
import type { Tape } from './tape.ts'

interface Recorded extends FinishedCall {
  /** `performance.now()` when the request arrived. */
  readonly cameAt: number
  readonly begun: Begun | undefined
}

interface RecorderParts {
  readonly tape?: Tape | undefined
  readonly log: (line: string, cause: unknown) => void
}

/** Adds an answered call to its world's history and to the run file, and tells watchers. */
export function record(ended: Recorded, { tape, log }: RecorderParts): void {
  const { call, answer, delivered } = ended
  const { world, history } = call
  const recorded = tape?.end(call, answer, delivered)
  // A reset has replaced the history that the call belongs to.
  if (history !== world.history) return
  try {
    const entry = exchangeOf(ended, history.nextId(), timesOf(ended, recorded))
    history.ended(entry, ended.begun)
    world.environment.sweep?.ended(world.place, entry)
    world.events.beat()
    if (world.events.isWatched) world.events.tell({ type: 'request', entry })
  } catch (cause) {
    // The client already has its answer, so an error in the journal must not fail the call.
    log('A call could not be written into the journal', cause)
  }
}

/** A call that was processed and whose answer is delayed. */
interface Begun extends CallUnderWay {
  /** `performance.now()` when the client left, if it did. */
  leftAt: number | undefined
}

/** Notes a call whose answer is delayed: others may come before it is answered. */
export function begin(
  call: Call,
  operation: ApiOperation | undefined,
  answer: Answer,
  startedAt: number,
): Begun | undefined {
  const { note } = answer
  if (note === undefined || (note.fault === undefined && !note.delayMs)) return undefined
  const { history, world, outgoing } = call
  const finished = { call, operation, answer, delivered: nothing }
  const begun: Begun = {
    exchange: exchangeOf(finished, 0, { durationMs: 0, waitedMs: 0, answered: 0 }),
    hasLeft: () => begun.leftAt !== undefined && !outgoing.writableFinished,
    waitedMs: () => (begun.leftAt ?? performance.now()) - startedAt,
    leftAt: undefined,
  }
  history.begun(begun)
  world.events.beat()
  outgoing.once('close', () => {
    begun.leftAt = performance.now()
    if (call.turns !== undefined) {
      call.turns.left = nextInSequence()
      call.turns.leftAt = world.environment.realTime()
    }
    // A slow bank goes on after the client has left; any other answer ends with it.
    if (note.bankAnswer !== undefined && begun.hasLeft())
      history.left(begun, world.environment.realTime())
  })
  return begun
}

interface CallTimes {
  readonly durationMs: number
  /** How long the client waited: one that disconnected did not wait for its bank. */
  readonly waitedMs: number
  /** When the answer was handed over, as a sequence number. */
  readonly answered: number
}

/** A replay does not wait, so its calls get the recorded times. */
function timesOf(
  { begun, delivered, cameAt }: Recorded,
  recorded: ReturnType<Tape['end']>,
): CallTimes {
  const now = performance.now()
  const startedAt = recorded === undefined ? cameAt : now - recorded.untilEnd
  const durationMs = now - startedAt
  // Nothing was read from the network since the answer was written.
  const answered = recorded?.answered ?? nextInSequence()
  if (!delivered.hasLeft || begun?.leftAt === undefined) {
    return { durationMs, waitedMs: durationMs, answered }
  }
  return { durationMs, waitedMs: recorded?.untilLeft ?? begun.leftAt - startedAt, answered }
}

/** A call is about to be processed. */
export function turnsOf({ world }: Call): Turns {
  return { begin: nextInSequence(), beganAt: world.environment.realTime() }
}

/** Besides body and query, this header may contain a card number. */
const HEADER = redactText('X-Correlation-Id')

/** The redacted call, as the history stores it. */
function exchangeOf(finished: FinishedCall, id: number, times: CallTimes): Exchange {
  const { call, operation, answer, delivered } = finished
  const { incoming, correlation } = call
  const { note } = answer
  const { origin } = incoming.headers
  const redacted = redactedOf(call)
  const isIdMasked = correlation.kept?.text !== correlation.id
  return {
    id,
    at: call.at,
    realAt: call.realAt,
    arrived: call.arrived,
    answered: times.answered,
    operation: operation?.name,
    merchant: merchantIn(call, operation?.name),
    request: {
      method: call.method,
      path: redacted.path,
      query: redacted.query,
      correlationId: correlation.kept?.text,
      correlationKey: correlation.kept?.key,
      origin: origin === undefined ? undefined : redactAddress(origin),
      body: redacted.body,
      // A refused request has no ignored members.
      unknownMembers: call.input === undefined ? [] : redacted.unknownMembers,
      headers: requestLines(incoming.rawHeaders),
      recorded: redacted.recorded,
    },
    answer: {
      status: delivered.status,
      body: delivered.body,
      headers: delivered.headers && answerLines(delivered.headers),
      undelivered: undeliveredOf(finished),
    },
    rules: note?.rules ?? [],
    fault: note?.fault,
    audit: note?.audit,
    outcome: note?.outcome,
    card: cardIn(call, answer),
    user: call.user?.name,
    durationMs: times.durationMs,
    sender: call.user?.isSandbox ? 'dashboard' : undefined,
    facts: factsOf(
      finished,
      times.waitedMs,
      isIdMasked ? [...redacted.cardNumberIn, HEADER] : redacted.cardNumberIn,
    ),
    turns: { ...(call.turns ?? turnsOf(call)), endedAt: call.world.environment.realTime() },
  }
}

/** The gateway's own answer to a call that was processed, if the client got another or none. */
export function undeliveredOf({
  answer,
  delivered,
}: Pick<FinishedCall, 'answer' | 'delivered'>): UndeliveredAnswer | undefined {
  const { status, body, note } = answer
  if (body === delivered.body && status === delivered.status) return undefined
  return note?.fault?.at === 'before' || body === undefined ? undefined : { status, body }
}
