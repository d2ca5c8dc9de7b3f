import { printable } from '../../base/text/printable.ts'
import { renumbered } from '../../insight/sweep/cells/renumbered.ts'
import { Estimate } from '../../insight/sweep/choice/estimate.ts'
import type { SweptCall } from '../../judge/sweep/cells/call-schema.ts'
import { expectedRecovery } from '../../judge/sweep/cells/cell.ts'
import { type ChosenCells, chosenCells, NoSuchCell } from '../../judge/sweep/choice/chosen-cells.ts'
import { misuse } from '../cli-error.ts'
import type { MadeBaseline } from './cell-list.ts'
import { selfCheckMs } from './self-check.ts'
import type { SweepPlan } from './sweep-plan.ts'

/** The cells to begin with. */
export function chosenIn(plan: SweepPlan, calls: readonly SweptCall[]): ChosenCells {
  const { choice, only, shard, listed, earlierCalls } = plan
  const seconds = listed && new Map(listed.cells.map((cell) => [cell.name, cell.seconds]))
  const gone = 'The earlier sweep had a cell that your command no longer has; run the whole sweep'
  const isNamed = (name: string) => only.some((one) => one.startsWith(`${name}/`))
  const moved = renumbered(earlierCalls ?? [], calls).find(({ name }) => isNamed(name))
  if (moved !== undefined) {
    const { name, was, is } = moved
    throw misuse(printable(`${gone}: ${name} was ${was}, and is ${is} now`))
  }
  try {
    return chosenCells(calls, { choice, only, shard, seconds })
  } catch (cause) {
    if (!(cause instanceof NoSuchCell)) throw cause
    throw misuse(earlierCalls === undefined ? cause.message : `${gone}: ${cause.message}`)
  }
}

/** What is known of the command before its cells. */
interface KnownBaseline extends Pick<MadeBaseline['baseline'], 'calls' | 'duration_ms' | 'tests'> {
  /** How much of the machine was busy during a baseline run, from 0 to 1. */
  readonly busy?: number
}

/** With `--each`, a cell runs one test of many, and each of them first runs once alone. */
export function estimateOf(
  { each, choice, limits }: SweepPlan,
  { duration_ms, tests, busy }: Omit<KnownBaseline, 'calls'>,
): Estimate {
  const alone = tests.flatMap(({ alone }) => ('money' in alone ? [alone.duration_ms] : []))
  const meanMs = alone.reduce((sum, ms) => sum + ms, 0) / alone.length
  const ownMs = each === undefined || alone.length === 0 ? duration_ms : meanMs
  const tried = each === undefined ? undefined : tests.map(({ label }) => label)
  return new Estimate({ ownMs, busy, choice, ...limits, tried })
}

/** How much there is to do, after a baseline run; `furtherSeconds` are those before the cells. */
export function reportExpected(
  plan: SweepPlan,
  baseline: KnownBaseline,
  { furtherSeconds = 0, isChecked = true } = {},
): void {
  const { choice } = plan
  const { cells } = chosenIn(plan, baseline.calls)
  const recovery =
    plan.only.length > 0 ? [] : cells.flatMap((cell) => expectedRecovery(cell, choice))
  const estimate = estimateOf(plan, baseline)
  if (!isChecked) estimate.besideMs += selfCheckMs(cells)
  const seconds = estimate.seconds(cells)
  plan.onExpected({
    cells: cells.length,
    seconds: furtherSeconds + seconds,
    recovery: recovery.length,
    recoverySeconds: estimate.seconds([...cells, ...recovery]) - seconds,
    jobs: plan.limits.jobs,
  })
}
