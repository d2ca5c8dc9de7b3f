import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { booksLines } from '../../insight/books/books-table.ts'
import { acceptedBy } from '../../insight/run/accepted.ts'
import type { Baseline } from '../../insight/sweep/baseline.ts'
import {
  expectedRecovery,
  expectedSeconds,
  isBase,
  recoveryCells,
  type SweepCell,
  type SweepChoice,
  type SweptCall,
} from '../../insight/sweep/cell.ts'
import { cellNotRun, cellOutcome } from '../../insight/sweep/cell-outcome.ts'
import {
  type ChosenCells,
  chosenCells,
  NoSuchCell,
  wholeSeconds,
} from '../../insight/sweep/chosen-cells.ts'
import { notTriedBy } from '../../insight/sweep/not-tried.ts'
import { isUnsafe } from '../../insight/sweep/result.ts'
import type { CellOutcome, Swept } from '../../insight/sweep/sweep-schema.ts'
import { MOST_STEPS } from '../../insight/sweep/sweep-watch.ts'
import { baselineLines, hungAfterMs, isRunAgain, ofTwo } from '../../insight/sweep/swept.ts'
import { makeFolders } from '../../runtime/named-file.ts'
import { misuse } from '../cli-error.ts'
import { baselineRuns } from './baseline-runs.ts'
import type { CellList } from './cell-list.ts'
import { selfCheck } from './self-check.ts'
import { type CommandBaseline, type ListedTest, SingleTests } from './single-tests.ts'
import { drain, type SweepContext, type SweepRun, sweepRun } from './sweep-run.ts'

