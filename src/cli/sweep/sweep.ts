import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { messageOf, reasonOf } from '../../document/file-failure.ts'
import { sydneyText } from '../../domain/time/sydney-time.ts'
import { booksBlocks } from '../../insight/books/books-blocks.ts'
import { acceptedBy } from '../../insight/run/accepted.ts'
import {
  expectedRecovery,
  isBase,
  recoveryCells,
  type SweepCell,
  type SweepChoice,
  type SweptCall,
} from '../../insight/sweep/cells/cell.ts'
import { isUnsafe } from '../../insight/sweep/cells/result.ts'
import {
  type ChosenCells,
  chosenCells,
  NoSuchCell,
  wholeSeconds,
} from '../../insight/sweep/choice/chosen-cells.ts'
import { Estimate } from '../../insight/sweep/choice/estimate.ts'
import { notTriedBy } from '../../insight/sweep/choice/not-tried.ts'
import type { CellOutcome, SelfCheck, Swept } from '../../insight/sweep/document/sweep-schema.ts'
import type { Baseline } from '../../insight/sweep/run/baseline.ts'
import { cellNotRun, cellOutcome } from '../../insight/sweep/run/cell-outcome.ts'
import { hasOtherCalls } from '../../insight/sweep/run/other-calls.ts'
import { MOST_STEPS } from '../../insight/sweep/run/sweep-watch.ts'
import { baselineLines } from '../../insight/sweep/shown/sweep-lines.ts'
import {
  hungAfterMs,
  isRunAgain,
  isSelfCheckFailed,
  ofTwo,
} from '../../insight/sweep/shown/sweep-verdict.ts'
import { makeFolders } from '../../runtime/named-file.ts'
import { CliError, misuse } from '../cli-error.ts'
import { blocksText } from '../terminal/blocks-text.ts'
import { baselineRuns } from './baseline-runs.ts'
import type { CellList, MadeBaseline } from './cell-list.ts'
import { selfCheck, selfCheckSeconds } from './self-check.ts'
import { type CommandBaseline, SingleTests } from './single-tests.ts'
import { drain, type SweepContext, type SweepRun, sweepRun } from './sweep-run.ts'

