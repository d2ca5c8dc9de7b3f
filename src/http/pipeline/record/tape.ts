import type { Problem } from '../../../domain/problem.ts'
import type { Answer, Result } from '../../answer.ts'
import type { Call } from '../../call.ts'
import type { ControlCall } from '../../contract/control/control-call.ts'
import { problem } from '../../request-problem.ts'
import type { Delivered } from '../delivery/deliver.ts'

/** Is called for each call in the order in which they take effect. Only a recorded or replayed run has one. */
export interface Tape {
  /** Whether the run has ended and is read-only. */
  readonly isOver?: boolean
  /** Called right before a call is processed; no await until it has taken effect. A replay sets when it arrived. */
  begin(call: Call): void
  /** Waits as long as a rule makes a bank take. */
  delay(call: Call, ms: number, stopping: AbortSignal): Promise<void>
  /**
   * Called when a call has its answer or can no longer get one. Returns its times in the run that is
   * replayed.
   */
  end(call: Call, ended: DeliveredCall): RecordedTimes | undefined
  /** Runs a control call that changes something. */
  control<Value>(request: ControlInvocation, work: () => Value | Promise<Value>): Promise<Value>
}

/** The gateway's own answer, what broke it, and what reached the client. */
export interface DeliveredCall {
  readonly answer: Answer
  readonly fault: Result['fault']
  readonly delivered: Delivered
}

export interface RecordedTimes {
  /** Milliseconds since the call arrived. */
  readonly untilEnd: number
  /** The same, if the client disconnected early. */
  readonly untilLeft: number | undefined
  /** When its answer was handed over, as a sequence number. */
  readonly answered: number
}

/** The refusal of a call to a run that has ended. */
export function recordedRun(): Problem {
  const message = 'This run comes from a file; it cannot be changed'
  return problem('method_not_allowed', message, ['path'])
}

/** A control call and its input. */
export interface ControlInvocation {
  readonly call: Call
  readonly control: ControlCall
  readonly body: unknown
}
