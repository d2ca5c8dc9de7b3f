import { cpus } from 'node:os'
import { monotonicMs } from '../../base/monotonic.ts'
import type { SweptCall } from '../../judge/sweep/cells/call-schema.ts'
import type { Baseline } from '../../judge/sweep/document/baseline.ts'
import { amountsOf } from '../../judge/sweep/money/random-amounts.ts'
import { baselineCallsOf, baselineOf, isAlike, steadyRuns } from '../../judge/sweep/run/baseline.ts'
import { CliError } from '../cli-error.ts'
import { OWN_SANDBOX } from '../process/child.ts'
import { codeOfStop } from '../process/signals.ts'
import { type SweepContext, type SweepRun, sweepRun } from './sweep-run.ts'

export interface FirstRun {
  readonly calls: readonly SweptCall[]
  readonly duration_ms: number
  /** How much of the machine was busy meanwhile, from 0 to 1. */
  readonly busy: number
}

interface BaselineChoice {
  readonly words: readonly string[]
  readonly records: readonly (string | undefined)[]
  /** The `monotonicMs()` at which the runs are stopped. */
  readonly deadline: number
  readonly onBaseline: (nth: number) => void
  /** Called with the first run, before the others. */
  readonly onFirst: (first: FirstRun) => void
}

/**
 * Runs twice, since calls that differ from run to run cannot be swept. If the two differ, a third
 * decides: a busy machine may have run into the client's own timeout.
 */
export async function baselineRuns(
  context: SweepContext,
  { words, records, deadline, onBaseline, onFirst }: BaselineChoice,
): Promise<{ readonly baseline: Baseline; readonly run: SweepRun }> {
  const clean = async (nth: number) => {
    onBaseline(nth)
    // Even with a small budget the baseline runs show what there is to do; no timer can be longer.
    const limitMs = Math.min(Math.max(10_000, deadline - monotonicMs()), 2 ** 31 - 1)
    const run = await sweepRun(context, { words, limitMs, record: records[nth - 1] })
    checkBaseline(run, context)
    return run
  }
  const before = coreTimes()
  const first = await clean(1)
  const { calls } = baselineCallsOf(first, first)
  onFirst({ calls, duration_ms: first.durationMs, busy: busySince(before) })
  const second = await clean(2)
  const isUnsteady = !isAlike(first, second)
  const steady = steadyRuns(isUnsteady ? [first, second, await clean(3)] : [first, second])
  if ('different' in steady) {
    const some = steady.different.slice(0, 5).join(', ')
    throw new CliError(
      `Three baseline runs made different calls (${some}); give each test a label (sandbox.reset({ label })) and its payments the same references in every run, or run the tests one after the other`,
    )
  }
  const { pair } = steady
  const baseline = baselineOf(pair, baselineCallsOf(...pair), isUnsteady)
  const { counts } = amountsOf(baseline.money)
  if (counts !== undefined) {
    throw new CliError(
      `Your amounts differ from run to run, and with them how many payments move money (${counts.join(' and ')} in two baseline runs), so no cell can be compared with them. Use fixed amounts in your tests, or seed their generator, such as faker.seed(1)`,
    )
  }
  return { baseline, run: pair[0] }
}

/** The time that all processor cores have worked and idled so far. */
function coreTimes() {
  return cpus().reduce(
    (sum, { times: { user, nice, sys, idle, irq } }) => ({
      busy: sum.busy + user + nice + sys + irq,
      idle: sum.idle + idle,
    }),
    { busy: 0, idle: 0 },
  )
}

/** All of the machine if it does not tell. */
function busySince(before: ReturnType<typeof coreTimes>): number {
  const now = coreTimes()
  const [busy, idle] = [now.busy - before.busy, now.idle - before.idle]
  return busy + idle > 0 ? busy / (busy + idle) : 1
}

function checkBaseline(run: SweepRun, { stopping }: SweepContext): void {
  if (stopping.aborted) {
    throw new CliError('Stopped before the baseline runs were done', codeOfStop(stopping))
  }
  if (run.booksFailure !== undefined) throw new CliError(run.booksFailure)
  if (run.failure !== undefined) throw new CliError(run.failure)
  if (run.isHung) {
    throw new CliError(
      'The command was still running without any fault after 10 s or when the --time-limit was spent; it must end by itself',
    )
  }
  if (run.exitCode !== 0) {
    const output = run.output.trimEnd()
    const reason = `The command fails without any fault (exit code ${run.exitCode}); make it pass under 'npx sandgate exec' first`
    throw new CliError(output === '' ? reason : `${output}\n${reason}`)
  }
  if (!run.watch.seen.some(({ isMade }) => isMade)) {
    throw new CliError(`The command made no payment; does it use $SANDGATE_API? ${OWN_SANDBOX}`)
  }
}
