import { type ClientRequest, request } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { Call } from '../../http/call.ts'
import type { Delivered } from '../../http/pipeline/delivery/deliver.ts'
import type { Tape } from '../../http/pipeline/record/tape.ts'
import type { StepEntry } from '../../insight/run/run-history.ts'
import {
  answerBody,
  type CallRecord,
  firstDifference,
  hasLeftEarly,
  type ReplayStep,
  type StepDifference,
} from './replay-steps.ts'

/** A one-time event that others wait for. */
interface Signal {
  readonly given: Promise<void>
  readonly give: () => void
}

/** A recorded call that was sent again. */
interface ReplayedCall {
  readonly step: ReplayStep
  readonly record: CallRecord
  readonly sent: SentRequest
  readonly begun: Signal
  /** The bank has answered. */
  readonly through: Signal
  /** The sandbox has noticed that the client is gone. */
  readonly left: Signal
  readonly ended: Signal
}

/** An action of the replay, run when its turn comes. */
interface Turn {
  readonly order: number
  readonly at: number | undefined
  readonly isEnd?: true
  readonly act: () => void | Promise<void>
}

/** Replays the steps of a run in order and at their recorded times. */
export class Player implements Tape {
  readonly differences: StepDifference[] = []
  readonly #steps: readonly ReplayStep[]
  readonly #calls = new Map<number, ReplayedCall>()
  #now: number

  constructor(steps: readonly ReplayStep[], startedAt: number) {
    this.#steps = steps
    this.#now = startedAt
  }

  readonly realTime = (): number => this.#now

  /** Sends every step to the sandbox at this port, which uses this player as its tape. */
  async play(port: number, onStep: (done: number) => void = () => undefined): Promise<void> {
    const turns = this.#steps.flatMap((step, index) => this.#turnsOf(port, step, index))
    turns.sort((one, other) => one.order - other.order)
    let done = 0
    for (const { at, act, isEnd } of turns) {
      this.#now = Math.max(this.#now, at ?? this.#now)
      await act()
      if (isEnd) done += 1
      onStep(done)
    }
  }

  #turnsOf(port: number, step: ReplayStep, index: number): readonly Turn[] {
    const { record } = step
    if (record.record === 'step') {
      const act = () => this.#sendControl(port, step, record)
      return [{ order: record.begin, at: record.beganAt, isEnd: true, act }]
    }
    const { begin, beganAt, through, throughAt, left, leftAt, endedAt } = record.turns
    const turns: Turn[] = [
      { order: begin, at: beganAt, act: () => this.#send(port, index, { step, record }) },
      {
        order: record.end ?? Number.POSITIVE_INFINITY,
        at: record.end === undefined ? undefined : endedAt,
        isEnd: true,
        act: () => this.#end(index),
      },
    ]
    if (through !== undefined) {
      turns.push({ order: through, at: throughAt, act: () => this.#letThrough(index) })
    }
    if (left !== undefined && hasLeftEarly(record)) {
      turns.push({ order: left, at: leftAt, act: () => leave(this.#calls.get(index)) })
    }
    return turns
  }

  async #send(
    port: number,
    index: number,
    { step, record }: Pick<ReplayedCall, 'step' | 'record'>,
  ): Promise<void> {
    const sent = sendCall(port, record.request, index)
    const [begun, through, left, ended] = [signal(), signal(), signal(), signal()]
    const call = { step, record, sent, begun, through, left, ended }
    this.#calls.set(index, call)
    await Promise.race([begun.given, ended.given])
    // By the next turn of the event loop, all synchronous work of the call is done.
    await setImmediate()
    const isEnded = record.end !== undefined
    if (isEnded && hasLeftEarly(record) && record.turns.left === undefined) await leave(call)
  }

  async #letThrough(index: number): Promise<void> {
    this.#calls.get(index)?.through.give()
    await setImmediate()
  }

  async #end(index: number): Promise<void> {
    const call = this.#calls.get(index)
    if (call === undefined) return
    call.through.give()
    // A hanging call ends only when its client disconnects.
    if (call.record.fault === 'hang' || call.record.end === undefined) call.sent.leave()
    await call.ended.given
    this.#calls.delete(index)
  }

  async #sendControl(port: number, step: ReplayStep, record: StepEntry): Promise<void> {
    const replayed = await sendControl(port, record).answered
    if (replayed !== undefined && replayed < 400) return
    this.differences.push({ step, path: 'status', recorded: 200, replayed: replayed ?? null })
  }

  begin(call: Call): void {
    const replayed = this.#replayed(call)
    if (replayed === undefined) return
    call.outgoing.once('close', replayed.left.give)
    replayed.begun.give()
  }

  async delay(call: Call, _ms: number, stopping: AbortSignal): Promise<void> {
    const stopped = signal()
    stopping.addEventListener('abort', stopped.give, { once: true })
    await Promise.race([this.#replayed(call)?.through.given, stopped.given])
  }

  end(call: Call, { status, body }: Delivered): void {
    const replayed = this.#replayed(call)
    if (replayed === undefined) return
    const { step, record, ended } = replayed
    const answer = { status: status ?? null, body: answerBody(body) }
    // A client that left early has no answer to compare; in the replay it may leave later.
    const isCompared = record.end !== undefined && !hasLeftEarly(record)
    const difference = isCompared ? firstDifference(record.answer, answer) : undefined
    if (difference !== undefined) this.differences.push({ step, ...difference })
    ended.give()
  }

  #replayed({ incoming }: Call): ReplayedCall | undefined {
    return this.#calls.get(Number(incoming.headers[STEP_HEADER] ?? -1))
  }
}

async function leave(call: ReplayedCall | undefined): Promise<void> {
  if (call === undefined) return
  call.sent.leave()
  await Promise.race([call.left.given, call.ended.given])
}

function signal(): Signal {
  let resolve: (() => void) | undefined
  const given = new Promise<void>((resolved) => {
    resolve = resolved
  })
  return { given, give: () => resolve?.() }
}

/** Tells the sandbox which step of the run a request is. */
const STEP_HEADER = 'x-replayed-step'

/** A request that was sent; the sandbox reports its outcome through the tape. */
interface SentRequest {
  /** The status of the answer; undefined if there was none. */
  readonly answered: Promise<number | undefined>
  leave(): void
}

/** Sends a recorded call to this port, with its original host name. */
function sendCall(
  port: number,
  { method, path, headers, body }: CallRecord['request'],
  step: number,
): SentRequest {
  const head = { method, path, headers: { ...headers, [STEP_HEADER]: String(step) } }
  return send(port, head, body)
}

function sendControl(port: number, { method, path, body }: StepEntry): SentRequest {
  return send(port, { method, path, headers: { 'content-type': 'application/json' } }, body)
}

interface Head {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

function send(port: number, { headers, ...head }: Head, body: unknown): SentRequest {
  const text = body === undefined ? '' : JSON.stringify(body)
  const length = Buffer.byteLength(text)
  const all = { ...headers, ...(length > 0 && { 'content-length': String(length) }) }
  const sent = request({ port, host: '127.0.0.1', agent: false, ...head, headers: all })
  sent.end(text)
  return { answered: answerTo(sent), leave: () => sent.destroy() }
}

function answerTo(sent: ClientRequest): Promise<number | undefined> {
  return new Promise((resolve) => {
    sent.on('response', (response) => {
      response.resume()
      response.on('close', () => resolve(response.statusCode))
      response.on('error', () => resolve(undefined))
    })
    sent.on('error', () => resolve(undefined))
  })
}
