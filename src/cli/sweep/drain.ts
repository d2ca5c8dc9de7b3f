import type { SweptCall } from '../../insight/sweep/cell.ts'

type HasCall = { readonly call: SweptCall }

/**
 * Processes cells, several at a time, and those that they lead to, representatives first. Returns
 * those that there was no time for.
 */
export async function drain<Cell extends HasCall>(
  first: readonly Cell[],
  jobs: number,
  isOver: () => boolean,
  work: (cell: Cell) => Promise<readonly Cell[]>,
): Promise<readonly Cell[]> {
  const waiting = [...first]
  const active = new Set<Promise<void>>()
  const begin = (cell: Cell) => {
    const doing: Promise<void> = work(cell)
      .then((more) => {
        const rest = waiting.findIndex(({ call }) => !call.isRepresentative)
        waiting.splice(rest < 0 ? waiting.length : rest, 0, ...more)
      })
      .finally(() => active.delete(doing))
    active.add(doing)
  }
  for (;;) {
    while (active.size < jobs && waiting.length > 0 && !isOver()) begin(waiting.shift() as Cell)
    if (active.size === 0) return waiting
    await Promise.race(active)
  }
}
