import { messageOf } from '../../base/file-failure.ts'
import { sydneyText } from '../../domain/time/sydney-time.ts'
import { acceptedBy } from '../../judge/run/accepted.ts'
import { wholeSeconds } from '../../judge/sweep/choice/chosen-cells.ts'
import { notTriedBy } from '../../judge/sweep/choice/not-tried.ts'
import type { Baseline, SuiteTest } from '../../judge/sweep/document/baseline.ts'
import type { SelfCheck, Swept } from '../../judge/sweep/document/sweep-schema.ts'
import { baselineLines } from '../../judge/sweep/shown/sweep-lines.ts'
import { isSelfCheckFailed } from '../../judge/sweep/shown/sweep-verdict.ts'
import { baselineRuns, type FirstRun } from './baseline-runs.ts'
import type { CellList, MadeBaseline } from './cell-list.ts'
import { drain } from './drain.ts'
import { chosenIn, estimateOf, reportExpected } from './expected-cells.ts'
import { artifactFile, sweepAll, writeArtifacts } from './run-cells.ts'
import { selfCheck, selfCheckMs } from './self-check.ts'
import { SingleTests } from './single-tests.ts'
import type { SweepPlan } from './sweep-plan.ts'

type SweepEnd = Omit<Swept, 'version' | 'command' | 'options' | 'strict'>

/** A finished sweep, and the baseline runs that later ones can use. */
interface FinishedSweep {
  readonly end: SweepEnd
  readonly made: MadeBaseline
}

/** Runs the command without faults, then once for each cell, with the self-check beside them. */
export async function sweep(plan: SweepPlan): Promise<FinishedSweep> {
  const { listed, saved } = plan
  if (listed !== undefined) {
    reportExpected(plan, listed.baseline)
    const isFirst = plan.shard === undefined || plan.shard.index === 1
    const finished = await sweepWith(plan, listed, Promise.resolve(listed.self_check))
    // It was made once, so that only the first shard has it: merged shards add up.
    const { end } = finished
    return isFirst ? finished : { ...finished, end: { ...end, self_check: null } }
  }
  if (saved !== undefined) {
    const finished = await sweepFromSaved(plan, saved)
    if (finished !== undefined) return finished
    plan.onCaution('the calls of your command have changed since then: new baseline runs')
  }
  const whole = await madeBaseline(plan)
  const baseline = { ...whole, tests: await firstTests(plan, whole) }
  // How long a test takes alone, nobody can know before.
  if (plan.each !== undefined && plan.only.length === 0) {
    reportExpected(plan, baseline, { isChecked: false })
  }
  const made = { made_at: new Date().toISOString(), baseline, self_check: null }
  return await sweepWith(plan, made)
}

/** Undefined if the command makes other calls than in the kept baseline runs. */
async function sweepFromSaved(
  plan: SweepPlan,
  saved: MadeBaseline,
): Promise<FinishedSweep | undefined> {
  const { self_check } = saved
  const isChecked = self_check !== null && !isSelfCheckFailed({ self_check })
  const dated = (what: string, at: string) => `${what} of ${sydneyText(Date.parse(at))}`
  // It may be of another sweep than the runs, and ends after them.
  const reused = [
    dated('baseline runs', saved.made_at),
    ...(isChecked ? [dated('self-check', self_check.made_at ?? saved.made_at)] : []),
  ]
  plan.onCaution(reused.join(', '))
  reportExpected(plan, saved.baseline, { isChecked })
  const changed = new AbortController()
  const cells = {
    ...plan,
    stopping: AbortSignal.any([plan.stopping, changed.signal]),
    onOtherCalls: () => changed.abort(),
  }
  const finished = await sweepWith(
    cells,
    saved,
    isChecked ? Promise.resolve(self_check) : undefined,
  )
  if (changed.signal.aborted) return undefined
  const { end } = finished
  const baseline = { ...end.baseline, made_at: saved.made_at }
  return { ...finished, end: { ...end, baseline } }
}

