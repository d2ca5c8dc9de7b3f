import { listText } from '../../base/text/counted.ts'
import { moneyText } from '../../domain/money.ts'

/** `AUD 49.95 and NZD 10.00`. */
export function sumText(sums: Readonly<Record<string, number>>): string {
  const texts = Object.entries(sums).map(([currency, cents]) => moneyText(cents, currency))
  return texts.length === 0 ? moneyText(0, 'AUD') : listText(texts)
}

/** What has the same key together, in the order of the first of each. */
export function groupedBy<One>(all: readonly One[], keyOf: (one: One) => string) {
  const groups = new Map<string, One[]>()
  for (const one of all) {
    const group = groups.get(keyOf(one))
    if (group === undefined) groups.set(keyOf(one), [one])
    else group.push(one)
  }
  return [...groups]
}
