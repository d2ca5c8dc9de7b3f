import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import type { Assumptions } from '../../domain/assumptions/assumptions.ts'
import type { CommandContext } from '../../domain/command-context.ts'
import { type Answer, SENT } from '../answer.ts'
import type { Call, Env, UserCall } from '../call.ts'
import type { Check } from '../contract/check.ts'
import { signOfElsewhere } from '../host-check.ts'
import type { ApiOperation, ServedOperation } from '../operation.ts'
import { pathOf, splitWorld } from '../paths.ts'
import { failure, underGatewayCodes } from '../problem-response.ts'
import { problem } from '../request-problem.ts'
import { type Authenticate, OWN_HEADER, type OwnClient, type User } from './auth.ts'
import { bankTime, deliver } from './delivery/deliver.ts'
import { plainAnswer, setHeaders } from './delivery/send.ts'
import { hold, leaveAtEnd } from './delivery/waiting.ts'
import {
  type Address,
  API,
  defaultCall,
  isWorldKnown,
  isWorldReady,
  openCall,
  parametersOf,
  readyCall,
} from './open-call.ts'
import { checked, nothingSent, type ReadParts, readInput, readParts } from './read-input.ts'
import { begin, record, turnsOf } from './record/recorder.ts'
import { nextInSequence } from './record/sequence.ts'
import type { Tape } from './record/tape.ts'

/** What all operations need. */
export interface ApiDependencies extends Address {
  readonly assumptions: Assumptions
  readonly authenticate: Authenticate
  readonly own: OwnClient
  /** Resolves when all requests of this turn of the event loop are read, with how many they are. */
  readonly gather: () => Promise<number>
  /** Ends waiting answers when the server stops. */
  readonly stopping: AbortSignal
  readonly log: (line: string, cause?: unknown) => void
  readonly tape?: Tape | undefined
}

/** More requests in one turn of the event loop are a load test, not somebody who clicks twice. */
const MOST_IN_A_TURN = 4

/** The checks before a world is created for a call. */
function admit(api: ApiDependencies, incoming: IncomingMessage): void {
  userOf(api, incoming)
  refuseBrowser(api, incoming)
}

/** Refuses an unknown path, or a method that a path does not have. */
export async function serveRefusal(
  api: ApiDependencies,
  context: Context<Env>,
  refuse: () => Answer,
): Promise<Response> {
  const cameAt = performance.now()
  const first = refusalFor(api, context, refuse)
  // Unknown paths do not create a world.
  if (!isWorldReady(api, context)) {
    if (!isApi(context)) return plainAnswer(context, first)
    return await recordOutside(api, context, { first, cameAt, sent: nothingSent() })
  }
  const call = await openCall(api, context)
  call.incoming.resume()
  return await finish(api, undefined, { call, first, cameAt })
}

/** Credentials are checked first, so that strangers cannot find out which paths exist. */
function refusalFor(api: ApiDependencies, context: Context<Env>, refuse: () => Answer): Answer {
  if (!isApi(context)) return refuse()
  try {
    admit(api, context.env.incoming)
    return underGatewayCodes(refuse(), api.assumptions)
  } catch (cause) {
    return underGatewayCodes(failure(api, cause), api.assumptions)
  }
}

function isApi({ req }: Context<Env>): boolean {
  const { path } = splitWorld(pathOf(req.url))
  return path === API || path.startsWith(`${API}/`)
}

/** A call that was refused before its world was created. */
interface RefusedCall {
  readonly operation?: ApiOperation | undefined
  readonly first: Answer
  readonly cameAt: number
  readonly sent: ReadParts
}

/**
 * Answers a refused call to a world that does not exist. It does not create the world, and is
 * recorded in the default one, so that the report counts it; strangers are not recorded.
 */
async function recordOutside(
  api: ApiDependencies,
  context: Context<Env>,
  { operation, first, cameAt, sent }: RefusedCall,
): Promise<Response> {
  const call = first.status === 401 ? undefined : defaultCall(api, context)
  if (call === undefined) return plainAnswer(context, underGatewayCodes(first, api.assumptions))
  if (!sent.isRead) call.incoming.resume()
  return await finish(api, operation, { call: Object.assign(call, sent), first, cameAt })
}

/** Serves one operation: check in the specified order, run, store, answer, record. */
export async function serveOperation(
  api: ApiDependencies,
  context: Context<Env>,
  served: ServedOperation,
): Promise<Response> {
  const cameAt = performance.now()
  const operation = isNamed(served) ? served : undefined
  const answered = (call: Call, first: Answer) => finish(api, operation, { call, first, cameAt })
  const refused = (sent: ReadParts, first: Answer) =>
    recordOutside(api, context, { operation, first, cameAt, sent })
  const ready = readyCall(api, context)
  if (ready !== undefined) return await answered(ready, await answerTo(api, served, ready))
  const sent = nothingSent()
  let call: Call
  try {
    call = await admitted(api, context, served, sent)
  } catch (cause) {
    return await refused(sent, failure(api, cause))
  }
  const first = await answerTo(api, served, call)
  const isAbandoned = await abandonsWorld(api, call, first)
  return await (isAbandoned ? refused(readParts(call), first) : answered(call, first))
}

function isNamed(served: ServedOperation): served is ApiOperation {
  return served.name !== undefined
}

