import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import type { Assumptions } from '../../domain/assumptions.ts'
import { maskWritten } from '../../domain/card/card-number-in-text.ts'
import type { Ground } from '../../domain/ground.ts'
import { Problem } from '../../domain/problem.ts'
import type { Answer } from '../answer.ts'
import type { Call, Env, UserCall } from '../call.ts'
import type { Check } from '../contract/check.ts'
import type { Operation } from '../operation.ts'
import { pathOf, splitWorld } from '../paths.ts'
import { refusal, underGatewayCodes } from '../problem-response.ts'
import { inOrder, type LocatedObjection, problem, RequestProblem } from '../request-problem.ts'
import { SENT } from '../sent.ts'
import { type Authenticate, OWN_HEADER, type OwnClient, type User } from './auth.ts'
import { parseJson, readBody } from './body.ts'
import { bankTime, deliver } from './delivery/deliver.ts'
import { plainAnswer } from './delivery/plain-answer.ts'
import { setHeaders } from './delivery/rule-headers.ts'
import { leaveAtEnd } from './delivery/waiting.ts'
import { type Address, API, isWorldReady, openCall } from './open-call.ts'
import type { Members } from './record/masked.ts'
import { withoutOwnNumber } from './record/own-number.ts'
import { begin, record } from './record/recorder.ts'
import type { Tape } from './record/tape.ts'

/** What all operations share. */
export interface Gate extends Address {
  readonly assumptions: Assumptions
  readonly authenticate: Authenticate
  readonly own: OwnClient
  /** What may be written down of requests. */
  readonly members: Members
  /** Settles when all requests of this turn are read. */
  readonly gather: () => Promise<void>
  /** Ends waiting answers when the server stops. */
  readonly stopping: AbortSignal
  readonly log: (line: string, cause?: unknown) => void
  readonly tape?: Tape | undefined
}

type Unnamed = Omit<Operation, 'name'>

type Answerer = (call: Call) => Promise<Answer>

/** Serves one operation: check in the decided order, do it, make it safe, answer, write it down. */
export function serve(gate: Gate, operation: Operation) {
  return (context: Context<Env>) =>
    exchange(gate, context, operation, (call) => answerTo(gate, operation, call))
}

/** Serves what has no name in rules and in the journal, in the same way. */
export function serveUnnamed(gate: Gate, served: Unnamed) {
  return (context: Context<Env>) =>
    exchange(gate, context, undefined, (call) => answerTo(gate, served, call))
}

/** What a call must pass before a world is made for it. */
function admit(gate: Gate, incoming: IncomingMessage): void {
  userOf(gate, incoming)
  refuseBrowser(gate, incoming)
}

/** Answers requests for no operation: an unknown path, or a method that a path does not have. */
export function serveRefusal(gate: Gate, refuse: (context: Context<Env>) => Answer) {
  return (context: Context<Env>) => {
    // What leads nowhere makes no world.
    if (!isWorldReady(gate, context)) return plainAnswer(context, refusalFor(gate, context, refuse))
    return exchange(gate, context, undefined, async (call) => {
      call.incoming.resume()
      return refusalFor(gate, context, refuse)
    })
  }
}

/** Who calls comes first: a path that does not exist says nothing to those who may not know. */
function refusalFor(
  gate: Gate,
  context: Context<Env>,
  refuse: (context: Context<Env>) => Answer,
): Answer {
  const { path } = splitWorld(pathOf(context.req.url))
  const { incoming } = context.env
  const isApi = path === API || path.startsWith(`${API}/`)
  if (!isApi) return refuse(context)
  try {
    admit(gate, incoming)
    return underGatewayCodes(refuse(context), gate.assumptions)
  } catch (cause) {
    return underGatewayCodes(failure(gate, cause), gate.assumptions)
  }
}

async function exchange(
  gate: Gate,
  context: Context<Env>,
  operation: Operation | undefined,
  answerer: Answerer,
): Promise<Response> {
  const cameAt = performance.now()
  const opening = openCall(gate, context, () => admit(gate, context.env.incoming))
  const call = opening instanceof Promise ? await opening : opening
  const first = await answerer(call)
  if (takesTime(first)) leaveAtEnd(call.outgoing)
  const begun = begin(call, operation, first, cameAt)
  const isSlow = first.note?.ripen !== undefined
  const said = isSlow ? await ripened(gate, call, first) : first
  const answer = withHeaders(call, underGatewayCodes(said, gate.assumptions))
  const delivering = deliver(answer, call, gate)
  const delivered = delivering instanceof Promise ? await delivering : delivering
  const took = gate.tape?.took?.(call)
  gate.tape?.end(call, answer, delivered)
  const { members } = gate
  const startedAt = took === undefined ? cameAt : performance.now() - took.untilEnd
  if (begun !== undefined && took?.untilLeft !== undefined)
    begun.leftAt = startedAt + took.untilLeft
  record({ call, operation, answer, delivered, members, startedAt, begun }, gate.log)
  return SENT
}

