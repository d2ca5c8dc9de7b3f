import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { monotonicMs } from '../../../base/monotonic.ts'
import { setImmediate } from '../../../base/timers.ts'
import type { Assumptions } from '../../../domain/assumptions/assumptions.ts'
import type { Recorder } from '../../../record/recorder.ts'
import type { Operation } from '../../../scenario/rule.ts'
import {
  type Answer,
  type Answered,
  type Broken,
  type Result,
  SENT,
  type Waiting,
} from '../answer.ts'
import {
  type Address,
  type Call,
  type Env,
  nextInSequence,
  openCall,
  readyCall,
  type UserCall,
} from '../call.ts'
import type { Check } from '../contract/check.ts'
import { breakAnswer } from '../faults/acts.ts'
import { type CallingPage, callingPage, isFromPage, refuseUnknownHost } from '../host-check.ts'
import { checkedRequest, type ServedOperation } from '../operation.ts'
import { isApiPath } from '../paths.ts'
import { failure, underGatewayCodes } from '../problem-response.ts'
import { inOrder, RequestProblem, repeatedParameter, requestProblem } from '../request-problem.ts'
import { checkWorldName, WORLD_HEADER, worldOfRequest } from '../world-of-request.ts'
import { type Authenticate, OWN_HEADER, type OwnClient, type User } from './auth.ts'
import { parseJson, readBody } from './body.ts'
import {
  type Delivered,
  delay,
  ended,
  hold,
  leaveAtEnd,
  plainAnswer,
  send,
  setHeaders,
} from './delivery/deliver.ts'
import { begin, record } from './record/recorder.ts'
import { refusedCallRecord } from './record/refused-call-record.ts'

/** What all operations need. */
export interface ApiDependencies extends Address {
  readonly assumptions: Assumptions
  readonly authenticate: Authenticate
  readonly own: OwnClient
  readonly recorder: Recorder
  /** Whether a call that names no world is refused. */
  readonly isWorldRequired: boolean
  /** Resolves when all requests of this turn of the event loop are read, with how many they are. */
  readonly gather: () => Promise<number>
  /** Ends waiting answers when the server stops. */
  readonly stopping: AbortSignal
  readonly log: (line: string, cause?: unknown) => void
}

/**
 * Handles the requests that arrive in one turn of the event loop one right after the other, once
 * all are read: warm caches make that several times faster, and the store saves them with one
 * write. Resolves with how many they are.
 */
export function gatherByTurn(): () => Promise<number> {
  let gathering: Promise<number> | undefined
  let count = 0
  return () => {
    count += 1
    gathering ??= new Promise((resolve) => {
      setImmediate(() => {
        gathering = undefined
        resolve(count)
        count = 0
      })
    })
    return gathering
  }
}

/** More requests in one turn of the event loop are a load test, not somebody who clicks twice. */
const MOST_IN_A_TURN = 4

/** Refuses an unknown path, or a method that a path does not have. */
export async function serveRefusal(
  api: ApiDependencies,
  context: Context<Env>,
  refuse: () => Answer,
): Promise<Response> {
  const cameAt = monotonicMs()
  const { incoming } = context.env
  refuseUnknownHost(api.hosts, incoming.headers.host)
  const { world, location, path } = worldOfRequest(context.req.url, incoming.headers)
  checkWorldName(world, location)
  const isApi = isApiPath(path)
  // Credentials are checked first, so that strangers cannot find out which paths exist.
  const user = isApi ? admit(api, incoming) : userIfAdmitted(api, incoming)
  const call = user && readyCall(api, context, {})
  const answer = isApi ? refusedToPage(api, incoming, refuse) : refuse()
  // Unknown paths do not create a world.
  if (call === undefined) {
    return plainAnswer(context, isApi ? underGatewayCodes(answer, api.assumptions) : answer)
  }
  call.user = user
  incoming.resume()
  return await finish(api, call, undefined, refused(call, undefined, answer), cameAt)
}

function userIfAdmitted(api: ApiDependencies, incoming: IncomingMessage): User | undefined {
  try {
    return admit(api, incoming)
  } catch {
    // The path is refused in any case.
    return undefined
  }
}

function refusedToPage(
  api: ApiDependencies,
  { headers }: IncomingMessage,
  refuse: () => Answer,
): Answer {
  try {
    if (isFromPage(headers)) refusePage(api, headers)
    return refuse()
  } catch (cause) {
    return failure(api, cause)
  }
}

