import type { SweptCall } from '../../judge/sweep/cells/call-schema.ts'

/** How many runs there may be at the same time. */
export interface RunLimits {
  readonly jobs: number
  /** Further runs whose client only waits. */
  readonly waiting: number
}

interface DrainChoice<Cell> {
  readonly limits: RunLimits
  readonly isOver: () => boolean
  /** Whether its client does little but wait. */
  readonly isWaiting: (cell: Cell) => boolean
}

/**
 * Processes cells, as many at a time as the limits allow, and those that they lead to, representatives
 * first. Returns those that there was no time for.
 */
export async function drain<Cell extends { readonly call: SweptCall }>(
  first: readonly Cell[],
  { limits: { jobs, waiting }, isOver, isWaiting }: DrainChoice<Cell>,
  work: (cell: Cell) => Promise<readonly Cell[]>,
): Promise<readonly Cell[]> {
  const queue = [...first]
  const active = new Map<Promise<void>, Cell>()
  const hasRoomFor = (cell: Cell) => {
    const working = [...active.values()].filter((one) => !isWaiting(one)).length
    return active.size < jobs + waiting && (working < jobs || isWaiting(cell))
  }
  const restAt = () => {
    const at = queue.findIndex(({ call }) => !call.representative)
    return at < 0 ? queue.length : at
  }
  for (;;) {
    for (let at = 0; at >= 0; ) {
      at = isOver() ? -1 : queue.findIndex(hasRoomFor)
      const [cell] = at < 0 ? [] : queue.splice(at, 1)
      if (cell === undefined) break
      const doing = work(cell)
        .then((more) => void queue.splice(restAt(), 0, ...more))
        .finally(() => active.delete(doing))
      active.set(doing, cell)
    }
    if (active.size === 0) return queue
    await Promise.race(active.keys())
  }
}
