import type { Problem } from '../../../domain/problem.ts'
import type { Call } from '../../call.ts'
import { requestProblem } from '../../request-problem.ts'
import type { Delivered } from '../delivery/deliver.ts'

/** Controls the order in which the calls of a run are replayed. */
export interface Tape {
  /** A call is about to be processed; no await until it has taken effect. */
  begin(call: Call): void
  /** Waits as long as a rule makes a bank take. */
  delay(call: Call, ms: number, stopping: AbortSignal): Promise<void>
  /** A call has its answer, or can no longer get one. */
  end(call: Call, delivered: Delivered): void
}

/** The refusal of a call to a run from a file. */
export function recordedRun(): Problem {
  const message = 'This run comes from a file; it cannot be changed or saved again'
  return requestProblem('method_not_allowed', message, ['path'])
}
