import { cellTimes, type SweepCell, type SweepChoice } from '../../../judge/sweep/cells/cell.ts'
import { isUntilTimeout } from '../../../judge/sweep/cells/fault.ts'

/** How many runs there may be at the same time. */
export interface RunLimits {
  /** Runs that work. */
  readonly jobs: number
  /** Further runs whose client only waits. */
  readonly waiting: number
}

interface EstimateParts extends RunLimits {
  /** How long a run takes. */
  readonly ownMs: number
  /** How much of the machine was busy during that run, from 0 to 1; all of it unless given. */
  readonly busy?: number | undefined
  readonly choice: SweepChoice
  /** The tests that have run alone, where each runs so once before its first cell. */
  readonly tried?: readonly string[] | undefined
}

/** How much longer runs take that keep the machine busy together, since they share memory and disk. */
const CROWDED_PACE = 1.2

/** How long cells take: by a model at first, then by those that have ended. */
export class Estimate {
  readonly #parts: EstimateParts
  /** How long the cells of each fault took, those of a recovery apart. */
  readonly #taken = new Map<string, { readonly cell: SweepCell; ms: number; count: number }>()
  readonly #tried: Set<string | undefined> | undefined
  /** Work of the sweep's own that is left, in the places that cells leave. */
  besideMs = 0

  constructor(parts: EstimateParts) {
    this.#parts = parts
    this.#tried = parts.tried && new Set(parts.tried)
  }

  learn(cell: SweepCell, ms: number): void {
    this.#tried?.add(cell.call.label)
    const taken = this.#taken.get(kindOf(cell)) ?? { cell, ms: 0, count: 0 }
    taken.ms += ms
    taken.count += 1
    this.#taken.set(kindOf(cell), taken)
  }

  /** How long some cells take, with the work beside them. */
  seconds(cells: readonly SweepCell[]): number {
    const { jobs, waiting } = this.#parts
    const pace = this.#pace()
    let [work, whole, longest] = [0, 0, 0]
    const untried = new Set<string | undefined>()
    for (const cell of cells) {
      const own = cellTimes(cell, this.#parts.ownMs, this.#parts.choice).workMs * pace
      const ms = this.#msOf(cell, pace)
      work += Math.min(own, ms)
      if (this.#tried?.has(cell.call.label) === false) untried.add(cell.call.label)
      whole += ms
      longest = Math.max(longest, ms)
    }
    // Whole rounds: a last run alone takes as long as two at a time.
    const rounds = Math.ceil(cells.length / jobs)
    const working = cells.length === 0 ? 0 : (rounds * work) / cells.length
    const alone = untried.size * this.#parts.ownMs * pace
    const beside = (this.besideMs * this.#crowding() + alone) / jobs
    return Math.max(longest, working + beside, whole / (jobs + waiting)) / 1000
  }

  /** Whether its client waits so long that others should work meanwhile. */
  isPatient(cell: SweepCell): boolean {
    const { workMs, waitMs } = cellTimes(cell, this.#parts.ownMs, this.#parts.choice)
    return waitMs > workMs / 4
  }

  #msOf(cell: SweepCell, pace: number): number {
    const taken = this.#taken.get(kindOf(cell))
    if (taken !== undefined) return taken.ms / taken.count
    return this.#modelOf(cell, pace) + (isUntilOwnTimeout(cell) ? this.#patience(pace) : 0)
  }

  #modelOf(cell: SweepCell, pace: number): number {
    const { workMs, waitMs } = cellTimes(cell, this.#parts.ownMs, this.#parts.choice)
    return workMs * pace + waitMs
  }

  /** How much longer clients waited for a response than expected. */
  #patience(pace: number): number {
    const known = [...this.#taken.values()].find(({ cell }) => isUntilOwnTimeout(cell))
    return known === undefined ? 0 : known.ms / known.count - this.#modelOf(known.cell, pace)
  }

  /** How much longer cells without a wait took than a run alone. */
  #pace(): number {
    let [taken, expected] = [0, 0]
    for (const { cell, ms, count } of this.#taken.values()) {
      const { workMs, waitMs } = cellTimes(cell, this.#parts.ownMs, this.#parts.choice)
      if (waitMs > 0) continue
      taken += ms
      expected += count * workMs
    }
    if (expected > 0) return taken / expected
    // Tests that were run alone were run at the same time, as in the cells.
    return this.#tried === undefined ? 1 + (CROWDED_PACE - 1) * this.#crowding() : 1
  }

  /** How much of one more run beside the others does not fit on the machine, from 0 to 1. */
  #crowding(): number {
    const { busy = 1, jobs } = this.#parts
    const excess = busy * (jobs + 1) - 1
    return excess <= 0 ? 0 : Math.min(1, excess / busy)
  }
}

function kindOf({ fault, recovery }: SweepCell): string {
  return recovery === undefined ? fault : `+${recovery.fault}`
}

function isUntilOwnTimeout({ fault, recovery }: SweepCell): boolean {
  return isUntilTimeout(recovery?.fault ?? fault)
}
