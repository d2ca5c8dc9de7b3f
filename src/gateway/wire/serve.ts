import type { Context } from 'hono'
import { monotonicMs } from '../../base/monotonic.ts'
import { setImmediate } from '../../base/timers.ts'
import { type Answer, type Result, SENT } from './answer.ts'
import {
  type Address,
  type Call,
  checkedRequest,
  type Env,
  nextInSequence,
  openCall,
  readyCall,
  userCall,
} from './call.ts'
import { admit, type Caller, type Callers, refuseUnknownHost } from './caller.ts'
import { refusedResult, type ServedOperation } from './operation.ts'
import { checkWorldName, isApiPath, WORLD_HEADER, worldOfRequest } from './paths.ts'
import { parseJson, readBody } from './pipeline/body.ts'
import { plainAnswer, send, withHeaders } from './pipeline/delivery/deliver.ts'
import { deliverLate } from './pipeline/delivery/late.ts'
import { record, type ServedCall } from './pipeline/record/recorder.ts'
import { type RedactedRequest, redactedRequest } from './pipeline/record/redacted-request.ts'
import { failure, refusalResponse, underGatewayCodes } from './problem-response.ts'
import { type RequestProblem, requestProblem } from './request-problem.ts'

/** What all operations need. */
export interface ApiDependencies extends Address, Callers {
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

/** Serves one operation: who calls, read, check, run, store, answer, record. */
export async function serveOperation(
  api: ApiDependencies,
  operation: ServedOperation,
  context: Context<Env>,
): Promise<Response> {
  const cameAt = monotonicMs()

  // Who calls, in which world. A call that its headers refuse creates none; that of the developer's
  // own page is recorded in the default one.
  const newWorld = () => admit(api, context.env.incoming).refusal && 'default'
  const call = readyCall(api, context) ?? (await openCall(api, context, newWorld))
  const { world, incoming } = call
  const { user, refusal: fromPage } = admit(api, incoming)

  let { history } = world
  let processed: number | undefined
  let body: unknown
  let redacted: RedactedRequest | undefined
  let isUnderstood = false
  let result: Result | undefined
  try {
    // Read.
    operation.check ??= await operation.load()
    const { check } = operation
    if (fromPage !== undefined) throw fromPage
    if (api.isWorldRequired && !call.isOfWorld && !user.isSandbox) throw namesNoWorld()
    if (operation.hasBody) body = parseJson(incoming, await readBody(incoming))
    else incoming.resume()
    const request = redactedRequest(call, body, check.marks)
    redacted = request
    const together = await api.gather()

    // Check and run. No await until all is committed: that makes each command atomic.
    const turn = nextInSequence()
    processed = turn
    result = world.run((command) => {
      // The body may have taken long to arrive: the world may have been reset since.
      history = world.history
      history.pending.add(turn)
      const input = checkedRequest(check, call, body)
      isUnderstood = true
      const own = userCall(call, { user, context: command, history, body, redacted: request })
      return operation.handle(own, input)
    })

    // Store.
    const unsafe = world.durable()
    if (unsafe !== undefined) await unsafe
    // Reads what came before this answer: otherwise a double click would look like two payments.
    else if (result.facts.made !== undefined && together <= MOST_IN_A_TURN) await api.gather()
  } catch (cause) {
    // A change that could not be stored is undone, so the request must not stay in progress.
    result?.done?.()
    redacted ??= redactedRequest(call, undefined, operation.check?.marks)
    result = refusedResult(failure(api, cause), { redacted, user, operation: operation.name })
  }

  // Answer and record.
  const served: ServedCall = {
    call,
    user,
    operation: operation.name,
    body,
    redacted,
    isUnderstood,
    history,
    processed,
    result,
    cameAt,
  }
  try {
    if (result.wait === undefined && result.fault === undefined && result.delayMs === 0)
      answerNow(api, served)
    else await deliverLate(api, served)
  } finally {
    // Even if it could not be recorded: later calls must not wait for it.
    history.pending.delete(processed ?? 0)
  }
  return SENT
}

function answerNow(api: ApiDependencies, served: ServedCall): void {
  const { call, result } = served
  try {
    const answer = withHeaders(result, call, api.assumptions)
    record(served, { answer, delivered: send(answer, call) }, api)
  } finally {
    result.done?.()
  }
}

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
  const caller = isApi ? admit(api, incoming) : ifAdmitted(api, incoming)
  const call = caller === undefined ? undefined : readyCall(api, context, {})
  const page = isApi ? caller?.refusal : undefined
  const answer = page === undefined ? refuse() : refusalResponse(page)
  // Unknown paths do not create a world.
  if (caller === undefined || call === undefined) {
    return plainAnswer(context, isApi ? underGatewayCodes(answer, api.assumptions) : answer)
  }
  const { user } = caller
  incoming.resume()
  const redacted = redactedRequest(call, undefined, undefined)
  const result = refusedResult(answer, { redacted, user, operation: undefined })
  const { history } = call.world
  const nothingRead = { body: undefined, isUnderstood: false, processed: undefined }
  const seen = { call, user, operation: undefined, redacted, history, result, cameAt }
  answerNow(api, { ...seen, ...nothingRead })
  return SENT
}

function ifAdmitted(api: ApiDependencies, incoming: Call['incoming']): Caller | undefined {
  try {
    return admit(api, incoming)
  } catch {
    // The path is refused in any case.
    return undefined
  }
}

/** The call is recorded in the default world, where somebody who misses it can find it. */
function namesNoWorld(): RequestProblem {
  const message =
    'The request names no world, and worlds.required is on: send X-Sandbox-World, or call /w/<world>/v1'
  return requestProblem('world_required', message, ['header', WORLD_HEADER])
}
