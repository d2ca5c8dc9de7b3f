import type { SweptCall } from '../../../judge/sweep/cells/call-schema.ts'

type NamedCall = Pick<SweptCall, 'name' | 'reference'>

/**
 * The calls whose names stood for other orders in an earlier sweep: calls are numbered in the order
 * of their references, so a new or changed one moves others. An order that only has another
 * reference now is the same.
 */
export function renumbered(before: readonly NamedCall[], now: readonly NamedCall[]) {
  const [earlier, later] = [ordersOf(before), ordersOf(now)]
  const [known, still] = [new Set(earlier.values()), new Set(later.values())]
  const references = new Map(before.map(({ name, reference }) => [name, reference]))
  return now.flatMap(({ name, reference: is }) => {
    const [old = '', order = ''] = [earlier.get(name), later.get(name)]
    const was = references.get(name)
    if (was === undefined || is === undefined || old === order) return []
    return known.has(order) || still.has(old) ? [{ name, was, is }] : []
  })
}

/** What the number in a name stands for: the reference, and which of several calls with it. */
function ordersOf(calls: readonly NamedCall[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>()
  return new Map(
    calls.map(({ name, reference }) => {
      const order = `${name.replace(/\d+$/, '')} ${reference}`
      const nth = (counts.get(order) ?? 0) + 1
      counts.set(order, nth)
      return [name, `${order} ${nth}`]
    }),
  )
}
