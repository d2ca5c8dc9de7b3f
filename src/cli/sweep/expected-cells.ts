import { expectedRecovery, type SweptCall } from '../../insight/sweep/cells/cell.ts'
import {
  type ChosenCells,
  chosenCells,
  NoSuchCell,
} from '../../insight/sweep/choice/chosen-cells.ts'
import { Estimate } from '../../insight/sweep/choice/estimate.ts'
import type { Baseline } from '../../insight/sweep/run/baseline.ts'
import { misuse } from '../cli-error.ts'
import { selfCheckSeconds } from './self-check.ts'
import type { SweepPlan } from './sweep-plan.ts'

/** The cells to begin with. */
export function chosenIn(plan: SweepPlan, calls: readonly SweptCall[]): ChosenCells {
  const { choice, only, shard, listed } = plan
  const seconds = listed && new Map(listed.cells.map((cell) => [cell.name, cell.seconds]))
  try {
    return chosenCells(calls, { choice, only, shard, seconds })
  } catch (cause) {
    if (!(cause instanceof NoSuchCell)) throw cause
    const gone = 'The last sweep had a cell that your command no longer has; run the whole sweep'
    throw misuse(plan.isLastFailed ? `${gone}: ${cause.message}` : cause.message)
  }
}

/** With `--each`, a cell runs one test of many. */
export function estimateOf(
  { each, choice }: SweepPlan,
  { calls, baselineMs }: Pick<Baseline, 'calls' | 'baselineMs'>,
): Estimate {
  const tests = each === undefined ? 1 : new Set(calls.map(({ label }) => label)).size
  return new Estimate(baselineMs / tests, choice)
}

/** How much there is to do, after a baseline run; `furtherSeconds` are those before the cells. */
export function tellExpected(
  plan: SweepPlan,
  { calls, baselineMs }: Pick<Baseline, 'calls' | 'baselineMs'>,
  { furtherSeconds = 0, isChecked = true } = {},
): void {
  const { choice, jobs } = plan
  const { cells } = chosenIn(plan, calls)
  const recovery =
    plan.only.length > 0 ? [] : cells.flatMap((cell) => expectedRecovery(cell, choice))
  const estimate = estimateOf(plan, { calls, baselineMs })
  const checkSeconds = isChecked ? 0 : selfCheckSeconds(cells)
  // The self-check takes the places that the cells leave.
  const beside = estimate.seconds(cells, jobs) + checkSeconds / jobs
  plan.onExpected({
    cells: cells.length,
    seconds: furtherSeconds + Math.max(beside, checkSeconds),
    recovery: recovery.length,
    recoverySeconds: estimate.seconds(recovery, jobs),
    jobs,
  })
}
