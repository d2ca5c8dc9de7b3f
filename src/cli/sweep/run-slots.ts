import type { RunLimits } from '../../insight/sweep/choice/estimate.ts'

export interface RunSlot {
  /** Its client waits, so that another run can work meanwhile, as long as not too many wait. */
  readonly wait: () => void
  readonly work: () => void
  readonly leave: () => void
}

/** Cells come first. What runs beside them takes the slots that they leave, and one more. */
type SlotKind = 'cell' | 'beside'

type SlotState = 'working' | 'waiting' | 'left'

/** The slots for runs on this machine. */
export class RunSlots {
  readonly #limits: RunLimits
  readonly #queues = { cell: [] as (() => void)[], beside: [] as (() => void)[] }
  readonly #working = { cell: 0, beside: 0 }
  #waiting = 0

  constructor(limits: RunLimits) {
    this.#limits = limits
  }

  /** Whether one more run may wait without keeping others from working. */
  get hasRoomToWait(): boolean {
    return this.#waiting < this.#limits.waiting
  }

  /** The next slot that becomes free. */
  async take(kind: SlotKind): Promise<RunSlot> {
    await new Promise<void>((resolve) => {
      this.#queues[kind].push(resolve)
      this.#admit()
    })
    let state: SlotState = 'working'
    const become = (next: SlotState) => {
      if (state === 'left' || state === next) return
      this.#count(kind, state, -1)
      this.#count(kind, next, 1)
      state = next
      this.#admit()
    }
    return {
      wait: () => {
        if (this.hasRoomToWait) become('waiting')
      },
      work: () => become('working'),
      leave: () => become('left'),
    }
  }

  #count(kind: SlotKind, state: SlotState, by: number): void {
    if (state === 'working') this.#working[kind] += by
    if (state === 'waiting') this.#waiting += by
  }

  #admit(): void {
    const { jobs } = this.#limits
    const { cell, beside } = this.#queues
    while (cell.length > 0 && this.#working.cell < jobs) this.#begin('cell')
    while (beside.length > 0 && this.#working.cell + this.#working.beside <= jobs) {
      this.#begin('beside')
    }
  }

  #begin(kind: SlotKind): void {
    this.#working[kind] += 1
    this.#queues[kind].shift()?.()
  }
}
