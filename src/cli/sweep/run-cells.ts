import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { messageOf, reasonOf } from '../../base/file-failure.ts'
import { monotonicMs } from '../../base/monotonic.ts'
import { booksBlocks } from '../../judge/books/books-blocks.ts'
import {
  isBase,
  isMostlyWait,
  recoveryCells,
  type SweepCell,
  type SweepChoice,
} from '../../judge/sweep/cells/cell.ts'
import { isUnsafe } from '../../judge/sweep/cells/result.ts'
import type { CellOutcome } from '../../judge/sweep/document/sweep-schema.ts'
import { cellNotRun, cellOutcome } from '../../judge/sweep/run/cell-outcome.ts'
import { MOST_STEPS } from '../../judge/sweep/run/sweep-watch.ts'
import { hungAfterMs, isRunAgain, ofTwo } from '../../judge/sweep/shown/sweep-verdict.ts'
import { makeFolders } from '../../runtime/named-file.ts'
import { CliError } from '../cli-error.ts'
import { blocksText } from '../terminal/blocks-text.ts'
import { drain } from './drain.ts'
import type { CommandBaseline, SingleTests } from './single-tests.ts'
import type { SweepPlan } from './sweep-plan.ts'
import { type SweepRun, sweepRun } from './sweep-run.ts'

interface SweepParts {
  readonly tests: SingleTests
  /** Why runs could not be made or kept: not the client's doing. No further cell starts then. */
  readonly failures: Set<string>
}

/** Runs the cells, and those that they lead to. */
export async function sweepAll(
  plan: SweepPlan,
  { tests, failures }: SweepParts,
  first: readonly SweepCell[],
) {
  const { choice, only, stopping, limits } = plan
  const { accept } = plan.settings
  // A call that is named with `--only` is swept like a representative.
  const based: SweepChoice = only.length > 0 ? { ...choice, calls: 'all' } : choice
  const outcomes = new Map<SweepCell, CellOutcome>()
  const wrongBases: string[] = []
  /** Those that were running when the sweep was stopped or could not continue. */
  const stopped: SweepCell[] = []
  const startedAt = monotonicMs()
  let [done, total, furtherSteps] = [0, first.length, 0]
  const isOver = () => stopping.aborted || failures.size > 0 || monotonicMs() > plan.deadline
  const isWrong = ({ result }: CellOutcome) => isUnsafe(result, false)
  const showProgress = () =>
    plan.onCell({
      done,
      total,
      unsafe: [...outcomes.values()].filter(isWrong).length,
      leftSeconds: ((monotonicMs() - startedAt) / 1000 / Math.max(1, done)) * (total - done),
    })
  /** Undefined if it could not be made, which costs no cell that has ended. */
  const attempt = async (cell: SweepCell, suffix = '') => {
    try {
      const command = await tests.baselineOf(cell.call)
      const run = await runCell(plan, { command, cell, suffix })
      if (stopping.aborted) return undefined
      return { outcome: cellOutcome(cell, run, await command.baseline, accept), run }
    } catch (cause) {
      failures.add(messageOf(cause))
      return undefined
    }
  }
  showProgress()
  const isWaiting = (cell: SweepCell) => isMostlyWait(cell, tests.msOf(cell.call))
  const draining = { limits, isOver, isWaiting }
  const notRun = await drain(first, draining, async (cell) => {
    const made = await attempt(cell)
    if (made === undefined) {
      stopped.push(cell)
      return []
    }
    const { outcome, run } = made
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
    // A cell that is to run twice counts once.
    if (!isRunAgain(outcome)) done += 1
    showProgress()
    return more
  })
  const doubtful = [...outcomes].filter(([, outcome]) => isRunAgain(outcome))
  const again = doubtful.map(([cell, before]) => ({ ...cell, cell, before }))
  await drain(again, draining, async ({ cell, before }) => {
    const made = await attempt(cell, '/second')
    if (made === undefined) return []
    outcomes.set(cell, ofTwo(before, made.outcome))
    done += 1
    showProgress()
    return []
  })
  const cells = [...outcomes.values(), ...[...stopped, ...notRun].map(cellNotRun)]
  return { cells, furtherSteps, wrongBases, inseparable: tests.inseparable }
}

async function runCell(
  plan: SweepPlan,
  {
    command: { words, known, duration_ms },
    cell,
    suffix,
  }: {
    readonly command: CommandBaseline
    readonly cell: SweepCell
    readonly suffix: string
  },
): Promise<SweepRun> {
  const isRepeated = plan.choice.isIdempotent === true
  const folder = `${cell.name}${suffix}`
  const record = artifactFile(plan.artifacts, folder, 'run.jsonl')
  const limitMs = hungAfterMs(duration_ms)
  const run = await sweepRun(plan, { words, cell, known, isRepeated, limitMs, record })
  if (!plan.stopping.aborted) await writeArtifacts(plan.artifacts, folder, run)
  return run
}

/** A file in the folder named after the cell; undefined if there is no folder. */
export function artifactFile(
  folder: string | undefined,
  name: string,
  file: string,
): string | undefined {
  return folder === undefined ? undefined : join(folder, ...name.split('/'), file)
}

/** Writes the output of a run, and how the books compare, next to its run file. */
export async function writeArtifacts(
  folder: string | undefined,
  name: string,
  { output, books, booksFailure }: SweepRun,
): Promise<void> {
  const compared = books ? blocksText(booksBlocks(books)) : booksFailure
  for (const [file, text] of [
    [artifactFile(folder, name, 'output.txt'), output],
    [artifactFile(folder, name, 'books.txt'), compared && `${compared}\n`],
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