function takesTime({ note }: Answer): boolean {
  if (note === undefined) return false
  return note.fault !== undefined || Boolean(note.delayMs) || note.ripen !== undefined
}

async function answerTo(gate: Gate, operation: Unnamed, call: Call): Promise<Answer> {
  try {
    call.user = userOf(gate, call.incoming)
    refuseBrowser(gate, call.incoming)
    await readInput(operation, call)
    const later = operation.check()
    const check = later instanceof Promise ? await later : later
    await gate.gather()
    gate.tape?.begin(call)
    const answer = call.world.run((ground) => handled(operation, check, call, ground))
    const unsafe = call.world.durable()
    if (unsafe !== undefined) await unsafe.catch((cause: unknown) => giveUp(answer, cause))
    return answer
  } catch (cause) {
    return failure(gate, cause)
  }
}

function handled(operation: Unnamed, check: Check<unknown>, call: Call, ground: Ground): Answer {
  // Its body may have been long in coming: the world may have been reset since.
  call.journal = call.world.journal
  call.ground = ground
  call.input = checked(check, call)
  return operation.handle(call as UserCall, call.input)
}

/** A slow bank's answer, once it has come. A client that leaves early changes nothing of it. */
async function ripened(gate: Gate, call: Call, first: Answer): Promise<Answer> {
  const { ripen, delayMs = 0, done } = first.note ?? {}
  await bankTime(delayMs, call, gate)
  try {
    const answer = ripen?.() ?? first
    await call.world.durable()
    return answer
  } catch (cause) {
    done?.()
    return failure(gate, cause)
  }
}

function userOf({ own, authenticate }: Gate, { headers }: IncomingMessage): User {
  return headers[OWN_HEADER] === own.key ? own.user : authenticate(headers.authorization)
}

async function readInput({ hasBody }: Unnamed, call: Call): Promise<void> {
  if (!hasBody) {
    call.incoming.resume()
    return
  }
  call.bytes = await readBody(call.incoming)
  const { body, ownNumberIn, isPlain } = withoutOwnNumber(
    parseJson(call.incoming, call.bytes),
    call.bytes,
    call.world.surroundings.assumptions,
  )
  call.body = body
  call.ownNumberIn = ownNumberIn
  call.isBodyPlain = isPlain
}

function refuseBrowser({ assumptions }: Gate, { headers }: IncomingMessage): void {
  if (assumptions.browser_calls === 'allow' || headers.origin === undefined) return
  const message = 'The API is for backend servers; a web page must not call it'
  throw problem('browser_call_refused', message, ['header', 'Origin'])
}

/** All faults of path, query, header and body at once. */
function checked(check: Check<unknown>, call: Call): unknown {
  if (call.repeated.length === 0) return checkedOnce(check, call)
  const repeated = call.repeated.map((name) => ({
    code: 'repeated_parameter' as const,
    message: 'Is given more than once',
    location: ['query', maskWritten(name)],
  }))
  throw new RequestProblem(inOrder([...repeated, ...otherFaults(check, call)]))
}

function otherFaults(check: Check<unknown>, call: Call): readonly LocatedObjection[] {
  try {
    checkedOnce(check, call)
    return []
  } catch (cause) {
    if (cause instanceof RequestProblem) return cause.located
    throw cause
  }
}

function checkedOnce(check: Check<unknown>, call: Call): unknown {
  const { given } = call.correlation
  return check({
    header: given === undefined ? noHeader : { 'X-Correlation-Id': given },
    path: call.pathValues,
    query: call.query,
    body: call.body,
  })
}

const noHeader = {}

/** What could not be made safe has not happened. */
function giveUp(answer: Answer, cause: unknown): never {
  answer.note?.done?.()
  throw cause
}

/** A refusal is an answer; anything else is our own failure, and the log says why. */
export function failure(gate: Pick<Gate, 'log'>, cause: unknown): Answer {
  if (cause instanceof Problem) {
    const headers: Record<string, string> =
      cause.code === 'unauthenticated'
        ? { 'WWW-Authenticate': 'Basic realm="sandgate", Bearer realm="sandgate"' }
        : {}
    return refusal(cause, headers)
  }
  gate.log('A request failed inside the sandbox', cause)
  const message = 'The sandbox failed to answer; its log says why'
  return refusal(problem('internal_error', message))
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
