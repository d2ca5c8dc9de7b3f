import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  cellResult,
  isMeantBy,
  type SweepCell,
  type SweepChoice,
  type SweptCall,
  sweepCells,
} from '../../insight/sweep/cell.ts'
import { type CellOutcome, hungAfterMs } from '../../insight/sweep/swept.ts'
import { CliError, exitCode } from '../cli-error.ts'
import { newFindings, type SweepContext, type SweepRun, sweepRun } from './sweep-run.ts'

export interface SweepPlan extends SweepContext {
  readonly choice: SweepChoice
  readonly only: readonly string[]
  readonly jobs: number
  /** The `performance.now()` after which no further cell starts. */
  readonly deadline: number
  readonly onClean: (nth: number) => void
  readonly onCell: (done: number, total: number, outcomes: readonly CellOutcome[]) => void
  /** The folder to keep runs in, if any. */
  readonly keep: string | undefined
  /** Where to record the first clean run. */
  readonly record: string | undefined
}

interface SweepEnd {
  readonly calls: readonly SweptCall[]
  readonly cleanMs: number
  readonly outcomes: readonly CellOutcome[]
}

/** Runs the command without faults, then once for each fault at each call. */
export async function sweep(plan: SweepPlan): Promise<SweepEnd> {
  const clean = await cleanRuns(plan)
  const calls = clean.watch.made
  const cells = chosenCells(plan, sweepCells(calls, plan.choice))
  const limitMs = hungAfterMs(clean.durationMs)
  const outcomes = new Map<SweepCell, CellOutcome>()
  const isOver = () => plan.stopping.aborted || performance.now() > plan.deadline
  plan.onCell(0, cells.length, [])
  await sideBySide(cells, plan.jobs, isOver, async (cell) => {
    const record = keptFile(plan.keep, cell.name, 'run.jsonl')
    const run = await sweepRun(plan, { cell, limitMs, record })
    if (plan.stopping.aborted) return
    outcomes.set(cell, outcomeOf(cell, run, clean))
    await keepOutput(plan.keep, cell.name, run)
    plan.onCell(outcomes.size, cells.length, [...outcomes.values()])
  })
  const all = cells.map((cell) => outcomes.get(cell) ?? { cell, result: undefined, findings: [] })
  return { calls, cleanMs: clean.durationMs, outcomes: all }
}

/** Runs twice, since calls that differ from run to run cannot be swept. */
async function cleanRuns(plan: SweepPlan): Promise<SweepRun> {
  plan.onClean(1)
  const first = await cleanRun(plan, plan.record)
  plan.onClean(2)
  const second = await cleanRun(plan, keptFile(plan.keep, 'clean', 'run.jsonl'))
  await keepOutput(plan.keep, 'clean', second)
  const [before, after] = [namesOf(first), namesOf(second)]
  const changed = [...before.filter(notIn(after)), ...after.filter(notIn(before))]
  if (changed.length > 0) {
    throw new CliError(
      `Two clean runs made different calls (${changed.slice(0, 5).join(', ')}); sweep needs a command that does the same each time`,
    )
  }
  return second.durationMs > first.durationMs ? second : first
}

async function cleanRun(plan: SweepPlan, record: string | undefined): Promise<SweepRun> {
  const run = await sweepRun(plan, { record })
  if (plan.stopping.aborted) throw new CliError('Stopped before the clean runs were done')
  if (run.exitCode === 127) {
    throw new CliError(`There is no command '${plan.words[0]}'; check its name and PATH`)
  }
  if (run.exitCode !== 0) {
    const output = run.output.trimEnd()
    const reason = `The command fails without any fault (exit code ${run.exitCode}); make it pass under 'npx sandgate exec' first`
    throw new CliError(output === '' ? reason : `${output}\n${reason}`)
  }
  if (run.watch.made.length === 0) {
    throw new CliError('The command made no payment; does it use $SANDGATE_API?')
  }
  return run
}

function namesOf({ watch }: SweepRun): readonly string[] {
  return watch.made.map(({ name }) => name)
}

function notIn(names: readonly string[]) {
  const known = new Set(names)
  return (name: string) => !known.has(name)
}

function chosenCells({ only }: SweepPlan, cells: readonly SweepCell[]): readonly SweepCell[] {
  if (only.length === 0) return cells
  for (const wanted of only) {
    if (cells.some((cell) => isMeantBy(cell, wanted))) continue
    throw new CliError(`There is no cell '${wanted}'; ${knownText(cells, wanted)}`, exitCode.misuse)
  }
  return cells.filter((cell) => only.some((wanted) => isMeantBy(cell, wanted)))
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

function outcomeOf(cell: SweepCell, run: SweepRun, clean: SweepRun): CellOutcome {
  const findings = newFindings(run, clean)
  const result = cellResult({
    at: cell.at,
    isReached: run.watch.isReached,
    isHung: run.isHung,
    hasPassed: run.exitCode === 0,
    findings: new Set(findings.map(({ code }) => code)),
    isShort: findings.some(({ code, isShort }) => code === 'blind-retry' && isShort),
  })
  return { cell, result, exitCode: run.exitCode, durationMs: run.durationMs, findings }
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
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, output)
}

/** Processes the items in order, several at a time, until the deadline. */
async function sideBySide<Item>(
  items: readonly Item[],
  jobs: number,
  isOver: () => boolean,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items[Symbol.iterator]()
  const worker = async () => {
    while (!isOver()) {
      const next = left.next()
      if (next.done) return
      await work(next.value)
    }
  }
  await Promise.all(Array.from({ length: jobs }, worker))
}