/** Runs the cells against baseline runs that were made before. */
async function sweepWith(
  plan: SweepPlan & { readonly onOtherCalls?: () => void },
  made: MadeBaseline,
  checked?: Promise<SelfCheck | null>,
): Promise<FinishedSweep> {
  const { choice, stopping } = plan
  const whole = { ...made.baseline, words: plan.words }
  const { calls, duration_ms, paid_more } = whole
  const findings = whole.wrong.map((one) => {
    const about = { code: one.code, test: one.test }
    const { because = null } = acceptedBy(plan.settings.accept, about) ?? {}
    return { ...one, accepted: because }
  })
  const baseline = {
    duration_ms: Math.round(duration_ms),
    findings,
    ...(paid_more !== undefined && { paid_more }),
  }
  for (const line of baselineLines({ baseline })) plan.onCaution(line)
  const { cells: first, shards } = chosenIn(plan, calls)
  const tests = new SingleTests(plan, whole, made.baseline.tests)
  const estimate = estimateOf(plan, made.baseline)
  const checkMs = checked === undefined ? selfCheckMs(first) : 0
  estimate.besideMs += checkMs
  const failures = new Set<string>()
  const checking = (checked ?? selfCheck(plan, first))
    .catch((cause: unknown) => {
      failures.add(messageOf(cause))
      return null
    })
    .finally(() => {
      estimate.besideMs -= checkMs
    })
  const parts = { tests, estimate, failures }
  const { cells, ...limits } = await sweepAll(plan, parts, first)
  const self_check = await checking
  const end: SweepEnd = {
    calls,
    baseline,
    cells,
    self_check,
    shards,
    ...(failures.size > 0 && { incomplete: [...failures] }),
    not_tried: notTriedBy(choice, {
      ...limits,
      isIncomplete: failures.size > 0,
      calls,
      only: plan.earlierCalls ? '--last-failed' : plan.only.length > 0 ? '--only' : undefined,
      shards,
      notRun: cells.filter(({ result }) => result === 'not_run').length,
      hasNoSelfCheck: self_check === null,
      isStopped: stopping.aborted,
      hasBooks: whole.books_compared,
      hasAdvance: plan.advance !== undefined,
      isUnsteady: whole.unsteady,
    }),
  }
  // One that was made before has its own date, or that of its list.
  const isNew = checked === undefined
  const checkedAt = { made_at: isNew ? new Date().toISOString() : made.made_at }
  return {
    end,
    made: {
      made_at: made.made_at,
      self_check: self_check && { ...checkedAt, ...self_check },
      baseline: { ...made.baseline, tests: tests.alone },
    },
  }
}

async function madeBaseline(plan: SweepPlan): Promise<Baseline> {
  const { words, artifacts, record, deadline, onBaseline } = plan
  const records = [record, artifactFile(artifacts, 'baseline', 'run.jsonl')]
  const onFirst = ({ duration_ms, ...first }: FirstRun) => {
    // One run alone may number calls otherwise than two do.
    if (plan.only.length > 0 || plan.each !== undefined) return
    const furtherSeconds = duration_ms / 1000
    reportExpected(plan, { ...first, duration_ms, tests: [] }, { furtherSeconds, isChecked: false })
  }
  const choice = { words, records, deadline, onBaseline, onFirst }
  const { baseline, run } = await baselineRuns(plan, choice)
  await writeArtifacts(artifacts, 'baseline', run)
  return baseline
}

/** With `--each`, the first few tests alone, at the same time, as in the cells. */
async function firstTests(plan: SweepPlan, whole: Baseline): Promise<readonly SuiteTest[]> {
  if (plan.each === undefined) return []
  const tests = new SingleTests(plan, { ...whole, words: plan.words })
  const { cells } = chosenIn(plan, whole.calls)
  const labels = new Map(cells.map(({ call }) => [call.label, call]))
  await Promise.all(
    [...labels.values()].slice(0, plan.limits.jobs).map((call) => tests.baselineOf(call)),
  )
  return tests.alone
}

/** Makes the baseline runs and the self-check, and lists the cells with the time that each will take. */
export async function listCells(
  plan: SweepPlan,
): Promise<Pick<CellList, 'made_at' | 'cells' | 'self_check' | 'baseline'>> {
  const { choice, each, stopping } = plan
  const whole = await madeBaseline(plan)
  const made_at = new Date().toISOString()
  const { calls } = whole
  const single = new SingleTests(plan, { ...whole, words: plan.words })
  const labels = new Map(each === undefined ? [] : calls.map((call) => [call.label, call]))
  const alone = [...labels.values()].map((call) => ({ call }))
  await drain(
    alone,
    { take: () => plan.slots.take('cell'), isOver: () => stopping.aborted },
    async ({ call }) => {
      await single.baselineOf(call)
      return []
    },
  )
  const { cells } = chosenIn(plan, calls)
  const self_check = await selfCheck(plan, cells)
  const listed: CellList['cells'][number][] = []
  for (const cell of cells) {
    const { duration_ms } = await single.baselineOf(cell.call)
    listed.push({ name: cell.name, seconds: wholeSeconds(cell, duration_ms, choice) })
  }
  return { made_at, cells: listed, self_check, baseline: { ...whole, tests: single.alone } }
}
