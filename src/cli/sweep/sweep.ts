import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  isBase,
  matchesName,
  recoveryCells,
  type SweepCell,
  type SweepChoice,
  type SweptCall,
  sweepCells,
} from '../../insight/sweep/cell.ts'
import { expectedSeconds, recoveryCount } from '../../insight/sweep/expected-time.ts'
import { notTriedBy } from '../../insight/sweep/not-tried.ts'
import { isUnsafe } from '../../insight/sweep/result.ts'
import { dealt, type Shards } from '../../insight/sweep/shards.ts'
import { MOST_STEPS } from '../../insight/sweep/sweep-watch.ts'
import {
  type CellOutcome,
  hungAfterMs,
  isRunAgain,
  ofTwo,
  type Swept,
} from '../../insight/sweep/swept.ts'
import { makeFolders } from '../../runtime/named-file.ts'
import { CliError, exitCode } from '../cli-error.ts'
import { type CleanBaseline, cleanRuns, SingleTests } from './baseline.ts'
import { type CellList, cleanPart, listedBaseline } from './cell-list.ts'
import { controlOf } from './control.ts'
import { cellOutcome } from './outcome.ts'
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
  /** The clean runs and the control that `--list` made; undefined: they are made here. */
  readonly listed: CellList | undefined
  readonly onClean: (nth: number) => void
  /** Called before the second clean run. */
  readonly onExpected: (expected: Expected) => void
  readonly onCell: (done: number, total: number, outcomes: readonly CellOutcome[]) => void
  /** The folder to keep runs in, if any. */
  readonly keep: string | undefined
  /** Where to record the first clean run. */
  readonly record: string | undefined
}

/** How much there is to do. */
export interface Expected {
  readonly cells: number
  /** Cells of the recovery, which are known only later. */
  readonly recovery: number
  readonly seconds: number
  readonly jobs: number
}

type SweepEnd = Pick<Swept, 'calls' | 'cleanMs' | 'outcomes' | 'notTried' | 'control' | 'shards'>

/** Runs the command without faults, then once for each cell, and at the end the control. */
export async function sweep(plan: SweepPlan): Promise<SweepEnd> {
  const { choice, listed } = plan
  const whole = listed === undefined ? await madeBaseline(plan) : listedBaseline(plan.words, listed)
  const { calls, cleanMs } = whole
  if (listed !== undefined) tellExpected(plan, calls, cleanMs)
  const { cells: first, shards } = chosenCells(sweepCells(calls, choice), calls, plan)
  const swept = await sweepAll(plan, whole, first)
  const run = swept.outcomes.flatMap(({ cell, result }) => (result === undefined ? [] : [cell]))
  const control = listed === undefined ? await controlOf(plan, run) : listedControl(plan, listed)
  const notTried = notTriedBy(choice, {
    calls,
    isOnly: plan.only.length > 0,
    shards,
    notRun: swept.outcomes.filter(({ result }) => result === undefined).length,
    furtherSteps: swept.furtherSteps,
    wrongBases: swept.wrongBases,
    inseparable: swept.inseparable,
    hasNoControl: control === undefined && !listed?.control,
    isStopped: plan.stopping.aborted,
    hasBooks: plan.books !== undefined,
    hasWait: plan.wait !== undefined,
    isUnsteady: whole.isUnsteady,
    wrongBooks: whole.wrongBooks,
  })
  return { calls, cleanMs, outcomes: swept.outcomes, control, notTried, shards }
}

/** Only the first shard has it: it was made once, and merged shards add up. */
function listedControl({ shard }: SweepPlan, { control }: CellList) {
  return shard === undefined || shard.index === 1 ? (control ?? undefined) : undefined
}

async function madeBaseline(plan: SweepPlan): Promise<CleanBaseline> {
  const { words, keep, record, onClean } = plan
  const records = [record, keptFile(keep, 'clean', 'run.jsonl')]
  const onFirst = (calls: readonly SweptCall[], ms: number) => tellExpected(plan, calls, ms)
  const { baseline, run } = await cleanRuns(plan, { words, records, onClean, onFirst })
  await keepOutput(keep, 'clean', run)
  return baseline
}

