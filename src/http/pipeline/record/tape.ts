import type { Problem } from '../../../domain/problem.ts'
import type { Answer } from '../../answer.ts'
import type { Call } from '../../call.ts'
import type { ControlCall } from '../../contract/control/control-call.ts'
import { problem } from '../../request-problem.ts'
import type { Delivered } from '../delivery/send.ts'

/** Hears of calls in the order in which they take effect. Only a recorded or replayed run has one. */
export interface Tape {
  /** Whether the run is over and can only be looked at. */
  readonly isOver?: boolean
  /** A call is about to be processed: no await from here until all it does is done. */
  begin(call: Call): void
  /** Waits as long as a rule makes a bank take. */
  delay(call: Call, ms: number, stopping: AbortSignal): Promise<void>
  /** A call has its answer, or will never get one. Returns how long it took in the run that is replayed. */
  end(call: Call, answer: Answer, delivered: Delivered): RecordedTimes | undefined
  /** Runs a control call that changes something. */
  control<Value>(request: ControlInvocation, work: () => Value | Promise<Value>): Promise<Value>
}

/** Milliseconds from when a call came in. */
export interface RecordedTimes {
  readonly untilEnd: number
  /** Where the client left before the end. */
  readonly untilLeft: number | undefined
}

/** Why a call of a run that is over is refused. */
export function recordedRun(): Problem {
  const message = 'This is a recorded run; it cannot be changed'
  return problem('method_not_allowed', message, ['path'])
}

/** A control call, and what was sent with it. */
export interface ControlInvocation {
  readonly call: Call
  readonly control: ControlCall
  readonly body: unknown
}