/** Serves one operation: check in the specified order, run, store, answer, record. */
export async function serveOperation(
  api: ApiDependencies,
  operation: ServedOperation,
  context: Context<Env>,
): Promise<Response> {
  const cameAt = monotonicMs()
  // A call that its headers refuse creates no world. That of the developer's own page is recorded in the default one.
  const call =
    readyCall(api, context) ??
    (await openCall(api, context, () => {
      const { incoming } = context.env
      admit(api, incoming)
      return refusedPage(api, incoming.headers) ? 'default' : undefined
    }))
  call.user = admit(api, call.incoming)
  try {
    const result = await resultOf(api, call, operation)
    return await finish(api, call, operation.name, result, cameAt)
  } finally {
    // Even if it could not be recorded: later calls must not wait for it.
    call.history.pending.delete(call.processed ?? 0)
  }
}

async function resultOf(
  api: ApiDependencies,
  call: Call,
  operation: ServedOperation,
): Promise<Result> {
  const { incoming, world } = call
  let done: Result['done']
  try {
    operation.check ??= await operation.load()
    const { check } = operation
    call.marks = check.marks
    if (isFromPage(incoming.headers)) refusePage(api, incoming.headers)
    if (api.isWorldRequired) refuseNoWorld(call)
    if (operation.hasBody) {
      call.bytes = await readBody(incoming)
      call.body = parseJson(incoming, call.bytes)
    } else incoming.resume()
    const together = await api.gather()
    const processed = nextInSequence()
    call.processed = processed
    const result = world.run((context) => {
      // The body may have taken long to arrive: the world may have been reset since.
      call.history = world.history
      call.history.pending.add(processed)
      call.context = context
      call.input =
        call.repeated.length === 0 ? checkedRequest(check, call) : refuseRepeated(check, call)
      return operation.handle(call as UserCall, call.input)
    })
    done = result.done
    const unsafe = world.durable()
    if (unsafe !== undefined) await unsafe
    // Reads what came before this answer: otherwise a double click would look like two payments.
    else if (result.callRecord.facts.made !== undefined && together <= MOST_IN_A_TURN)
      await api.gather()
    return result
  } catch (cause) {
    // A change that could not be stored is undone, so the request must not stay in progress.
    done?.()
    return refused(call, operation.name, failure(api, cause))
  }
}

function refused(call: Call, operation: Operation | undefined, answer: Answer): Answered {
  const callRecord = refusedCallRecord(call, operation, answer.status)
  return {
    kind: 'answered',
    answer,
    callRecord,
    ruleHeaders: undefined,
    delayMs: 0,
    done: undefined,
  }
}

/** Delivers an answer and records it. */
async function finish(
  api: ApiDependencies,
  call: Call,
  operation: Operation | undefined,
  first: Result,
  cameAt: number,
): Promise<Response> {
  const isPrompt = first.kind === 'answered' && first.delayMs === 0
  const begun = isPrompt ? undefined : begin(call, operation, first)
  if (begun !== undefined) {
    leaveAtEnd(call.outgoing)
  }
  const stopWaiting = untilAsked(call, first)
  const result = first.kind === 'waiting' ? await answerOfBank(api, call, operation, first) : first
  const answer = withHeaders(api, call, result)
  try {
    const isLate = result.kind === 'broken' || result.delayMs > 0
    const delivered = isLate
      ? await deliverLate(result, answer, call, endOfWaiting(api, call))
      : send(answer, call)
    record({ call, operation, result, answer, delivered, cameAt, begun }, api)
  } finally {
    stopWaiting?.()
    result.done?.()
  }
  return SENT
}

/**
 * A client that asks what happened to its request no longer waits for the answer, even if it has not
 * closed the connection: it is treated as one that has left. Returns what ends this.
 */
function untilAsked({ world, correlation, outgoing }: Call, result: Result) {
  const isEndless = result.kind === 'waiting' && result.isAfterLeaving
  if (!isEndless && result.fault?.hang !== true) return undefined
  const { merchant, audit } = result.callRecord
  const { waiting } = world
  const leave = () => outgoing.destroy()
  const keys = [`${merchant} ${correlation.keyed?.key}`, `audit ${audit}`]
  for (const key of keys) waiting.set(key, leave)
  return () => {
    for (const key of keys) if (waiting.get(key) === leave) waiting.delete(key)
  }
}