function tellExpected(plan: SweepPlan, calls: readonly SweptCall[], cleanMs: number): void {
  const { choice, only, jobs } = plan
  // One run alone may number calls otherwise than two do.
  if (only.length > 0) return
  const { cells } = chosenCells(sweepCells(calls, choice), calls, plan)
  const tests = plan.each === undefined ? 1 : new Set(calls.map(({ label }) => label)).size
  const seconds = cells.map((cell) => expectedSeconds(cell, cleanMs / tests, choice))
  const recovery = cells.filter((cell) => isBase(cell, choice)).length * recoveryCount(choice)
  const all = seconds.reduce((sum, one) => sum + one, 0) / jobs
  plan.onExpected({ cells: cells.length, recovery, seconds: all, jobs })
}

/** Makes the clean runs and the control, and lists the cells with the time that each will take. */
export async function listCells(
  plan: SweepPlan,
): Promise<Pick<CellList, 'cells' | 'control' | 'baseline'>> {
  const { choice, each, stopping } = plan
  const whole = await madeBaseline(plan)
  const { calls } = whole
  const single = new SingleTests(plan, each, whole)
  const labels = new Map(each === undefined ? [] : calls.map((call) => [call.label, call]))
  const tests: CellList['baseline']['tests'] = []
  const alone = [...labels.values()].map((call) => ({ call }))
  await drain(
    alone,
    plan.jobs,
    () => stopping.aborted,
    async ({ call }) => {
      const baseline = await single.baselineOf(call)
      const { label } = call
      // Null for a test that cannot run alone.
      if (label !== undefined)
        tests.push({ label, alone: baseline === whole ? null : cleanPart(baseline) })
      return []
    },
  )
  const cells = chosenCells(sweepCells(calls, choice), calls, plan).cells
  const control = (await controlOf(plan, cells)) ?? null
  const listed: { name: string; seconds: number }[] = []
  for (const cell of cells) {
    const { cleanMs } = await single.baselineOf(cell.call)
    listed.push({ name: cell.name, seconds: expectedSeconds(cell, cleanMs, choice) })
  }
  const { isUnsteady, known } = whole
  const baseline = { ...cleanPart(whole), isUnsteady, calls: [...calls], known: [...known], tests }
  return { cells: listed, control, baseline }
}

/** Runs the cells, and those that they lead to. */
async function sweepAll(plan: SweepPlan, whole: CleanBaseline, first: readonly SweepCell[]) {
  const { choice, jobs } = plan
  // A call that is named with `--only` is swept like a representative.
  const based: SweepChoice = plan.only.length > 0 ? { ...choice, calls: 'all' } : choice
  const listed = plan.listed?.baseline.tests.map(
    ({ label, alone }) => [label, alone ?? undefined] as const,
  )
  const tests = new SingleTests(plan, plan.each, whole, new Map(listed))
  const outcomes = new Map<SweepCell, CellOutcome>()
  let [done, total] = [0, first.length]
  let furtherSteps = 0
  let wrongBases = 0
  const isOver = () => plan.stopping.aborted || performance.now() > plan.deadline
  plan.onCell(0, total, [])
  const left = await drain(first, jobs, isOver, async (cell) => {
    const baseline = await tests.baselineOf(cell.call)
    const run = await runCell(plan, baseline, cell)
    if (plan.stopping.aborted) return []
    const outcome = cellOutcome(cell, run, baseline)
    outcomes.set(cell, outcome)
    const isMeant = isBase(cell, based)
    const isWrong = outcome.result !== undefined && isUnsafe(outcome.result, false)
    if (isMeant && isWrong && plan.only.length === 0) wrongBases += 1
    // A recovery that fails by itself need not be attacked.
    const steps = isMeant && !isWrong ? run.watch.steps : []
    const more = steps
      .slice(0, MOST_STEPS)
      .flatMap((step) => recoveryCells(cell, step, choice))
      .filter((one) => isWanted(one, plan))
    furtherSteps += Math.max(0, steps.length - MOST_STEPS)
    total += more.length
    done += 1
    plan.onCell(done, total, [...outcomes.values()])
    return more
  })
  const doubtful = [...outcomes.values()].filter(isRunAgain)
  total += doubtful.length
  const again = doubtful.map(({ cell }) => cell)
  await drain(again, jobs, isOver, async (cell) => {
    const baseline = await tests.baselineOf(cell.call)
    const run = await runCell(plan, baseline, cell, '/second')
    const first = outcomes.get(cell)
    if (plan.stopping.aborted || first === undefined) return []
    outcomes.set(cell, ofTwo(first, cellOutcome(cell, run, baseline)))
    done += 1
    plan.onCell(done, total, [...outcomes.values()])
    return []
  })
  const notRun = left.map((cell): CellOutcome => ({ cell, result: undefined, findings: [] }))
  const inseparable = tests.inseparable.size
  return { outcomes: [...outcomes.values(), ...notRun], furtherSteps, wrongBases, inseparable }
}

