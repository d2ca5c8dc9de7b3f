import { acceptedBy } from '../../judge/run/accepted.ts'
import { knownCalls } from '../../judge/sweep/cells/call-names.ts'
import { expectedRecovery } from '../../judge/sweep/cells/cell.ts'
import { type ChosenCells, chosenCells, NoSuchCell } from '../../judge/sweep/choice/chosen-cells.ts'
import { notTriedBy } from '../../judge/sweep/choice/not-tried.ts'
import type { Swept } from '../../judge/sweep/document/sweep-schema.ts'
import { madeNames } from '../../judge/sweep/money/run-money.ts'
import { baselineLines } from '../../judge/sweep/shown/sweep-lines.ts'
import { misuse } from '../cli-error.ts'
import { baselineRuns } from './baseline-runs.ts'
import { artifactFile, sweepAll, writeArtifacts } from './run-cells.ts'
import { type CommandBaseline, SingleTests } from './single-tests.ts'
import type { EarlierSweep, SweepPlan } from './sweep-plan.ts'
import type { SweepRun } from './sweep-run.ts'

type SweepEnd = Omit<Swept, 'version' | 'command' | 'options' | 'strict'>

/** Runs the command without faults, then once for each cell. */
export async function sweep(plan: SweepPlan): Promise<SweepEnd> {
  const { earlier } = plan
  const failed = new AbortController()
  const stopping = AbortSignal.any([plan.stopping, failed.signal])
  const parts = { ...plan, stopping }
  const whole = earlier === undefined ? await firstBaseline(parts) : besideCells(parts, earlier)
  const { calls } = whole
  const chosen = chosenIn(plan, calls)
  const { cells: first, shards } = chosen
  const recovery =
    plan.only.length > 0 ? [] : first.flatMap((one) => expectedRecovery(one, plan.choice))
  plan.onExpected({ cells: first.length, recovery: recovery.length, jobs: plan.limits.jobs })
  const judged = whole.baseline.then((made) => {
    const findings = made.wrong.map((one) => {
      const about = { code: one.code, test: one.test }
      const { because = null } = acceptedBy(plan.settings.accept, about) ?? {}
      return { ...one, accepted: because }
    })
    const { duration_ms, paid_more, paid_twice } = made
    const baseline = {
      duration_ms: Math.round(duration_ms),
      findings,
      ...(paid_more !== undefined && { paid_more }),
      ...(paid_twice !== undefined && { paid_twice }),
    }
    for (const line of baselineLines({ baseline })) plan.onCaution(line)
    return { made, baseline }
  })
  judged.catch(() => failed.abort())
  const failures = new Set<string>()
  const tests = new SingleTests(parts, whole)
  const { cells, ...limits } = await sweepAll(parts, { tests, failures }, first)
  const { made, baseline } = await judged
  return {
    calls,
    baseline,
    cells,
    shards,
    ...(failures.size > 0 && { incomplete: [...failures] }),
    not_tried: notTriedBy(plan.choice, {
      ...limits,
      isIncomplete: failures.size > 0,
      calls,
      only: earlier ? '--last-failed' : plan.only.length > 0 ? '--only' : undefined,
      shards,
      notRun: cells.filter(({ result }) => result === 'not_run').length,
      isStopped: plan.stopping.aborted,
      hasBooks: made.books_compared,
      hasAdvance: plan.advance !== undefined,
      isUnsteady: made.unsteady,
    }),
  }
}

const GONE = 'The earlier sweep had a cell that your command no longer has; run the whole sweep'

/** The cells to begin with. */
function chosenIn({ choice, only, shard, earlier }: SweepPlan, calls: Swept['calls']): ChosenCells {
  try {
    return chosenCells(calls, { choice, only, shard })
  } catch (cause) {
    if (!(cause instanceof NoSuchCell)) throw cause
    throw misuse(earlier === undefined ? cause.message : `${GONE}: ${cause.message}`)
  }
}

async function firstBaseline(plan: SweepPlan): Promise<CommandBaseline> {
  const { baseline, run } = await baselineRuns(plan, choiceOf(plan))
  await writeArtifacts(plan.artifacts, 'baseline', run)
  const { calls, known, duration_ms } = baseline
  return { words: plan.words, calls, known, duration_ms, baseline: Promise.resolve(baseline) }
}

/** The calls and the time of an earlier sweep, and a baseline run that cells are compared with. */
function besideCells(plan: SweepPlan, { calls, duration_ms }: EarlierSweep): CommandBaseline {
  const known = knownCalls(calls)
  const make = async () => {
    const { baseline, run } = await baselineRuns(plan, {
      ...choiceOf(plan),
      earlier: { calls, known },
    })
    await writeArtifacts(plan.artifacts, 'baseline', run)
    refuseMissing(plan, run, known)
    return baseline
  }
  return { words: plan.words, calls, known, duration_ms, baseline: make() }
}

/** The cells of a call that is no longer made would prove nothing. */
function refuseMissing(
  { only }: SweepPlan,
  { watch }: SweepRun,
  known: CommandBaseline['known'],
): void {
  const made = madeNames(watch, known)
  const isOf = (cell: string, call: string) => cell.startsWith(`${call}/`)
  const missing = known.find(
    ({ name }) => !made.includes(name) && only.some((cell) => isOf(cell, name)),
  )
  if (missing !== undefined) throw misuse(`${GONE}: it does not make the call ${missing.name}`)
}

function choiceOf({ words, artifacts, record, deadline, onBaseline }: SweepPlan) {
  const records = [record, artifactFile(artifacts, 'baseline', 'run.jsonl')]
  return { words, records, deadline, onBaseline }
}