export interface SweepPlan extends SweepContext {
  readonly words: readonly string[]
  /** Runs one test by its name; undefined: there is only the whole command. */
  readonly each: string | undefined
  readonly choice: SweepChoice
  /** Cells, or calls; all if there are none. */
  readonly only: readonly string[]
  /** Whether these are the cells that failed in an earlier sweep. */
  readonly isLastFailed: boolean
  readonly shard: { readonly index: number; readonly of: number } | undefined
  readonly jobs: number
  /** The `performance.now()` after which no further cell starts. */
  readonly deadline: number
  /** The baseline runs and the self-check that `--list` made. */
  readonly listed: CellList | undefined
  /** Those of an earlier sweep, which count as long as the command makes the same calls. */
  readonly kept: MadeBaseline | undefined
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

type SweepEnd = Omit<Swept, 'version' | 'command' | 'options' | 'strict'>

/** A finished sweep, and the baseline runs that later ones can use. */
interface FinishedSweep {
  readonly end: SweepEnd
  readonly made: MadeBaseline
}

/** Runs the command without faults, then once for each cell, with the self-check beside them. */
export async function sweep(plan: SweepPlan): Promise<FinishedSweep> {
  const { listed, kept } = plan
  if (listed !== undefined) {
    tellExpected(plan, listed.baseline)
    const isFirst = plan.shard === undefined || plan.shard.index === 1
    const finished = await sweepWith(plan, listed, Promise.resolve(listed.self_check))
    // It was made once, so that only the first shard has it: merged shards add up.
    const { end } = finished
    return isFirst ? finished : { ...finished, end: { ...end, self_check: null } }
  }
  if (kept !== undefined) {
    const finished = await sweepKept(plan, kept)
    if (finished !== undefined) return finished
    plan.onCaution('the calls of your command have changed since then: new baseline runs')
  }
  const baseline = { ...(await madeBaseline(plan)), tests: [] }
  const made = { made_at: new Date().toISOString(), baseline, self_check: null }
  return await sweepWith(plan, made)
}

/** Undefined if the command makes other calls than in the kept baseline runs. */
async function sweepKept(plan: SweepPlan, kept: MadeBaseline): Promise<FinishedSweep | undefined> {
  const { self_check } = kept
  const isChecked = self_check !== null && !isSelfCheckFailed({ self_check })
  const what = isChecked ? 'baseline runs and self-check' : 'baseline runs'
  plan.onCaution(`${what} of ${sydneyText(Date.parse(kept.made_at))}`)
  tellExpected(plan, kept.baseline, { isChecked })
  const changed = new AbortController()
  const cells = {
    ...plan,
    stopping: AbortSignal.any([plan.stopping, changed.signal]),
    onOtherCalls: () => changed.abort(),
  }
  const finished = await sweepWith(cells, kept, isChecked ? Promise.resolve(self_check) : undefined)
  if (changed.signal.aborted) return undefined
  const { end } = finished
  const baseline = { ...end.baseline, made_at: kept.made_at }
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
  const { calls, baselineMs } = whole
  const findings = whole.wrong.map((one) => {
    const about = { code: one.code, test: one.test }
    const { because = null } = acceptedBy(plan.settings.accept, about) ?? {}
    return { ...one, accepted: because }
  })
  const baseline = { ms: Math.round(baselineMs), findings }
  for (const line of baselineLines({ baseline })) plan.onCaution(line)
  const { cells: first, shards } = chosenIn(plan, calls)
  const tests = new SingleTests(plan, whole, made.baseline.tests)
  const estimate = estimateOf(plan, whole)
  // Beside the cells, in the places that they leave.
  const jobs = Math.max(1, plan.jobs - first.length)
  const failures = new Set<string>()
  const checking = (checked ?? selfCheck({ ...plan, jobs }, first)).catch((cause: unknown) => {
    failures.add(messageOf(cause))
    return null
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
      only: plan.isLastFailed ? '--last-failed' : plan.only.length > 0 ? '--only' : undefined,
      shards,
      notRun: cells.filter(({ result }) => result === 'not_run').length,
      hasNoSelfCheck: self_check === null,
      isStopped: stopping.aborted,
      hasBooks: plan.books !== undefined,
      hasAdvance: plan.advance !== undefined,
      isUnsteady: whole.isUnsteady,
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

/** The cells to begin with. */
function chosenIn(plan: SweepPlan, calls: readonly SweptCall[]): ChosenCells {
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

async function madeBaseline(plan: SweepPlan): Promise<Baseline> {
  const { words, artifacts, record, deadline, onBaseline } = plan
  const records = [record, keptFile(artifacts, 'baseline', 'run.jsonl')]
  const onFirst = (calls: readonly SweptCall[], baselineMs: number) => {
    // One run alone may number calls otherwise than two do.
    if (plan.only.length > 0) return
    const furtherSeconds = baselineMs / 1000
    tellExpected(plan, { calls, baselineMs }, { furtherSeconds, isChecked: false })
  }
  const choice = { words, records, deadline, onBaseline, onFirst }
  const { baseline, run } = await baselineRuns(plan, choice)
  await keepOutput(artifacts, 'baseline', run)
  return baseline
}

/** With `--each`, a cell runs one test of many. */
function estimateOf(
  { each, choice }: SweepPlan,
  { calls, baselineMs }: Pick<Baseline, 'calls' | 'baselineMs'>,
): Estimate {
  const tests = each === undefined ? 1 : new Set(calls.map(({ label }) => label)).size
  return new Estimate(baselineMs / tests, choice)
}

/** How much there is to do, after a baseline run; `furtherSeconds` are those before the cells. */
function tellExpected(
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
    plan.jobs,
    () => stopping.aborted,
    async ({ call }) => {
      await single.baselineOf(call)
      return []
    },
  )
  const { cells } = chosenIn(plan, calls)
  const self_check = await selfCheck(plan, cells)
  const listed: CellList['cells'][number][] = []
  for (const cell of cells) {
    const { baselineMs } = await single.baselineOf(cell.call)
    listed.push({ name: cell.name, seconds: wholeSeconds(cell, baselineMs, choice) })
  }
  return { made_at, cells: listed, self_check, baseline: { ...whole, tests: single.alone } }
}

interface SweepParts {
  readonly tests: SingleTests
  readonly estimate: Estimate
  /** Why runs could not be made or kept: not the client's doing. No further cell starts then. */
  readonly failures: Set<string>
}

/** Runs the cells, and those that they lead to. */
async function sweepAll(
  plan: SweepPlan & { readonly onOtherCalls?: () => void },
  { tests, estimate, failures }: SweepParts,
  first: readonly SweepCell[],
) {
  const { choice, jobs, only, stopping } = plan
  const { accept } = plan.settings
  // A call that is named with `--only` is swept like a representative.
  const based: SweepChoice = only.length > 0 ? { ...choice, calls: 'all' } : choice
  const outcomes = new Map<SweepCell, CellOutcome>()
  const wrongBases: string[] = []
  /** Those that were running when the sweep was stopped or could not go on. */
  const stopped: SweepCell[] = []
  const left = new Set(first)
  let [done, total, furtherSteps] = [0, first.length, 0]
  const isOver = () => stopping.aborted || failures.size > 0 || performance.now() > plan.deadline
  const isWrong = ({ result }: CellOutcome) => isUnsafe(result, false)
  const tell = () =>
    plan.onCell({
      done,
      total,
      unsafe: [...outcomes.values()].filter(isWrong).length,
      leftSeconds: estimate.seconds([...left], jobs),
    })
  const ended = (cell: SweepCell, run: SweepRun, more: readonly SweepCell[]) => {
    estimate.learn(cell, run.wholeMs)
    left.delete(cell)
    for (const one of more) left.add(one)
    done += 1
    tell()
  }
  /** Undefined if it could not be made, which costs no cell that has ended. */
  const attempt = async (cell: SweepCell, suffix?: string) => {
    try {
      const baseline = await tests.baselineOf(cell.call)
      return { baseline, run: await runCell(plan, baseline, cell, suffix) }
    } catch (cause) {
      failures.add(messageOf(cause))
      return undefined
    }
  }
  tell()
  const notRun = await drain(first, jobs, isOver, async (cell) => {
    const made = await attempt(cell)
    if (made === undefined) {
      stopped.push(cell)
      return []
    }
    const { baseline, run } = made
    if (plan.onOtherCalls && hasOtherCalls(cell, run, baseline)) plan.onOtherCalls()
    if (stopping.aborted) {
      stopped.push(cell)
      return []
    }
    const outcome = cellOutcome(cell, run, baseline, accept)
    outcomes.set(cell, outcome)
    const isFirstLevel = isBase(cell, based)
    if (isFirstLevel && isWrong(outcome) && only.length === 0) wrongBases.push(cell.name)
    // A recovery that fails by itself need not be attacked.
    const steps = isFirstLevel && !isWrong(outcome) ? run.watch.steps : []
    const more = steps
      .slice(0, MOST_STEPS)
      .flatMap((step) => recoveryCells(cell, step, choice))
      // With the whole name of a cell, `--only` means that cell alone.
      .filter(({ name }) => only.length === 0 || only.some((one) => name.startsWith(`${one}/`)))
    furtherSteps += Math.max(0, steps.length - MOST_STEPS)
    total += more.length
    ended(cell, run, more)
    return more
  })
  const doubtful = [...outcomes].filter(([, outcome]) => isRunAgain(outcome))
  total += doubtful.length
  for (const [cell] of doubtful) left.add(cell)
  const again = doubtful.map(([cell, before]) => ({ ...cell, cell, before }))
  await drain(again, jobs, isOver, async ({ cell, before }) => {
    const made = await attempt(cell, '/second')
    if (made === undefined || stopping.aborted) return []
    const { baseline, run } = made
    outcomes.set(cell, ofTwo(before, cellOutcome(cell, run, baseline, accept)))
    ended(cell, run, [])
    return []
  })
  const cells = [...outcomes.values(), ...[...stopped, ...notRun].map(cellNotRun)]
  return { cells, furtherSteps, wrongBases, inseparable: tests.inseparable }
}

async function runCell(
  plan: SweepPlan,
  { words, known, baselineMs }: CommandBaseline,
  cell: SweepCell,
  suffix = '',
): Promise<SweepRun> {
  const isRepeated = plan.choice.isIdempotent === true
  const folder = `${cell.name}${suffix}`
  const record = keptFile(plan.artifacts, folder, 'run.jsonl')
  const limitMs = hungAfterMs(baselineMs)
  const run = await sweepRun(plan, { words, cell, known, isRepeated, limitMs, record })
  if (!plan.stopping.aborted) await keepOutput(plan.artifacts, folder, run)
  return run
}

/** A file in the folder named after the cell; undefined if nothing is kept. */
function keptFile(folder: string | undefined, name: string, file: string): string | undefined {
  return folder === undefined ? undefined : join(folder, ...name.split('/'), file)
}

/** Writes the output of a run, and how the books compare, next to its run file. */
async function keepOutput(
  folder: string | undefined,
  name: string,
  { output, books, booksFailure }: SweepRun,
): Promise<void> {
  const compared = books ? blocksText(booksBlocks(books)) : booksFailure
  for (const [file, text] of [
    [keptFile(folder, name, 'output.txt'), output],
    [keptFile(folder, name, 'books.txt'), compared && `${compared}\n`],
  ] as const) {
    if (file === undefined || text === undefined) continue
    try {
      await makeFolders(dirname(file))
      await writeFile(file, text)
    } catch (cause) {
      throw new CliError(`${file} cannot be written: ${reasonOf(cause)}`)
    }
  }
}