/** Checks a call before a world is created for it. */
async function admitted(
  api: ApiDependencies,
  context: Context<Env>,
  served: ServedOperation,
  sent: ReadParts,
): Promise<Call> {
  const { incoming } = context.env
  admit(api, incoming)
  if (isWorldKnown(api, context)) return await openCall(api, context)
  const check = await served.check()
  sent.marks = check.marks
  await readInput(sent, { incoming, hasBody: served.hasBody })
  checked(check, { ...parametersOf(context), body: sent.body })
  return Object.assign(await openCall(api, context), sent)
}

/** Removes a world that was created for this call alone, if the call was refused in it. */
async function abandonsWorld(
  { worlds }: ApiDependencies,
  { world }: Call,
  first: Answer,
): Promise<boolean> {
  // A 404 keeps the world: clients often start by looking up something that does not exist yet.
  if (first.refused === undefined || first.status === 404) return false
  return await worlds.abandon(world.name)
}

/** Delivers an answer and records it. */
async function finish(
  api: ApiDependencies,
  operation: ApiOperation | undefined,
  { call, first, cameAt }: { readonly call: Call; readonly first: Answer; readonly cameAt: number },
): Promise<Response> {
  if (takesTime(first)) leaveAtEnd(call.outgoing)
  const begun = begin(call, operation, first, cameAt)
  const isSlow = first.note?.bankAnswer !== undefined
  const said = isSlow ? await answerOfBank(api, call, first) : first
  const answer = withHeaders(call, underGatewayCodes(said, api.assumptions))
  const delivering = deliver(answer, call, api)
  const delivered = delivering instanceof Promise ? await delivering : delivering
  record({ call, operation, answer, delivered, cameAt, begun }, api)
  return SENT
}

function takesTime({ note }: Answer): boolean {
  if (note === undefined) return false
  return note.fault !== undefined || Boolean(note.delayMs) || note.bankAnswer !== undefined
}

async function answerTo(
  api: ApiDependencies,
  operation: ServedOperation,
  call: Call,
): Promise<Answer> {
  try {
    const later = operation.check()
    const check = later instanceof Promise ? await later : later
    call.marks = check.marks
    call.user = userOf(api, call.incoming)
    refuseBrowser(api, call.incoming)
    if (!call.isRead) await readInput(call, { incoming: call.incoming, hasBody: operation.hasBody })
    const together = await api.gather()
    call.turns = turnsOf(call)
    api.tape?.begin(call)
    const answer = call.world.run((context) => handled(operation, check, call, context))
    const unsafe = call.world.durable()
    if (unsafe !== undefined) await unsafe.catch((cause: unknown) => giveUp(answer, cause))
    const isFast = unsafe === undefined && answer.note?.transaction !== undefined
    // Reads what came before this answer: otherwise a double click would look like two payments.
    if (isFast && together <= MOST_IN_A_TURN) await api.gather()
    return answer
  } catch (cause) {
    return failure(api, cause)
  }
}

function handled(
  operation: ServedOperation,
  check: Check<unknown>,
  call: Call,
  context: CommandContext,
): Answer {
  // The body may have taken long to arrive: the world may have been reset since.
  call.history = call.world.history
  call.context = context
  call.input = checked(check, call)
  return operation.handle(call as UserCall, call.input)
}

/** Waits for a slow bank and returns its answer. A client that leaves early does not change it. */
async function answerOfBank(api: ApiDependencies, call: Call, first: Answer): Promise<Answer> {
  const { bankAnswer, delayMs = 0, done, isAfterLeaving } = first.note ?? {}
  if (isAfterLeaving) await hold(call.outgoing, undefined, api.stopping)
  await bankTime(delayMs, call, api)
  if (call.turns !== undefined) {
    call.turns.through = nextInSequence()
    call.turns.throughAt = call.world.environment.realTime()
  }
  try {
    const answer = bankAnswer?.() ?? first
    await call.world.durable()
    return answer
  } catch (cause) {
    done?.()
    return failure(api, cause)
  }
}

function userOf({ own, authenticate }: ApiDependencies, { headers }: IncomingMessage): User {
  return headers[OWN_HEADER] === own.key ? own.user : authenticate(headers.authorization)
}

function refuseBrowser(api: ApiDependencies, { headers }: IncomingMessage): void {
  if (api.assumptions.browser_calls === 'allow') return
  const sign = headers.origin === undefined ? signOfElsewhere(headers, api.publicUrl) : 'Origin'
  if (sign === undefined) return
  const message = 'The API is for backend servers; a web page must not call it'
  throw problem('browser_call_refused', message, ['header', sign])
}

/** A change that could not be stored is undone, so the request must not stay in progress. */
function giveUp(answer: Answer, cause: unknown): never {
  answer.note?.done?.()
  throw cause
}

function withHeaders(call: Call, { status, headers, body, note }: Answer): Answer {
  const all: Record<string, string> = {}
  if (body !== undefined) all['Content-Type'] = 'application/json; charset=utf-8'
  const { id } = call.correlation
  if (id !== undefined) all['X-Correlation-Id'] = id
  if (note?.rules !== undefined && note.rules.length > 0) {
    all['X-Sandbox-Rule'] = note.rules.join(', ')
  }
  for (const name in headers) all[name] = headers[name] as string
  if (note?.ruleHeaders !== undefined) setHeaders(all, note.ruleHeaders)
  return { status, headers: all, body, note }
}
