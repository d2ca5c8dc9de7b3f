import { monotonicMs } from '../../base/monotonic.ts'
import { spanText } from '../../base/text/counted.ts'
import type { SweptCall } from '../../judge/sweep/cells/call-schema.ts'
import type { Baseline } from '../../judge/sweep/document/baseline.ts'
import { amountsOf } from '../../judge/sweep/money/random-amounts.ts'
import { baselineCallsOf, baselineOf, isAlike, steadyRuns } from '../../judge/sweep/run/baseline.ts'
import { CliError } from '../cli-error.ts'
import { codeOfStop } from '../process/signals.ts'
import { unusedAdvice } from '../words/no-request.ts'
import { type SweepContext, type SweepRun, sweepRun } from './sweep-run.ts'

interface BaselineChoice {
  readonly words: readonly string[]
  readonly records: readonly (string | undefined)[]
  /** The `monotonicMs()` at which the runs are stopped. */
  readonly deadline: number
  readonly onBaseline: (nth: number) => void
  /** The calls of an earlier sweep, whose names count. */
  readonly earlier?: Pick<Baseline, 'calls' | 'known'>
}

interface MadeBaseline {
  readonly baseline: Baseline
  readonly run: SweepRun
}

/**
 * Runs twice, since calls that differ from run to run cannot be swept. If the two differ, a third
 * decides: a busy machine may have run into the client's own timeout.
 */
export async function baselineRuns(
  context: SweepContext,
  { words, records, deadline, onBaseline, earlier }: BaselineChoice,
): Promise<MadeBaseline> {
  const clean = async (nth: number) => {
    onBaseline(nth)
    // Even with a small budget the baseline runs show what there is to do; no timer can be longer.
    const limitMs = Math.min(Math.max(10_000, deadline - monotonicMs()), 2 ** 31 - 1)
    const choice = { words, limitMs, record: records[nth - 1] }
    const first = await sweepRun(context, choice)
    // A client that gives up without any fault may pay twice, which is no measure for a cell.
    const run = first.watch.hangUps.length > 0 ? await sweepRun(context, choice) : first
    checkBaseline(run, context, words)
    return run
  }
  const first = await clean(1)
  if (earlier?.calls.every(hasSteadyAmount)) {
    return { baseline: baselineOf([first], earlier), run: first }
  }
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
  const baseline = baselineOf(pair, earlier ?? baselineCallsOf(...pair), isUnsteady)
  const { counts } = amountsOf(baseline.money)
  if (counts !== undefined) {
    throw new CliError(
      `Your amounts differ from run to run, and with them how many payments move money (${counts.join(' and ')} in two baseline runs), so no cell can be compared with them. Use fixed amounts in your tests, or seed their generator, such as faker.seed(1)`,
    )
  }
  return { baseline, run: pair[0] }
}

/** Where amounts are random, only two runs show it. */
function hasSteadyAmount({ operation, currency, amount }: SweptCall): boolean {
  return operation === 'void' || currency === undefined || amount !== undefined
}

function checkBaseline(
  run: SweepRun,
  { stopping, env, settings }: SweepContext,
  words: readonly string[],
): void {
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
  const [waitedMs] = run.watch.hangUps
  if (waitedMs !== undefined) throw new CliError(`Untested: ${gaveUpText(waitedMs)}`)
  if (!run.watch.seen.some(({ isMade }) => isMade)) {
    const advice = unusedAdvice({ starter: 'sweep', words, env, variables: settings.env })
    throw new CliError(['The command made no payment.', ...advice].join('\n'))
  }
}

/** Why a baseline run is no measure: its client stopped waiting for a payment. */
export function gaveUpText(waitedMs: number): string {
  return `your client gave up waiting without any fault: the machine is too busy for its timeout of ${spanText(waitedMs)}`
}
