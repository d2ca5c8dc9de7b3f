import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import { Problem, problem } from '../domain/problem.ts'
import type { Assumptions } from '../domain/settings.ts'
import type { Answer } from './answer.ts'
import type { Authenticate } from './auth.ts'
import { parseJson, readBody } from './body.ts'
import type { Call, Env } from './call.ts'
import { objections } from './contract/objection.ts'
import { correlationEcho, correlationHeader } from './correlation-header.ts'
import { deliver } from './deliver.ts'
import { type Address, openCall } from './open-call.ts'
import type { Operation } from './operation.ts'
import { errorBody, refusal } from './problem-response.ts'
import { record, type Seen } from './recorder.ts'

/** What all operations share. */
export interface Gate extends Address {
  readonly assumptions: Assumptions
  readonly authenticate: Authenticate
  /** Ends waiting answers when the server stops. */
  readonly stopping: AbortSignal
  readonly log: (line: string, cause?: unknown) => void
}

type Answerer = (call: Call, seen: Seen) => Promise<Answer>

/** Serves one operation: check in the decided order, do it, make it safe, answer, write it down. */
export function serve(gate: Gate, operation: Operation) {
  return (context: Context<Env>) =>
    exchange(gate, context, operation, (call, seen) => answerTo(gate, operation, call, seen))
}

/** Serves what is no operation: a path that leads nowhere, a method that a path does not have. */
export function serveRefusal(gate: Gate, refuse: (context: Context<Env>) => Answer) {
  return (context: Context<Env>) =>
    exchange(gate, context, undefined, async (call) => {
      call.incoming.resume()
      return refuse(context)
    })
}

async function exchange(
  gate: Gate,
  context: Context<Env>,
  operation: Operation | undefined,
  answerer: Answerer,
): Promise<Response> {
  const startedAt = performance.now()
  const call = await openCall(gate, context)
  const seen: Seen = { body: undefined, input: undefined, user: undefined }
  const answer = withHeaders(call, await answerer(call, seen))
  const delivered = await deliver(answer, call, gate.stopping)
  try {
    record({ call, operation, seen, answer, delivered, startedAt })
  } catch (cause) {
    // The client has its answer; what is written down of it is our own affair.
    gate.log('A call could not be written into the journal', cause)
  }
  return RESPONSE_ALREADY_SENT
}

async function answerTo(gate: Gate, operation: Operation, call: Call, seen: Seen): Promise<Answer> {
  try {
    seen.user = gate.authenticate(call.incoming.headers.authorization)
    refuseBrowser(gate, call)
    if (operation.hasBody) seen.body = parseJson(call.incoming, await readBody(call.incoming))
    else call.incoming.resume()
    seen.input = checked(operation, call, seen.body)
    const answer = operation.handle({ ...call, user: seen.user, body: seen.body }, seen.input)
    const unsafe = call.world.durable()
    if (unsafe !== undefined) await unsafe.catch((cause: unknown) => giveUp(answer, cause))
    return answer
  } catch (cause) {
    return failure(gate, cause)
  }
}

function refuseBrowser({ assumptions }: Gate, { incoming }: Call): void {
  if (assumptions.browser_calls === 'allow' || incoming.headers.origin === undefined) return
  const message = 'The API is for backend servers; a web page must not call it'
  throw problem('browser_call_refused', message, ['header', 'Origin'])
}

/** All faults of path, query, header and body at once. */
function checked(operation: Operation, call: Call, body: unknown): unknown {
  const result = operation.contract.safeParse({
    header: { 'X-Correlation-Id': correlationHeader(call.incoming) },
    path: call.pathValues,
    query: call.query,
    body,
  })
  if (!result.success) throw new Problem(objections(result.error))
  return result.data
}

/** What could not be made safe has not happened. */
function giveUp(answer: Answer, cause: unknown): never {
  answer.note?.processed?.()
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
  const body = errorBody([{ code: 'internal_error', message, location: [] }])
  return { status: 500, headers: {}, body }
}

function withHeaders(call: Call, answer: Answer): Answer {
  const rule = answer.note?.rule
  return {
    ...answer,
    headers: {
      ...(answer.body !== undefined && { 'Content-Type': 'application/json; charset=utf-8' }),
      ...correlationEcho(call.incoming),
      ...(rule !== undefined && { 'X-Sandbox-Rule': rule }),
      ...answer.headers,
    },
  }
}
