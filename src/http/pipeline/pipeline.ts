import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import type { Assumptions } from '../../domain/assumptions.ts'
import type { CommandContext } from '../../domain/command-context.ts'
import { Problem } from '../../domain/problem.ts'
import type { Answer } from '../answer.ts'
import type { Call, Env, UserCall } from '../call.ts'
import type { Check } from '../contract/check.ts'
import type { Operation } from '../operation.ts'
import { pathOf, splitWorld } from '../paths.ts'
import { refusal, underGatewayCodes } from '../problem-response.ts'
import { problem } from '../request-problem.ts'
import { SENT } from '../sent.ts'
import { type Authenticate, OWN_HEADER, type OwnClient, type User } from './auth.ts'
import { bankTime, deliver } from './delivery/deliver.ts'
import { plainAnswer } from './delivery/plain-answer.ts'
import { setHeaders } from './delivery/rule-headers.ts'
import { leaveAtEnd } from './delivery/waiting.ts'
import {
  type Address,
  API,
  askedIn,
  isWorldKnown,
  isWorldReady,
  openCall,
  readyCall,
} from './open-call.ts'
import { checked, nothingSent, readInput } from './read-input.ts'
import { begin } from './record/begun.ts'
import type { Members } from './record/masked.ts'
import { record } from './record/recorder.ts'
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

/** Serves one operation: check in the decided order, do it, make it safe, answer, write it down. */
export function serve(gate: Gate, operation: Operation) {
  return (context: Context<Env>) => exchange(gate, context, operation, operation)
}

/** Serves what has no name in rules and in the journal, in the same way. */
export function serveUnnamed(gate: Gate, served: Unnamed) {
  return (context: Context<Env>) => exchange(gate, context, served, undefined)
}

/** What a call must pass before a world is made for it. */
function admit(gate: Gate, incoming: IncomingMessage): void {
  userOf(gate, incoming)
  refuseBrowser(gate, incoming)
}

/** Answers requests for no operation: an unknown path, or a method that a path does not have. */
export function serveRefusal(gate: Gate, refuse: (context: Context<Env>) => Answer) {
  return async (context: Context<Env>) => {
    const cameAt = performance.now()
    // What leads nowhere makes no world.
    if (!isWorldReady(gate, context)) return plainAnswer(context, refusalFor(gate, context, refuse))
    const call = await openCall(gate, context)
    call.incoming.resume()
    return finish(gate, undefined, { call, first: refusalFor(gate, context, refuse), cameAt })
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
  served: Unnamed,
  operation: Operation | undefined,
): Promise<Response> {
  const cameAt = performance.now()
  const ready = readyCall(gate, context)
  const call = ready ?? (await admitted(gate, context, served))
  const first = await answerTo(gate, served, call)
  if (ready === undefined && (await isInVain(gate, call, first))) {
    return plainAnswer(context, underGatewayCodes(first, gate.assumptions))
  }
  return await finish(gate, operation, { call, first, cameAt })
}

/** What is wrong with a call is found before a world is made for it. */
async function admitted(gate: Gate, context: Context<Env>, served: Unnamed): Promise<Call> {
  const { incoming } = context.env
  admit(gate, incoming)
  if (isWorldKnown(gate, context)) return await openCall(gate, context)
  const sent = nothingSent()
  await readInput(sent, { incoming, hasBody: served.hasBody, assumptions: gate.assumptions })
  checked(await served.check(), { ...askedIn(context), body: sent.body })
  return Object.assign(await openCall(gate, context), sent)
}

/** Some things can only be found wrong in a world: it goes again if it was made for this alone. */
async function isInVain({ worlds }: Gate, { world }: Call, first: Answer): Promise<boolean> {
  // To look for what is not there yet is a way to begin.
  if (first.refused === undefined || first.status === 404) return false
  return await worlds.abandon(world.name)
}

/** Delivers an answer and writes it down. */
async function finish(
  gate: Gate,
  operation: Operation | undefined,
  { call, first, cameAt }: { readonly call: Call; readonly first: Answer; readonly cameAt: number },
): Promise<Response> {
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
    if (!call.isRead)
      await readInput(call, {
        incoming: call.incoming,
        hasBody: operation.hasBody,
        assumptions: gate.assumptions,
      })
    const later = operation.check()
    const check = later instanceof Promise ? await later : later
    await gate.gather()
    gate.tape?.begin(call)
    const answer = call.world.run((context) => handled(operation, check, call, context))
    const unsafe = call.world.durable()
    if (unsafe !== undefined) await unsafe.catch((cause: unknown) => giveUp(answer, cause))
    return answer
  } catch (cause) {
    return failure(gate, cause)
  }
}

function handled(
  operation: Unnamed,
  check: Check<unknown>,
  call: Call,
  context: CommandContext,
): Answer {
  // Its body may have been long in coming: the world may have been reset since.
  call.journal = call.world.journal
  call.context = context
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

function refuseBrowser({ assumptions }: Gate, { headers }: IncomingMessage): void {
  if (assumptions.browser_calls === 'allow' || headers.origin === undefined) return
  const message = 'The API is for backend servers; a web page must not call it'
  throw problem('browser_call_refused', message, ['header', 'Origin'])
}

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
