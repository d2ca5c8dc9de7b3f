import type { SweptCall } from '../../judge/sweep/cells/call-schema.ts'
import type { RunSlot } from './run-slots.ts'

type HasCall = { readonly call: SweptCall }

interface DrainChoice<Cell> {
  readonly take: () => Promise<RunSlot>
  readonly isOver: () => boolean
  /** Whether it is best to begin with this cell; otherwise they begin in their order. */
  readonly isFirst?: (cell: Cell) => boolean
}

/**
 * Processes cells, as many at a time as there are slots, and those that they lead to, representatives
 * first. Returns those that there was no time for.
 */
export async function drain<Cell extends HasCall>(
  first: readonly Cell[],
  { take, isOver, isFirst = () => false }: DrainChoice<Cell>,
  work: (cell: Cell, slot: RunSlot) => Promise<readonly Cell[]>,
): Promise<readonly Cell[]> {
  const waiting = [...first]
  const active = new Set<Promise<void>>()
  const failures: { readonly cause: unknown }[] = []
  const restAt = () => {
    const at = waiting.findIndex(({ call }) => !call.representative)
    return at < 0 ? waiting.length : at
  }
  const next = () => {
    const best = waiting.findIndex(isFirst)
    const isAllowed = best >= 0 && (best < restAt() || restAt() === 0)
    return waiting.splice(isAllowed ? best : 0, 1)
  }
  const begin = (cell: Cell, slot: RunSlot) => {
    const doing: Promise<void> = work(cell, slot)
      .then(
        (more) => void waiting.splice(restAt(), 0, ...more),
        (cause: unknown) => void failures.push({ cause }),
      )
      .finally(() => {
        active.delete(doing)
        slot.leave()
      })
    active.add(doing)
  }
  for (;;) {
    while (waiting.length > 0 && failures.length === 0 && !isOver()) {
      const slot = await take()
      const [cell] = isOver() ? [] : next()
      if (cell === undefined) slot.leave()
      else begin(cell, slot)
    }
    if (active.size === 0) break
    await Promise.race(active)
  }
  for (const { cause } of failures) throw cause
  return waiting
}
