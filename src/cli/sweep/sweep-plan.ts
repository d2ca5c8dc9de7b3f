import type { RunLimits } from '../../insight/sweep/choice/estimate.ts'
import type { SweptCall } from '../../judge/sweep/cells/call-schema.ts'
import type { SweepChoice } from '../../judge/sweep/cells/cell.ts'
import type { CellList, MadeBaseline } from './cell-list.ts'
import type { RunSlots } from './run-slots.ts'
import type { SweepContext } from './sweep-run.ts'

export interface SweepPlan extends SweepContext {
  readonly words: readonly string[]
  /** Runs one test by its name; undefined: there is only the whole command. */
  readonly each: string | undefined
  readonly choice: SweepChoice
  /** Cells, or calls; all if there are none. */
  readonly only: readonly string[]
  /** The calls of the earlier sweep, if these are the cells that failed in it. */
  readonly earlierCalls: readonly SweptCall[] | undefined
  readonly shard: { readonly index: number; readonly of: number } | undefined
  readonly limits: RunLimits
  readonly slots: RunSlots
  /** The `monotonicMs()` after which no further cell starts. */
  readonly deadline: number
  /** The baseline runs and the self-check that `--list` made. */
  readonly listed: CellList | undefined
  /** Those of an earlier sweep, which count as long as the command makes the same calls. */
  readonly saved: MadeBaseline | undefined
  readonly onBaseline: (nth: number) => void
  /** Called before the second baseline run. */
  readonly onExpected: (expected: Expected) => void
  /** Called with what limits the result, before the first cell. */
  readonly onCaution: (line: string) => void
  readonly onCell: (progress: SweepProgress) => void
  /** The folder to keep runs in, if any. */
  readonly artifacts: string | undefined
  /** Where to record the first baseline run. */
  readonly record: string | undefined
}

/** How much there is to do. */
export interface Expected {
  readonly cells: number
  /** With the second baseline run and the self-check. */
  readonly seconds: number
  /** Cells of the recovery, which run only if the first ones are safe. */
  readonly recovery: number
  readonly recoverySeconds: number
  readonly jobs: number
}

/** How far the cells have come. */
export interface SweepProgress {
  readonly done: number
  readonly total: number
  readonly unsafe: number
  /** How long the cells that are known so far will take, by those that have ended. */
  readonly leftSeconds: number
}