/** Sends an answer, late or broken if a rule asks for it. */
async function deliverLate(
  { fault, delayMs, ruleHeaders = {} }: Answered | Broken,
  answer: Answer,
  call: Call,
  stopping: AbortSignal,
): Promise<Delivered> {
  if (delayMs > 0) await delay(delayMs, stopping)
  if (fault === undefined) return send(answer, call)
  return await breakAnswer({ fault, answer, ruleHeaders, call, stopping })
}

/** A stop of the server or a reset of the world ends all waiting: what was planned happens at once. */
function endOfWaiting({ stopping }: ApiDependencies, { history }: Call): AbortSignal {
  return AbortSignal.any([stopping, history.over])
}

/** Waits for a slow bank and returns its answer. A client that leaves early does not change it. */
async function answerOfBank(
  api: ApiDependencies,
  call: Call,
  operation: Operation | undefined,
  { isAfterLeaving, arrival, delayMs, finish, done }: Waiting,
): Promise<Answered | Broken> {
  const stopping = endOfWaiting(api, call)
  if (isAfterLeaving) await hold(call.outgoing, undefined, stopping)
  if (arrival !== undefined) await ended(AbortSignal.any([arrival, stopping]))
  await delay(delayMs, stopping)
  try {
    const result = finish()
    await call.world.durable()
    return result
  } catch (cause) {
    done?.()
    return refused(call, operation, failure(api, cause))
  }
}

/**
 * Who calls. Pages of other sites and callers without valid credentials are refused and counted,
 * and leave no other trace: neither may fill the journal or change the verdict.
 */
function admit(api: ApiDependencies, { headers }: IncomingMessage): User {
  const { own, authenticate, recorder, assumptions } = api
  if (headers[OWN_HEADER] === own.key) return own.user
  let user: User
  try {
    user = authenticate(headers.authorization)
  } catch (cause) {
    recorder.turnAway('unauthenticated')
    throw cause
  }
  if (assumptions.browser_calls === 'allow' || !isFromPage(headers)) return user
  const page = callingPage(headers, api)
  if (page === undefined || page.isOwn) return user
  recorder.turnAway('foreign-page')
  throw browserCall(page)
}

/** Refuses a page of the developer's own shop, as the gateway does. It is recorded and reported. */
function refusePage(api: ApiDependencies, headers: IncomingHttpHeaders): void {
  const page = refusedPage(api, headers)
  if (page !== undefined) throw browserCall(page)
}

/** It is recorded in the default world, where somebody who misses a request can find it. */
function refuseNoWorld({ isOfWorld, user }: Call): void {
  if (isOfWorld || user?.isSandbox) return
  const message =
    'The request names no world, and worlds.required is on: send X-Sandbox-World, or call /w/<world>/v1'
  throw requestProblem('world_required', message, ['header', WORLD_HEADER])
}

function refusedPage(api: ApiDependencies, headers: IncomingHttpHeaders): CallingPage | undefined {
  return api.assumptions.browser_calls === 'refuse' ? callingPage(headers, api) : undefined
}

function browserCall({ header }: CallingPage): RequestProblem {
  const message = 'The API is for backend servers; a web page must not call it'
  return requestProblem('browser_call_refused', message, ['header', header])
}

/** Reports repeated parameters together with all other errors. */
function refuseRepeated(check: Check<unknown>, call: Call): never {
  const repeated = call.repeated.map(repeatedParameter)
  try {
    checkedRequest(check, call)
  } catch (cause) {
    if (!(cause instanceof RequestProblem)) throw cause
    repeated.push(...cause.located)
  }
  throw new RequestProblem(inOrder(repeated))
}

function withHeaders(api: ApiDependencies, call: Call, result: Answered | Broken): Answer {
  const { answer, callRecord, ruleHeaders } = result
  const { status, headers, body } =
    answer.refused === undefined ? answer : underGatewayCodes(answer, api.assumptions)
  const all: Record<string, string> = {}
  if (body !== undefined) all['Content-Type'] = 'application/json; charset=utf-8'
  const { id } = call.correlation
  if (id !== undefined) all['X-Correlation-Id'] = id
  if (callRecord.rules.length > 0) all['X-Sandbox-Rule'] = callRecord.rules.join(', ')
  for (const name in headers) all[name] = headers[name] as string
  if (ruleHeaders !== undefined) setHeaders(all, ruleHeaders)
  return { status, headers: all, body }
}
