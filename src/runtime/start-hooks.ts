import type { Tape } from '../http/pipeline/record/tape.ts'
import type { SweepWatch } from '../insight/sweep/sweep-watch.ts'
import type { World } from '../world/world.ts'
import type { LoadProgress } from './worlds/open-home.ts'

export type Log = (line: string, cause?: unknown) => void

/** Further options of a start. */
export interface StartHooks {
  /** While a stored world is being read. */
  readonly onProgress?: LoadProgress
  /** Its dashboard is for looking only: it shows a recorded run. */
  readonly isReadOnly?: boolean
  /** Told to stop over the control API; the process ends with it then. */
  readonly onStop?: () => void
  /** Does not keep a process alive that has nothing else to do. */
  readonly isBackground?: true
  /** Each world before it is first used, those made later included. */
  readonly onWorld?: (world: World) => void
  readonly sweep?: SweepWatch
  /** Records the run, or plays one again. */
  readonly tape?: Tape
  readonly realTime?: () => number
  /** Further names that it is called by, and the scheme that links begin with, in a replay. */
  readonly hosts?: readonly string[]
  readonly scheme?: 'http' | 'https'
}
