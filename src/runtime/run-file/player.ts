import { setImmediate } from 'node:timers/promises'
import type { Call } from '../../http/call.ts'
import {
  type ControlInvocation,
  type DeliveredCall,
  type RecordedTimes,
  recordedRun,
  type Tape,
} from '../../http/pipeline/record/tape.ts'
import { firstDifference, type RunStep, type StepDifference } from './read-run.ts'
import { answerBody } from './recording.ts'
import { type SentRequest, STEP_HEADER, sendCall, sendControl } from './replay-request.ts'
import { type CallRecord, type ControlRecord, hasLeftEarly } from './run-record.ts'

/** A one-time event that others wait for. */
interface Occasion {
  readonly happened: Promise<void>
  readonly happen: () => void
}

/** A recorded call that was sent again. */
interface ReplayedCall {
  readonly step: RunStep
  readonly record: CallRecord
  readonly sent: SentRequest
  readonly begun: Occasion
  /** The bank has answered. */
  readonly through: Occasion
  /** The sandbox has noticed that the client is gone. */
  readonly left: Occasion
  readonly ended: Occasion
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
  readonly #steps: readonly RunStep[]
  readonly #calls = new Map<number, ReplayedCall>()
  #now: number
  #isOver = false

  constructor(steps: readonly RunStep[], startedAt: number) {
    this.#steps = steps
    this.#now = startedAt
  }

  readonly realTime = (): number => this.#now

  get isOver(): boolean {
    return this.#isOver
  }

  /** From now on the sandbox is read-only. */
  close(): void {
    this.#isOver = true
  }

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

  #turnsOf(port: number, step: RunStep, index: number): readonly Turn[] {
    const { record } = step
    const { begin, end, began_at, ended_at } = record
    const first = { order: begin, at: began_at }
    const last = { order: end, at: ended_at, isEnd: true } as const
    if (record.record === 'control') {
      const send = () => this.#sendControl(port, step, record)
      return [
        { ...first, act: send },
        { ...last, act: () => undefined },
      ]
    }
    const turns: Turn[] = [
      { ...first, act: () => this.#send(port, index, { step, record }) },
      { ...last, act: () => this.#end(index) },
    ]
    const { through, through_at, left, left_at } = record
    if (through !== undefined) {
      turns.push({ order: through, at: through_at, act: () => this.#letThrough(index) })
    }
    if (left !== undefined && hasLeftEarly(record)) {
      turns.push({ order: left, at: left_at, act: () => leave(this.#calls.get(index)) })
    }
    return turns
  }

  async #send(
    port: number,
    index: number,
    { step, record }: Pick<ReplayedCall, 'step' | 'record'>,
  ): Promise<void> {
    const sent = sendCall(port, record.request, index)
    const [begun, through, left, ended] = [occasion(), occasion(), occasion(), occasion()]
    const call = { step, record, sent, begun, through, left, ended }
    this.#calls.set(index, call)
    await Promise.race([begun.happened, ended.happened])
    // By the next turn of the event loop, all synchronous work of the call is done.
    await setImmediate()
    if (hasLeftEarly(record) && record.left === undefined) await leave(call)
  }

  async #letThrough(index: number): Promise<void> {
    this.#calls.get(index)?.through.happen()
    await setImmediate()
  }

  async #end(index: number): Promise<void> {
    const call = this.#calls.get(index)
    if (call === undefined) return
    call.through.happen()
    // A hanging call ends only when its client disconnects.
    if (call.record.fault === 'hang') call.sent.leave()
    await call.ended.happened
    this.#calls.delete(index)
  }

  async #sendControl(port: number, step: RunStep, record: ControlRecord): Promise<void> {
    const replayed = await sendControl(port, record).answered
    if (replayed !== undefined && replayed < 400) return
    this.differences.push({ step, path: 'status', recorded: 200, replayed: replayed ?? null })
  }

  begin(call: Call): void {
    const replayed = this.#replayed(call)
    if (replayed === undefined) return
    call.arrived = arrivalOf(replayed.record)
    call.outgoing.once('close', replayed.left.happen)
    replayed.begun.happen()
  }

  async delay(call: Call, _ms: number, stopping: AbortSignal): Promise<void> {
    const stopped = occasion()
    stopping.addEventListener('abort', stopped.happen, { once: true })
    await Promise.race([this.#replayed(call)?.through.happened, stopped.happened])
  }

  end(call: Call, { delivered: { status, body } }: DeliveredCall): RecordedTimes | undefined {
    const replayed = this.#replayed(call)
    if (replayed === undefined) return undefined
    const { step, record, ended } = replayed
    // A call that was refused before processing has not begun.
    call.arrived = arrivalOf(record)
    const answer = { status: status ?? null, body: answerBody(body) }
    // An answer that never reached the client is evidence, not behaviour.
    const { undelivered: _lost, ...recorded } = record.answer
    // No answer was recorded for a client that left early; in the replay the client may leave
    // later.
    const difference = hasLeftEarly(record) ? undefined : firstDifference(recorded, answer)
    if (difference !== undefined) this.differences.push({ step, ...difference })
    ended.happen()
    return timesOf(record)
  }

  async control<Value>(
    _request: ControlInvocation,
    work: () => Value | Promise<Value>,
  ): Promise<Value> {
    if (this.#isOver) throw recordedRun()
    return await work()
  }

  #replayed({ incoming }: Call): ReplayedCall | undefined {
    return this.#calls.get(Number(incoming.headers[STEP_HEADER] ?? -1))
  }
}

function timesOf(record: CallRecord): RecordedTimes | undefined {
  const { began_at, ended_at, left_at, end: answered } = record
  const untilEnd = ended_at - began_at
  if (!hasLeftEarly(record)) return { untilEnd, untilLeft: undefined, answered }
  // Run files of older versions do not say when a client left.
  return left_at === undefined ? undefined : { untilEnd, untilLeft: left_at - began_at, answered }
}

/** Run files of older versions do not say when a call arrived. */
function arrivalOf({ arrived, begin }: CallRecord): number {
  return arrived ?? begin
}

async function leave(call: ReplayedCall | undefined): Promise<void> {
  if (call === undefined) return
  call.sent.leave()
  await Promise.race([call.left.happened, call.ended.happened])
}

function occasion(): Occasion {
  let resolve: (() => void) | undefined
  const happened = new Promise<void>((resolved) => {
    resolve = resolved
  })
  return { happened, happen: () => resolve?.() }
}
