import type { SweepCell } from '../../insight/sweep/cell.ts'
import type { SandboxOptions } from '../config/options.ts'
import type { Settings } from '../config/settings.ts'

/** What a run is started with. */
export interface RecordedStart {
  readonly settings: Settings
  readonly options: SandboxOptions
  /** What is run against it, if a command is. */
  readonly command?: readonly string[]
  /** The fault that a sweep puts into it. */
  readonly cell?: SweepCell | undefined
}
