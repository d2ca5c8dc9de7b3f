import { assumptionsWith } from '../../domain/assumptions/assumptions.ts'
import { assumptionsSchema } from '../../runtime/config/assumptions-schema.ts'
import type { RunFile } from '../../runtime/run-file/read-run.ts'
import { type CallRecord, replaySteps } from '../../runtime/run-file/replay-steps.ts'
import { NoAnswer, type RemoteGateway } from '../remote/remote-gateway.ts'
import { type ShapeDifference, shapeDifferences } from './shape-difference.ts'
import { type RecordedCall, recordedCalls, Translation } from './translation.ts'

export interface PlayOptions {
  readonly remote: RemoteGateway
  /** Undefined: the merchants of the run. */
  readonly merchant: number | undefined
  readonly onStep?: (done: number, total: number) => void
  readonly stopping?: AbortSignal
}

/** The result of a run's calls at another gateway. */
export interface PlayedAgainst {
  readonly sent: number
  readonly compared: number
  readonly differences: readonly CallDifferences[]
  /** Calls that were not sent, or whose answers were not compared, and why. */
  readonly leftOut: readonly LeftOut[]
  readonly controlCalls: number
  readonly isStopped: boolean
}

export interface CallDifferences {
  readonly call: RecordedCall
  readonly differences: readonly ShapeDifference[]
}

interface LeftOut {
  readonly call: RecordedCall
  readonly reason: string
}

/** Plays the calls of a run at another gateway in order, and compares the shapes of the answers. */
export async function playAgainst(run: RunFile, options: PlayOptions): Promise<PlayedAgainst> {
  const { remote, merchant, onStep = () => undefined, stopping } = options
  const steps = replaySteps(run)
  const calls = recordedCalls(steps, assumptionsOf(run))
  const translation = new Translation(merchant)
  const results: Result[] = []
  for (const call of calls) {
    if (stopping?.aborted) break
    results.push(await played(call, remote, translation))
    onStep(results.length, calls.length)
  }
  return {
    sent: results.filter(({ isSent }) => isSent).length,
    compared: results.filter(({ reason }) => reason === undefined).length,
    differences: results.filter(({ differences }) => differences.length > 0),
    leftOut: results.flatMap(({ call, reason }) =>
      reason === undefined ? [] : [{ call, reason }],
    ),
    controlCalls: steps.filter(({ record }) => record.record === 'step').length,
    isStopped: results.length < calls.length,
  }
}

function assumptionsOf({ header }: RunFile) {
  const given = assumptionsSchema.safeParse(header.config.assumptions ?? {})
  return assumptionsWith(given.success ? given.data : {})
}

interface Result extends CallDifferences {
  readonly isSent: boolean
  /** Why the answer was not compared. */
  readonly reason: string | undefined
}

async function played(
  call: RecordedCall,
  remote: RemoteGateway,
  translation: Translation,
): Promise<Result> {
  const unsent = reasonNotToSend(call, translation)
  if (unsent !== undefined) return { call, isSent: false, reason: unsent, differences: [] }
  const { answer } = call.record
  const reason = reasonNotToCompare(call.record)
  const recorded = { ...answer, status: answer.status ?? 0, base: undefined }
  try {
    const given = await remote.send(requestOf(call, translation), answer.status === 401)
    translation.learn(call, recorded.body, given.body)
    const gateway = { ...given, body: given.body ?? null, base: remote.base.url }
    const differences = reason === undefined ? shapeDifferences(recorded, gateway) : []
    return { call, isSent: true, reason, differences }
  } catch (cause) {
    if (!(cause instanceof NoAnswer)) throw cause
    const none = { path: 'status', recorded: String(answer.status), gateway: cause.message }
    return { call, isSent: true, reason, differences: reason === undefined ? [none] : [] }
  }
}

function reasonNotToSend(call: RecordedCall, translation: Translation): string | undefined {
  const { faultAt, answer } = call.record
  if (faultAt === 'before') return 'not sent: in the run it was not processed'
  const isDone = answer.status !== null && answer.status < 300
  const isKnown = !isDone || translation.isKnown(call)
  return isKnown ? undefined : 'not sent: it refers to something that this gateway does not have'
}

function reasonNotToCompare({ fault, answer }: CallRecord): string | undefined {
  if (fault !== null) return 'not compared: its answer was broken on purpose'
  return answer.status === null ? 'not compared: nobody waited for its answer' : undefined
}

/** Headers that the API reads; credentials and host are those of the gateway. */
const keptHeaders = ['content-type', 'content-encoding', 'origin', 'accept']

function requestOf(call: RecordedCall, translation: Translation) {
  const { request, answer } = call.record
  const headers: Record<string, string> = {}
  for (const name of keptHeaders) {
    const value = request.headers[name]
    if (value !== undefined) headers[name] = value
  }
  const id = request.headers['x-correlation-id']
  if (id !== undefined) headers['x-correlation-id'] = translation.correlationId(call.era, id)
  const { authorization } = request.headers
  // A refused credential is sent again: it is a stand-in that no gateway accepts.
  if (answer.status === 401 && authorization !== undefined) headers.authorization = authorization
  const path = translation.path(call) + translation.query(call)
  return { method: request.method, path, headers, body: bodyOf(call, translation) }
}

function bodyOf(call: RecordedCall, translation: Translation): string | undefined {
  const { body } = call.record.request
  return body === undefined ? undefined : JSON.stringify(translation.body(call, body))
}
