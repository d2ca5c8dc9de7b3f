import { compareRuns } from '../../judge/sweep/cells/call-names.ts'
import { type SweepCell, sweepCells } from '../../judge/sweep/cells/cell.ts'
import type { SweepFault, SweepMoment } from '../../judge/sweep/cells/fault.ts'
import { type CellResult, isUnsafe } from '../../judge/sweep/cells/result.ts'
import type { SelfCheck } from '../../judge/sweep/document/sweep-schema.ts'
import { baselineOf } from '../../judge/sweep/run/baseline.ts'
import { cellOutcome } from '../../judge/sweep/run/cell-outcome.ts'
import { defaultSettings } from '../../runtime/config/settings.ts'
import { shopWords } from '../process/own-program.ts'
import { drain } from './drain.ts'
import type { RunSlots } from './run-slots.ts'
import { type SweepContext, sweepRun } from './sweep-run.ts'

interface SelfCheckContext extends Pick<SweepContext, 'env' | 'stopping'> {
  readonly slots: RunSlots
}

/** The faults with which every naive shop is found out. */
const revealing: readonly SweepFault[] = ['reset', 'http', 'truncate', 'hang']

const MOST_FAULTS = 3

/** Patient enough for a busy machine, and still quick if no answer comes. */
const TIME_OUT_MS = 1500

/**
 * Puts the shops that ship with Sandgate through a few of the same cells, to show that this sweep can
 * tell them apart. They know nothing of the user's config. Null if they cannot be started, or are stopped.
 */
export async function selfCheck(
  context: SelfCheckContext,
  cells: readonly Pick<SweepCell, 'at' | 'fault'>[],
): Promise<SelfCheck | null> {
  const isBefore = cells.length > 0 && cells.every((cell) => cell.at === 'before')
  const at = isBefore ? 'before' : 'after'
  const faults = faultsFor(cells)
  if (context.stopping.aborted) return null
  const [naive, careful] = await Promise.all([
    shopRuns(context, 'naive', at, faults),
    shopRuns(context, 'careful', at, faults),
  ])
  // Cells that were stopped say nothing about a shop.
  if (context.stopping.aborted || naive === undefined || careful === undefined) return null
  return {
    naive: { cells: naive.length, found: naive.filter((result) => isUnsafe(result, false)).length },
    careful: {
      cells: careful.length,
      blamed: careful.filter((result) => !['safe', 'failed_safe'].includes(result)).length,
    },
  }
}

function faultsFor(cells: readonly Pick<SweepCell, 'fault'>[]): readonly SweepFault[] {
  const tried = new Set(cells.map(({ fault }) => fault))
  const own = revealing.filter((fault) => tried.has(fault)).slice(0, MOST_FAULTS)
  return own.length > 0 ? own : revealing.slice(0, 1)
}

/** One run of a shop: on a quiet core, or on a busy one, where it starts as slowly as this program did. */
const RUN_MS = Math.min(Math.max(350, process.uptime() * 1000), 1000)

/** How long the self-check works: a baseline run and two calls with each fault, for two shops. */
export function selfCheckMs(cells: readonly Pick<SweepCell, 'fault'>[]): number {
  return 2 * (1 + 2 * faultsFor(cells).length) * RUN_MS
}

/** The result of each cell; undefined if the shop cannot pay. */
async function shopRuns(
  { env, stopping, slots }: SelfCheckContext,
  shop: 'naive' | 'careful',
  at: SweepMoment,
  faults: readonly SweepFault[],
): Promise<readonly CellResult[] | undefined> {
  const words = shopWords(shop)
  const own: SweepContext = {
    settings: { ...defaultSettings, port: 0 },
    stopping,
    env: { ...env, SHOP_TIME_OUT_MS: String(TIME_OUT_MS) },
  }
  const take = () => slots.take('beside')
  const slot = await take()
  const run = await sweepRun(own, { words, limitMs: LIMIT_MS, slot }).finally(slot.leave)
  if (run.exitCode !== 0) return undefined
  const baseline = baselineOf([run], compareRuns(run.watch.seen, run.watch.seen))
  const { calls, known } = baseline
  const choice = { at: [at], faults, depth: 1, calls: 'quick' } as const
  const results: CellResult[] = []
  await drain<SweepCell>(
    sweepCells(calls, choice),
    { take, isOver: () => stopping.aborted },
    async (cell, slot) => {
      const broken = await sweepRun(own, { words, cell, known, limitMs: LIMIT_MS, slot })
      results.push(cellOutcome(cell, broken, baseline).result)
      return []
    },
  )
  return results
}

const LIMIT_MS = 60_000