export interface SweepPlan extends SweepContext {
  readonly words: readonly string[]
  /** Runs one test by its name; undefined: there is only the whole command. */
  readonly each: string | undefined
  readonly choice: SweepChoice
  readonly only: readonly string[]
  readonly shard: { readonly index: number; readonly of: number } | undefined
  readonly jobs: number
  /** The `performance.now()` after which no further cell starts. */
  readonly deadline: number
  /** The baseline runs and the self-check that `--list` made; undefined: they are made here. */
  readonly listed: CellList | undefined
  readonly onBaseline: (nth: number) => void
  /** Called before the second baseline run. */
  readonly onExpected: (expected: Expected) => void
  /** Called with what limits the result, before the first cell. */
  readonly onCaution: (line: string) => void
  readonly onCell: (done: number, total: number, unsafe: number) => void
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

type SweepEnd = Omit<Swept, 'version' | 'command' | 'options' | 'strict'>

/** Runs the command without faults, then once for each cell, and at the end the self-check. */
export async function sweep(plan: SweepPlan): Promise<SweepEnd> {
  const { choice, listed, shard } = plan
  const whole = { ...(listed?.baseline ?? (await madeBaseline(plan))), words: plan.words }
  const { calls, baselineMs } = whole
  const { accept } = plan.settings
  const findings = whole.wrong.map((one) => {
    const { because = null } = acceptedBy(accept, { code: one.code, chapter: one.test }) ?? {}
    return { ...one, accepted: because }
  })
  const baseline = { ms: Math.round(baselineMs), findings }
  for (const line of baselineLines({ baseline })) plan.onCaution(line)
  if (listed !== undefined) tellExpected(plan, calls, baselineMs)
  const { cells: first, shards } = chosenIn(plan, calls)
  const { cells, ...limits } = await sweepAll(plan, whole, first)
  // A listed self-check was made once, so that only the first shard has it: merged shards add up.
  const isFirst = shard === undefined || shard.index === 1
  const run = cells.filter(({ result }) => result !== 'not run')
  const made = listed ? listed.self_check : await selfCheck(plan, run)
  return {
    calls,
    baseline,
    cells,
    self_check: listed && !isFirst ? null : made,
    shards,
    not_tried: notTriedBy(choice, {
      ...limits,
      calls,
      isOnly: plan.only.length > 0,
      shards,
      notRun: cells.filter(({ result }) => result === 'not run').length,
      hasNoSelfCheck: made === null,
      isStopped: plan.stopping.aborted,
      hasBooks: plan.books !== undefined,
      hasAdvance: plan.advance !== undefined,
      isUnsteady: whole.isUnsteady,
    }),
  }
}

/** The cells to begin with. */
function chosenIn(plan: SweepPlan, calls: readonly SweptCall[]): ChosenCells {
  const { choice, only, shard, listed } = plan
  const seconds = listed && new Map(listed.cells.map((cell) => [cell.name, cell.seconds]))
  try {
    return chosenCells(calls, { choice, only, shard, seconds })
  } catch (cause) {
    throw cause instanceof NoSuchCell ? misuse(cause.message) : cause
  }
}

async function madeBaseline(plan: SweepPlan): Promise<Baseline> {
  const { words, artifacts, record, deadline, onBaseline } = plan
  const records = [record, keptFile(artifacts, 'baseline', 'run.jsonl')]
  const onFirst = (calls: readonly SweptCall[], ms: number) => tellExpected(plan, calls, ms)
  const choice = { words, records, deadline, onBaseline, onFirst }
  const { baseline, run } = await baselineRuns(plan, choice)
  await keepOutput(artifacts, 'baseline', run)
  return baseline
}

function tellExpected(plan: SweepPlan, calls: readonly SweptCall[], baselineMs: number): void {
  const { choice, only, jobs, each } = plan
  // One run alone may number calls otherwise than two do.
  if (only.length > 0) return
  const { cells } = chosenIn(plan, calls)
  const recovery = cells.flatMap((cell) => expectedRecovery(cell, choice))
  const tests = each === undefined ? 1 : new Set(calls.map(({ label }) => label)).size
  const [seconds = 0, recoverySeconds = 0] = [cells, recovery].map(
    (some) => expectedSeconds(some, baselineMs / tests, choice) / jobs,
  )
  const counts = { cells: cells.length, recovery: recovery.length, jobs }
  // With a list, neither the second baseline run nor the self-check is made here.
  const further = plan.listed ? 0 : baselineMs / 1000 + CONTROL_SECONDS
  plan.onExpected({ ...counts, seconds: seconds + further, recoverySeconds })
}

/** How long the self-check takes on two quiet cores. */
const CONTROL_SECONDS = 5

/** Makes the baseline runs and the self-check, and lists the cells with the time that each will take. */
export async function listCells(
  plan: SweepPlan,
): Promise<Pick<CellList, 'cells' | 'self_check' | 'baseline'>> {
  const { choice, each, stopping } = plan
  const whole = await madeBaseline(plan)
  const { calls } = whole
  const single = new SingleTests(plan, { ...whole, words: plan.words })
  const tests: ListedTest[] = []
  const labels = new Map(each === undefined ? [] : calls.map((call) => [call.label, call]))
  const alone = [...labels].map(([label, call]) => ({ label, call }))
  await drain(
    alone,
    plan.jobs,
    () => stopping.aborted,
    async ({ label, call }) => {
      const { money, findings, baselineMs } = await single.baselineOf(call)
      if (label === undefined) return []
      const part = { money, findings, baselineMs }
      const why = single.inseparable.get(label)
      tests.push({ label, alone: why === undefined ? part : { why } })
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
  return { cells: listed, self_check, baseline: { ...whole, tests } }
}

/** Runs the cells, and those that they lead to. */
async function sweepAll(plan: SweepPlan, whole: CommandBaseline, first: readonly SweepCell[]) {
  const { choice, jobs, only, stopping } = plan
  const { accept } = plan.settings
  // A call that is named with `--only` is swept like a representative.
  const based: SweepChoice = only.length > 0 ? { ...choice, calls: 'all' } : choice
  const tests = new SingleTests(plan, whole, plan.listed?.baseline.tests)
  const outcomes = new Map<SweepCell, CellOutcome>()
  const wrongBases: string[] = []
  /** Those that were running when the sweep was stopped. */
  const stopped: SweepCell[] = []
  let [done, total, furtherSteps] = [0, first.length, 0]
  const isOver = () => stopping.aborted || performance.now() > plan.deadline
  const isWrong = ({ result }: CellOutcome) => isUnsafe(result, false)
  const tell = () => plan.onCell(done, total, [...outcomes.values()].filter(isWrong).length)
  tell()
  const left = await drain(first, jobs, isOver, async (cell) => {
    const baseline = await tests.baselineOf(cell.call)
    const run = await runCell(plan, baseline, cell)
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
    done += 1
    tell()
    return more
  })
  const doubtful = [...outcomes].filter(([, outcome]) => isRunAgain(outcome))
  total += doubtful.length
  const again = doubtful.map(([cell, before]) => ({ ...cell, cell, before }))
  await drain(again, jobs, isOver, async ({ cell, before }) => {
    const baseline = await tests.baselineOf(cell.call)
    const run = await runCell(plan, baseline, cell, '/second')
    if (stopping.aborted) return []
    outcomes.set(cell, ofTwo(before, cellOutcome(cell, run, baseline, accept)))
    done += 1
    tell()
    return []
  })
  const cells = [...outcomes.values(), ...[...stopped, ...left].map(cellNotRun)]
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
  const compared = books ? booksLines(books).join('\n') : booksFailure
  for (const [file, text] of [
    [keptFile(folder, name, 'output.txt'), output],
    [keptFile(folder, name, 'books.txt'), compared && `${compared}\n`],
  ] as const) {
    if (file === undefined || text === undefined) continue
    await makeFolders(dirname(file))
    await writeFile(file, text)
  }
}
