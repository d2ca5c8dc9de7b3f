import { compareRuns } from '../../insight/sweep/call-names.ts'
import {
  type SweepCell,
  type SweepForm,
  type SweepMoment,
  sweepCells,
} from '../../insight/sweep/cell.ts'
import { isUnsafe } from '../../insight/sweep/result.ts'
import type { CellOutcome, SweepControl } from '../../insight/sweep/swept.ts'
import { shopWords } from '../process/own-program.ts'
import { baselineOf } from './baseline.ts'
import { cellOutcome } from './outcome.ts'
import { drain, type SweepContext, sweepRun } from './sweep-run.ts'

interface ControlContext extends SweepContext {
  readonly jobs: number
}

/** The forms in which every naive shop is found out. */
const telling: readonly SweepForm[] = ['reset', 'http', 'truncate', 'hang']

const MOST_FORMS = 3

/** Patient enough for a busy machine, and still quick where no answer comes. */
const TIME_OUT_MS = 1500

/**
 * Puts the shops that ship with Sandgate through a few of the same cells, to show that this sweep can
 * tell them apart. Undefined if they cannot pay in this config.
 */
export async function controlOf(
  context: ControlContext,
  cells: readonly SweepCell[],
): Promise<SweepControl | undefined> {
  const tried = new Set(cells.map(({ form }) => form))
  const isBefore = cells.length > 0 && cells.every((cell) => cell.at === 'before')
  const at = isBefore ? 'before' : 'after'
  const own = telling.filter((form) => tried.has(form)).slice(0, MOST_FORMS)
  const forms = own.length > 0 ? own : telling.slice(0, 1)
  if (context.stopping.aborted) return undefined
  const naive = await shopRuns(context, 'naive', at, forms)
  const careful = naive && (await shopRuns(context, 'careful', at, forms))
  if (naive === undefined || careful === undefined) return undefined
  return {
    naive: { cells: naive.length, found: naive.filter(isFound).length },
    careful: { cells: careful.length, blamed: careful.filter((result) => !isWell(result)).length },
  }
}

function isFound(result: CellOutcome['result']): boolean {
  return result !== undefined && isUnsafe(result, false)
}

function isWell(result: CellOutcome['result']): boolean {
  return result === 'safe' || result === 'failed safe'
}

/** The result of each cell; undefined if the shop cannot pay. */
async function shopRuns(
  context: ControlContext,
  shop: 'naive' | 'careful',
  at: SweepMoment,
  forms: readonly SweepForm[],
): Promise<readonly CellOutcome['result'][] | undefined> {
  const words = shopWords(shop)
  const env = { ...context.env, SHOP_TIME_OUT_MS: String(TIME_OUT_MS) }
  const own = { ...context, env, books: undefined, wait: undefined, recover: undefined }
  const clean = await sweepRun(own, { words, limitMs: LIMIT_MS })
  if (clean.exitCode !== 0) return undefined
  const baseline = baselineOf(words, [clean], compareRuns(clean.watch.seen, clean.watch.seen))
  const { calls, known } = baseline
  const choice = { at: [at], forms, depth: 1, calls: 'quick' } as const
  const results: CellOutcome['result'][] = []
  await drain<SweepCell>(
    sweepCells(calls, choice),
    context.jobs,
    () => false,
    async (cell) => {
      const run = await sweepRun(own, { words, cell, known, limitMs: LIMIT_MS })
      results.push(cellOutcome(cell, run, baseline).result)
      return []
    },
  )
  return results
}

const LIMIT_MS = 60_000
