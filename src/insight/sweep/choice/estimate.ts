import { expectedMs, type SweepCell, type SweepChoice } from '../cells/cell.ts'
import { faultTraits, type SweepFault } from '../cells/fault.ts'

/** In these, the client waits until its own timeout, which is a guess until it was seen. */
const patient: readonly SweepFault[] = ['hang', 'late', 'delayed']

/** How long cells take: by a model at first, then by those that have ended. */
export class Estimate {
  readonly #baselineMs: number
  readonly #choice: SweepChoice
  /** How long the cells of each fault took. */
  readonly #taken = new Map<SweepFault, { ms: number; count: number }>()

  constructor(baselineMs: number, choice: SweepChoice) {
    this.#baselineMs = baselineMs
    this.#choice = choice
  }

  learn(cell: SweepCell, ms: number): void {
    const { ms: sum, count } = this.#taken.get(faultOf(cell)) ?? { ms: 0, count: 0 }
    this.#taken.set(faultOf(cell), { ms: sum + ms, count: count + 1 })
  }

  /** How long some cells take, so many at a time. */
  seconds(cells: readonly SweepCell[], jobs: number): number {
    const ms = cells.reduce((sum, cell) => sum + this.#msOf(cell), 0)
    return ms / 1000 / Math.max(1, Math.min(jobs, cells.length))
  }

  #msOf(cell: SweepCell): number {
    const fault = faultOf(cell)
    const taken = this.#taken.get(fault)
    if (taken !== undefined) return taken.ms / taken.count
    const model = expectedMs(cell, this.#baselineMs, this.#choice)
    if (!patient.includes(fault)) return model * this.#pace()
    const known = patient.find((one) => this.#taken.has(one))
    return known === undefined ? model : model + this.#meanOf(known) - this.#modelOf(known)
  }

  /** How much longer cells without a wait took than expected: runs at the same time slow each other down. */
  #pace(): number {
    const quick = [...this.#taken].filter(([fault]) => faultTraits[fault].ms === undefined)
    const expected = quick.reduce(
      (sum, [fault, { count }]) => sum + count * this.#modelOf(fault),
      0,
    )
    return expected === 0 ? 1 : quick.reduce((sum, [, { ms }]) => sum + ms, 0) / expected
  }

  #meanOf(fault: SweepFault): number {
    const { ms, count } = this.#taken.get(fault) ?? { ms: 0, count: 1 }
    return ms / count
  }

  #modelOf(fault: SweepFault): number {
    return expectedMs({ fault }, this.#baselineMs, this.#choice)
  }
}

function faultOf({ fault, recovery }: SweepCell): SweepFault {
  return recovery?.fault ?? fault
}
