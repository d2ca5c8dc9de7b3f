import type { Conditions } from '../rule.ts'

/** The rules that wait for an amount within bounds. */
export interface RangeShelf<T> {
  readonly size: number
  /** The ones whose bounds hold the amount, in their own order. */
  readonly holding: (cents: number) => readonly T[]
}

/** Bounds side by side in plain arrays of numbers: hundreds are compared in less than a microsecond. */
export function rangeShelf<T extends { readonly when: Conditions }>(
  rules: readonly T[],
): RangeShelf<T> {
  const ranged: T[] = []
  const bounds: { readonly min?: number; readonly max?: number }[] = []
  for (const rule of rules) {
    const { amount } = rule.when
    if (amount?.kind !== 'range') continue
    ranged.push(rule)
    bounds.push(amount)
  }
  const least = Float64Array.from(bounds, ({ min = 0 }) => min)
  const most = Float64Array.from(bounds, ({ max = Number.POSITIVE_INFINITY }) => max)

  const holding = (cents: number) => {
    const found: T[] = []
    for (let i = 0; i < ranged.length; i++) {
      if (cents >= (least[i] ?? 0) && cents <= (most[i] ?? 0)) found.push(ranged[i] as T)
    }
    return found
  }
  return { size: ranged.length, holding }
}
