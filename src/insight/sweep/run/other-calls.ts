import { isJobCell, type SweepCell } from '../../../judge/sweep/cells/cell.ts'
import type { Baseline, CallMoney } from '../../../judge/sweep/document/baseline.ts'
import { moneyGroupOf, moneyOf } from '../../../judge/sweep/money/run-money.ts'
import type { WatchedRun } from '../../../judge/sweep/run/baseline.ts'

/**
 * Whether the run of a cell shows that its command has changed since the baseline runs: it made a
 * call with another reference or amount, or one call less, so nothing can be compared with them. Only
 * further calls with the reference of the broken one are certain to be attempts at the same thing.
 */
export function hasOtherCalls(
  cell: SweepCell,
  { watch, exitCode, isRepeated }: Pick<WatchedRun, 'watch' | 'exitCode' | 'isRepeated'>,
  { money: clean, known }: Pick<Baseline, 'money' | 'known'>,
): boolean {
  const { calls } = moneyOf(watch, known)
  const usual = clean[0]?.calls ?? []
  const fixed = new Set(
    known.flatMap(({ name, reference }) =>
      reference === undefined ? [] : [keyOf({ name, reference })],
    ),
  )
  const isFixed = (call: CallMoney) => fixed.has(keyOf(call))
  const faulty = calls.find(({ name }) => name === cell.call.name)
  const isAttempt = (call: CallMoney) => faulty !== undefined && keyOf(call) === keyOf(faulty)
  if (!isJobCell(cell) && (faulty === undefined || usual.filter(isAttempt).length > 1)) return true
  const amounts = amountsOf(clean.flatMap((run) => run.calls).filter(isFixed))
  const first = calls.filter((call) => call === faulty || !isAttempt(call))
  const hasOtherAmount = first.filter(isFixed).some((call) => {
    const all = amounts.get(keyOf(call))
    return all === undefined || (all.size === 1 && !all.has(call.amount))
  })
  if (hasOtherAmount) return true
  const sortOf = (call: CallMoney) => (isFixed(call) ? keyOf(call) : moneyGroupOf(call.name))
  const [now, before] = [countsOf(first.map(sortOf)), countsOf(usual.map(sortOf))]
  // A command that runs more than once makes its calls more than once.
  const isOften = isRepeated || isJobCell(cell) || cell.fault === 'crash'
  const isMore = [...now].some(([sort, count]) => {
    const expected = before.get(sort) ?? 0
    return isOften ? expected === 0 : count > expected
  })
  const isWhole = exitCode === 0 && !isOften
  return isMore || (isWhole && [...before].some(([sort, count]) => (now.get(sort) ?? 0) < count))
}

/** All calls of an operation with one reference in one place. */
function keyOf({ name, reference }: Pick<CallMoney, 'name' | 'reference'>): string {
  return JSON.stringify([moneyGroupOf(name), reference])
}

function amountsOf(calls: readonly CallMoney[]): ReadonlyMap<string, ReadonlySet<unknown>> {
  const amounts = new Map<string, Set<unknown>>()
  for (const call of calls) {
    amounts.set(keyOf(call), (amounts.get(keyOf(call)) ?? new Set()).add(call.amount))
  }
  return amounts
}

function countsOf(sorts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const sort of sorts) counts.set(sort, (counts.get(sort) ?? 0) + 1)
  return counts
}