/** `--only` with the whole name of a cell means that cell alone. */
function isWanted({ name }: SweepCell, { only }: SweepPlan): boolean {
  return only.length === 0 || only.some((wanted) => name.startsWith(`${wanted}/`))
}

async function runCell(
  plan: SweepPlan,
  baseline: CleanBaseline,
  cell: SweepCell,
  suffix = '',
): Promise<SweepRun> {
  const { words, known, cleanMs } = baseline
  const isRepeated = plan.choice.isIdempotent === true
  const folder = `${cell.name}${suffix}`
  const record = keptFile(plan.keep, folder, 'run.jsonl')
  const limitMs = hungAfterMs(cleanMs)
  const run = await sweepRun(plan, { words, cell, known, isRepeated, limitMs, record })
  if (!plan.stopping.aborted) await keepOutput(plan.keep, folder, run)
  return run
}

/** A file in the folder named after the cell; undefined if nothing is kept. */
function keptFile(folder: string | undefined, name: string, file: string): string | undefined {
  return folder === undefined ? undefined : join(folder, ...name.split('/'), file)
}

/** Writes the output of a run beside its run file. */
async function keepOutput(
  folder: string | undefined,
  name: string,
  { output }: SweepRun,
): Promise<void> {
  const file = keptFile(folder, name, 'output.txt')
  if (file === undefined) return
  await makeFolders(dirname(file))
  await writeFile(file, output)
}

interface CellChoice extends Pick<SweepPlan, 'only' | 'shard' | 'choice'> {
  readonly listed?: CellList | undefined
}

/**
 * The cells to begin with: those that `--only` names, of which `--shard` takes its share.
 * @internal Exported for tests.
 */
export function chosenCells(
  cells: readonly SweepCell[],
  calls: readonly SweptCall[],
  { only, shard, choice, listed }: CellChoice,
): { readonly cells: readonly SweepCell[]; readonly shards: Shards | undefined } {
  const all = sweepCells(calls, { ...choice, calls: 'all' })
  const named = only.flatMap((wanted) => namedBy(wanted, all, choice))
  const chosen = only.length === 0 ? cells : [...new Set(named)]
  if (shard === undefined) return { cells: chosen, shards: undefined }
  const { index, of } = shard
  const times = new Map(listed?.cells.map(({ name, seconds }) => [name, seconds]))
  // Without a list the same on every machine, so that each cell is in exactly one shard.
  const secondsOf = (cell: SweepCell) => times.get(cell.name) ?? expectedSeconds(cell, 1000, choice)
  const parts = dealt(chosen, of, secondsOf)
  return {
    cells: parts[index - 1] ?? [],
    shards: { of, given: [index], sizes: parts.map(({ length }) => length) },
  }
}

function namedBy(
  wanted: string,
  cells: readonly SweepCell[],
  choice: SweepChoice,
): readonly SweepCell[] {
  const [base = '', step] = wanted.split('+')
  const found =
    step === undefined
      ? cells.filter((cell) => matchesName(cell, wanted))
      : cells
          .filter(({ name }) => name === base)
          .flatMap((cell) => cellsOfStep(cell, step, choice))
          .filter((cell) => matchesName(cell, wanted))
  if (found.length > 0) return found
  throw new CliError(`There is no cell '${wanted}'; ${knownText(cells, wanted)}`, exitCode.misuse)
}

/** The cells of one step of a recovery, whether or not the client takes it. */
function cellsOfStep(base: SweepCell, step: string, choice: SweepChoice): readonly SweepCell[] {
  const [call = ''] = step.split('/')
  return /^(?:search|lookup|list|retry)-[1-9]\d*$/.test(call)
    ? recoveryCells(base, call, choice)
    : []
}

/** The alternatives to an unknown cell: the faults, if the command makes that call. */
function knownText(cells: readonly SweepCell[], wanted: string): string {
  const ofCall = cells.filter(({ call }) => wanted.startsWith(`${call.name}/`))
  const [first] = ofCall
  if (first !== undefined) {
    const faults = ofCall.map(({ at, form }) => `${at}/${form}`)
    return `the faults of ${first.call.name} are ${faults.join(', ')}`
  }
  const calls = [...new Set(cells.map(({ call }) => call.name))]
  return `the calls are ${calls.slice(0, 10).join(', ')}`
}
