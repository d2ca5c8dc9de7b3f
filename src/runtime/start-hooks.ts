import type { RequestAnswer } from '../http/contract/control/calls/requests.ts'
import type { ShownRun } from '../http/pages/visit.ts'
import type { Tape } from '../http/pipeline/record/tape.ts'
import type { Requirement } from '../insight/coverage/coverage-case.ts'
import type { SweepWatch } from '../insight/sweep/sweep-watch.ts'
import type { World } from '../world/world.ts'
import type { LoadProgress } from './worlds/open-home.ts'

export type Log = (line: string, cause?: unknown) => void

/** Hooks for callers that need more than the sandbox's address. */
export interface StartHooks {
  /** Called while a stored world is being read. */
  readonly onProgress?: LoadProgress
  /** The run from a file that the dashboard shows, to look at only. */
  readonly shows?: ShownRun
  /** What the configuration of a saved run made possible. */
  readonly possible?: readonly Requirement[]
  /** Called when the control API is told to stop; the process then ends too. */
  readonly onStop?: () => void
  /** The server does not keep an otherwise idle process alive. */
  readonly isBackground?: true
  /** Called with each world before its first use, including worlds made later. */
  readonly onWorld?: (world: World) => void
  /** Called with each answered call of the gateway and the vault, and the name of its world. */
  readonly onRequest?: (request: RequestAnswer, world: string) => void
  readonly sweep?: SweepWatch
  /** Records the run or replays one. */
  readonly tape?: Tape
  readonly realTime?: () => number
  /** In a replay: further accepted host names, and the scheme of links. */
  readonly hosts?: readonly string[]
  readonly scheme?: 'http' | 'https'
}
