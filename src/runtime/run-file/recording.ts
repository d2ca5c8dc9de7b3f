import type { Redacted } from '../../domain/redaction/redacted.ts'
import { type Call, nextInSequence } from '../../http/call.ts'
import { prefixOf } from '../../http/paths.ts'
import type { Credentials } from '../../http/pipeline/auth.ts'
import { delay } from '../../http/pipeline/delivery/deliver.ts'
import { undeliveredOf } from '../../http/pipeline/record/recorder.ts'
import type { ControlInvocation, DeliveredCall, Tape } from '../../http/pipeline/record/tape.ts'
import type { World } from '../../world/world.ts'
import { controlPath, recordedRequest } from './recorded-request.ts'
import { hasLeftEarly, type RunRecord } from './run-record.ts'
import { keepNamedCvvs, substitutedDocument } from './substitution/substituted.ts'
import type { Substitutes } from './substitution/substitutes.ts'

interface RecordedTurn {
  readonly arrived: number
  readonly begin: number
  readonly began_at: number
  through?: number
  through_at?: number
  left?: number
  left_at?: number
}

interface RecordingParts {
  readonly write: (record: RunRecord) => void
  readonly substitutes: Substitutes
  readonly users: readonly Credentials[]
  /** The exported state of a world, with substitutes. */
  readonly stateOf: (world: World) => unknown
}

/** Writes a run to a file while it happens, so that it can be replayed. */
export class Recording implements Tape {
  readonly #parts: RecordingParts
  readonly #turns = new WeakMap<Call, RecordedTurn>()
  #heldAt: number | undefined
  #holders = 0

  constructor(parts: RecordingParts) {
    this.#parts = parts
  }

  /**
   * Real time, frozen while a call is processed, so that a replay needs only one instant per call.
   */
  readonly realTime = (): number => this.#heldAt ?? Date.now()

  begin(call: Call): void {
    this.#hold()
    // Runs after the synchronous work of the call.
    queueMicrotask(() => this.#release())
    const turn: RecordedTurn = {
      arrived: call.arrived,
      begin: nextInSequence(),
      began_at: this.realTime(),
    }
    this.#turns.set(call, turn)
    call.outgoing.once('close', () => this.#leave(call))
  }

  async delay(call: Call, ms: number, stopping: AbortSignal): Promise<void> {
    await delay(ms, stopping)
    const turn = this.#turns.get(call)
    if (turn === undefined) return
    this.#hold()
    // The code that awaits this resumes before the next turn of the event loop.
    setImmediate(() => this.#release())
    turn.through = nextInSequence()
    turn.through_at = this.realTime()
  }

  end(call: Call, { answer, fault, delivered }: DeliveredCall): undefined {
    // A call that was refused before processing has not begun yet.
    if (!this.#turns.has(call)) this.begin(call)
    const turn = this.#turns.get(call)
    if (turn === undefined) return
    this.#turns.delete(call)
    const { left, left_at, ...times } = turn
    const lost = undeliveredOf(answer, delivered, fault)
    const outcome = {
      answer: {
        status: delivered.status ?? null,
        body: answerBody(delivered.body),
        ...(lost && { undelivered: { status: lost.status, body: answerBody(lost.body) } }),
      },
      ...(fault === undefined ? { fault: null } : { fault: fault.kind, fault_at: fault.at }),
    }
    this.#parts.write({
      record: 'call',
      world: call.world.name,
      ...times,
      // If the client did not leave early, the sandbox closed the connection.
      ...(hasLeftEarly(outcome) && { left, left_at }),
      end: nextInSequence(),
      ended_at: this.realTime(),
      request: recordedRequest(call, answer, this.#parts),
      ...outcome,
    })
  }

  async control<Value>(
    request: ControlInvocation,
    work: () => Value | Promise<Value>,
  ): Promise<Value> {
    this.#hold()
    const turn = { begin: nextInSequence(), began_at: this.realTime() }
    const { substitutes, write } = this.#parts
    try {
      keepNamedCvvs(request.body, substitutes)
      const value = await work()
      const times = { ...turn, end: nextInSequence(), ended_at: this.realTime() }
      const { method } = request.control
      const path = controlPath(request, substitutes)
      const body = this.#bodyOf(request)
      write({ record: 'control', ...times, method, path, ...(body !== undefined && { body }) })
      return value
    } finally {
      this.#release()
    }
  }

  /** Writes the state of a new world as if it had just been imported. */
  beginWith(world: World): void {
    const at = this.realTime()
    this.#parts.write({
      record: 'control',
      begin: nextInSequence(),
      end: nextInSequence(),
      began_at: at,
      ended_at: at,
      method: 'PUT',
      path: `${prefixOf(world)}/_sandbox/state`,
      body: this.#parts.stateOf(world),
    })
  }

  /** The connection has closed; the client closed it unless the call has ended. */
  #leave(call: Call): void {
    const turn = this.#turns.get(call)
    if (turn === undefined) return
    turn.left = nextInSequence()
    turn.left_at = this.realTime()
  }

  #bodyOf({ call, control, body }: ControlInvocation): unknown {
    if (control.method === 'DELETE') return undefined
    // The handler has consumed the body stream; the world's state now equals that body.
    if (control.body?.kind === 'bytes') return this.#parts.stateOf(call.world)
    return substitutedDocument(body, this.#parts.substitutes)
  }

  #hold(): void {
    this.#heldAt ??= Date.now()
    this.#holders += 1
  }

  #release(): void {
    this.#holders -= 1
    if (this.#holders === 0) this.#heldAt = undefined
  }
}

/** The JSON value of an answer; text that is not JSON stays text. */
export function answerBody(text: Redacted | undefined): unknown {
  if (text === undefined) return null
  try {
    return JSON.parse(text)
  } catch {
    // A scenario can answer with a body that is not JSON.
    return text
  }
}
