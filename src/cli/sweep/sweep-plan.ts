import type { SweptCall } from '../../judge/sweep/cells/call-schema.ts'
import type { SweepChoice } from '../../judge/sweep/cells/cell.ts'
import type { RunLimits } from './drain.ts'
import type { SweepContext } from './sweep-run.ts'

export interface SweepPlan extends SweepContext {
  readonly words: readonly string[]
  /** Runs one test by its name; undefined: there is only the whole command. */
  readonly each: string | undefined
  readonly choice: SweepChoice
  /** Cells, or calls; all if there are none. */
  readonly only: readonly string[]
  /** The earlier sweep, if these are the cells that failed in it. */
  readonly earlier: EarlierSweep | undefined
  readonly shard: { readonly index: number; readonly of: number } | undefined
  readonly limits: RunLimits
  /** The `monotonicMs()` after which no further cell starts. */
  readonly deadline: number
  readonly onBaseline: (nth: number) => void
  /** Called before the first cell. */
  readonly onExpected: (expected: Expected) => void
  /** Called with what limits the result. */
  readonly onCaution: (line: string) => void
  readonly onCell: (progress: SweepProgress) => void
  /** The folder to keep runs in, if any. */
  readonly artifacts: string | undefined
  /** Where to record the first baseline run. */
  readonly record: string | undefined
}

/** What a report knows of the baseline runs of its sweep. */
export interface EarlierSweep {
  readonly calls: readonly SweptCall[]
  readonly duration_ms: number
}

/** How much there is to do. */
export interface Expected {
  readonly cells: number
  /** Cells of the recovery, which run only if the first ones are safe. */
  readonly recovery: number
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
