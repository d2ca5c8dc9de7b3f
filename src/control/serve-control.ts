import type { Context } from 'hono'
import { redactAddress } from '../base/redaction/redacted.ts'
import { type Answer, longJsonAnswer, SENT } from '../gateway/wire/answer.ts'
import { type Call, type Env, openCall } from '../gateway/wire/call.ts'
import { pathOf, splitWorld } from '../gateway/wire/paths.ts'
import { parseJson, readBody, refuseEncoded } from '../gateway/wire/pipeline/body.ts'
import { send } from '../gateway/wire/pipeline/delivery/deliver.ts'
import { failure } from '../gateway/wire/problem-response.ts'
import {
  RequestProblem,
  recordedRun,
  repeatedParameter,
  requestProblem,
} from '../gateway/wire/request-problem.ts'
import type { ControlCall } from './contract/control-call.ts'
import type { ControlRoute } from './control-calls.ts'
import { type ControlHandler, WithStatus } from './control-handler.ts'
import { guard, refuseMakingFromElsewhere } from './guard.ts'
import type { ControlParts, HandlerParts } from './parts.ts'

/** In bytes; larger than a scenario file may be. An import is streamed, and may be larger. */
const MAX_CONTROL_BODY = 1024 * 1024

/**
 * Serves one control call: guard, open the world, check, run, store, answer. Control calls are not
 * in the journal. A call that is refused for its input may leave an empty world.
 */
export function serveControl(
  parts: HandlerParts,
  context: Context<Env>,
  control: ControlRoute,
): Promise<Response> {
  return answering(parts, context, async () => {
    const { incoming } = context.env
    const { world } = splitWorld(pathOf(context.req.url))
    // The names of other worlds are not for strangers.
    guard(parts, incoming, control.isOpen === true && world === 'default')
    refuseNewWorld(parts, context)
    // Even a call that needs no token needs it to create a world.
    const admit = () => {
      guard(parts, incoming, false)
      if (!parts.worlds.has(world)) refuseMakingFromElsewhere(parts, incoming)
      return undefined
    }
    const call = await openCall(parts, context, admit)
    refuseRepeated(call)
    const handler = await control.load()
    const body = await bodyOf(control, incoming)
    const value = await answerValue(parts, handler, { control, call, body })
    return value === undefined ? undefined : await okAnswer(value)
  })
}

/** A control call and its input. */
interface ControlInvocation {
  readonly call: Call
  readonly control: ControlCall
  readonly body: unknown
}

/** The value of an answer, once its changes are safe; undefined if the handler has sent the answer. */
export async function answerValue(
  parts: HandlerParts,
  handler: ControlHandler,
  invocation: ControlInvocation,
): Promise<unknown> {
  const { call, body, control } = invocation
  const input = await handler.check({ path: call.pathValues, query: call.query, body })
  // The body may have taken long to arrive: the world may have been removed since.
  call.world.refuseIfClosed()
  const isChange = control.method !== 'GET' && control.isReading !== true
  if (isChange && parts.shows !== undefined) throw recordedRun()
  const value = await handler.handle(call, input, parts)
  await call.world.durable()
  return value
}

function refuseRepeated({ repeated: [name] }: Call): void {
  if (name !== undefined) throw new RequestProblem([repeatedParameter(name)])
}

/** Refuses an unknown control call. */
export function serveNothing(
  parts: ControlParts,
  context: Context<Env>,
  refuse: () => Answer,
): Promise<Response> {
  return answering(parts, context, async () => {
    guard(parts, context.env.incoming, false)
    return refuse()
  })
}

/** A call that only reads does not create a world. */
function refuseNewWorld({ worlds }: ControlParts, { env, req }: Context<Env>): void {
  if (env.incoming.headers['x-sandbox-world'] !== 'existing') return
  const { world } = splitWorld(pathOf(req.url))
  const names = worlds.list().map(({ name }) => name)
  if (names.includes(world)) return
  const known = names.slice(0, 20).join(', ') + (names.length > 20 ? ', …' : '')
  const others = names.length === 1 ? `the only one is ${known}` : `there are ${known}`
  const message = `There is no world '${redactAddress(world).slice(0, 60)}'; ${others}`
  throw requestProblem('not_found', message, ['path', 'world'])
}

async function answering(
  parts: ControlParts,
  context: Context<Env>,
  work: () => Promise<Answer | undefined>,
): Promise<Response> {
  const { outgoing } = context.env
  const answer = await work().catch((cause: unknown) => refused(parts, context, cause))
  if (answer === undefined) return SENT
  const headers = { ...answer.headers, ...fixedHeaders }
  // A stream that fails half-way can only be cut off.
  if (outgoing.headersSent) outgoing.destroy()
  else send({ ...answer, headers }, { outgoing })
  return SENT
}

const fixedHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
}

function okAnswer(value: unknown): Promise<Answer> {
  return value instanceof WithStatus
    ? longJsonAnswer(value.status, value.answer)
    : longJsonAnswer(200, value)
}

function refused(parts: ControlParts, { env }: Context<Env>, cause: unknown): Answer {
  env.incoming.resume()
  const answer = failure(parts, cause)
  // Bearer keeps browsers from asking for a name and a password.
  return answer.status === 401 ? { ...answer, headers: { 'WWW-Authenticate': 'Bearer' } } : answer
}

/** No body counts as an empty object. */
async function bodyOf(
  { method, takes, maxBody = MAX_CONTROL_BODY }: ControlCall,
  incoming: Call['incoming'],
): Promise<unknown> {
  if (takes === 'bytes') {
    refuseEncoded(incoming)
    // The handler reads the body itself.
    return {}
  }
  // Node drops what they carry once they are answered.
  if (method === 'GET' || method === 'DELETE') return {}
  const bytes = await readBody(incoming, maxBody)
  return bytes.length === 0 ? {} : parseJson(incoming, bytes)
}
