import { setImmediate } from 'node:timers/promises'
import type { Answer } from '../../http/answer.ts'
import type { Call } from '../../http/call.ts'
import type { Delivered } from '../../http/pipeline/delivery/send.ts'
import {
  type ControlAsked,
  recordedRun,
  type Tape,
  type Took,
} from '../../http/pipeline/record/tape.ts'
import { type Difference, firstDifference } from './difference.ts'
import { type Occasion, occasion } from './occasion.ts'
import type { RunStep } from './read-run.ts'
import { answerBody } from './recording.ts'
import { type SentRequest, STEP_HEADER, sendCall, sendControl } from './replay-request.ts'
import { type CallRecord, hasLeftEarly } from './run-record.ts'

/** A step that came out otherwise than it did. */
export interface StepDifference extends Difference {
  readonly step: RunStep
}

interface Flight {
  readonly step: RunStep
  readonly sent: SentRequest
  readonly begun: Occasion
  readonly through: Occasion
  /** The sandbox has noticed that the client is gone. */
  readonly left: Occasion
  readonly ended: Occasion
}

/** Plays the steps of a run again: in their order, at their times, each by itself. */
export class Player implements Tape {
  readonly differences: StepDifference[] = []
  readonly #steps: readonly RunStep[]
  readonly #flights = new Map<number, Flight>()
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

  /** From now on the sandbox can only be looked at. */
  close(): void {
    this.#isOver = true
  }

  /** Sends everything to a sandbox at this port that has this player for its tape. */
  async play(port: number, onStep: (done: number) => void = () => undefined): Promise<void> {
    const moments = this.#steps.flatMap((step, index) => momentsOf(step, index))
    moments.sort((one, other) => one.order - other.order)
    let done = 0
    for (const { index, kind, at } of moments) {
      this.#now = Math.max(this.#now, at ?? this.#now)
      await this.#moment(port, index, kind)
      if (kind === 'end') done += 1
      onStep(done)
    }
  }

  async #moment(port: number, index: number, kind: Moment['kind']): Promise<void> {
    const step = this.#steps[index]
    if (step?.record.record === 'control') {
      if (kind === 'begin') await this.#control(port, step)
    } else if (step !== undefined) await this.#call(port, index, step, kind)
  }

  async #call(port: number, index: number, step: RunStep, kind: Moment['kind']): Promise<void> {
    if (kind === 'begin') return await this.#send(port, index, step)
    const flight = this.#flights.get(index)
    if (kind === 'left') {
      if (flight !== undefined) await leave(flight)
      return
    }
    flight?.through.happen()
    if (kind === 'through') await setImmediate()
    if (kind !== 'end' || flight === undefined) return
    // Nothing but the client's leaving ends a call that hangs.
    if (step.record.record === 'call' && step.record.fault === 'hang') flight.sent.leave()
    await flight.ended.happened
    this.#flights.delete(index)
  }

  async #send(port: number, index: number, step: RunStep): Promise<void> {
    const { record } = step
    if (record.record !== 'call') return
    const flight = {
      step,
      sent: sendCall(port, record.request, index),
      begun: occasion(),
      through: occasion(),
      left: occasion(),
      ended: occasion(),
    }
    this.#flights.set(index, flight)
    await Promise.race([flight.begun.happened, flight.ended.happened])
    // What it does is done when the turn is over.
    await setImmediate()
    if (hasLeftEarly(record) && record.left === undefined) await leave(flight)
  }

  async #control(port: number, step: RunStep): Promise<void> {
    if (step.record.record !== 'control') return
    const replayed = await sendControl(port, step.record).answered
    if (replayed !== undefined && replayed < 400) return
    this.differences.push({ step, path: 'status', recorded: 200, replayed: replayed ?? null })
  }

  begin(call: Call): void {
    const flight = this.#flightOf(call)
    if (flight !== undefined) call.outgoing.once('close', flight.left.happen)
    flight?.begun.happen()
  }

  async delay(call: Call, _ms: number, stopping: AbortSignal): Promise<void> {
    const stopped = occasion()
    stopping.addEventListener('abort', stopped.happen, { once: true })
    await Promise.race([this.#flightOf(call)?.through.happened, stopped.happened])
  }

  /** A replay does not wait: what a call took is what it took then. */
  took(call: Call): Took | undefined {
    const record = this.#flightOf(call)?.step.record
    if (record?.record !== 'call') return undefined
    const { began_at, ended_at, left_at } = record
    const isLeft = hasLeftEarly(record)
    // Files of an older version do not say when a client left.
    if (isLeft && left_at === undefined) return undefined
    const untilLeft = isLeft && left_at !== undefined ? left_at - began_at : undefined
    return { untilEnd: ended_at - began_at, untilLeft }
  }

  end(call: Call, _answer: Answer, { status, body }: Delivered): void {
    const flight = this.#flightOf(call)
    if (flight === undefined) return
    const record = flight.step.record as CallRecord
    const replayed = { status: status ?? null, body: answerBody(body) }
    // What a client that left would have got is not recorded; it may leave too late this time.
    const difference = hasLeftEarly(record) ? undefined : firstDifference(record.answer, replayed)
    if (difference !== undefined) this.differences.push({ step: flight.step, ...difference })
    flight.ended.happen()
  }

  async control<Value>(_asked: ControlAsked, work: () => Value | Promise<Value>): Promise<Value> {
    if (this.#isOver) throw recordedRun()
    return await work()
  }

  #flightOf({ incoming }: Call): Flight | undefined {
    return this.#flights.get(Number(incoming.headers[STEP_HEADER] ?? -1))
  }
}

async function leave({ sent, left, ended }: Flight): Promise<void> {
  sent.leave()
  await Promise.race([left.happened, ended.happened])
}

interface Moment {
  readonly order: number
  readonly index: number
  readonly kind: 'begin' | 'through' | 'left' | 'end'
  readonly at: number | undefined
}

function momentsOf({ record }: RunStep, index: number): readonly Moment[] {
  const { begin, end, began_at, ended_at } = record
  const { through, through_at: at } = record.record === 'call' ? record : {}
  const moments: Moment[] = [
    { order: begin, index, kind: 'begin', at: began_at },
    { order: end, index, kind: 'end', at: ended_at },
  ]
  if (through !== undefined) moments.push({ order: through, index, kind: 'through', at })
  if (record.record === 'call' && record.left !== undefined && hasLeftEarly(record)) {
    moments.push({ order: record.left, index, kind: 'left', at: record.left_at })
  }
  return moments
}
