import { missingShards } from './not-tried.ts'
import { badness, type CellOutcome, type NotTried, type SweepControl, type Swept } from './swept.ts'

/** One sweep of several shards. */
export function mergedSweep(sweeps: readonly Swept[]): Swept {
  const [first] = sweeps
  if (first === undefined) throw new Error('There is nothing to merge')
  return {
    ...first,
    isStrict: sweeps.some(({ isStrict }) => isStrict),
    cleanMs: Math.max(...sweeps.map(({ cleanMs }) => cleanMs)),
    calls: unique(sweeps.flatMap(({ calls }) => calls)),
    outcomes: mergedOutcomes(sweeps),
    notTried: mergedNotTried(sweeps),
    control: mergedControl(sweeps),
  }
}

function unique<Named extends { readonly name: string }>(all: readonly Named[]): readonly Named[] {
  return [...new Map(all.map((one) => [one.name, one])).values()]
}

/** A cell that several sweeps have run counts once, with its worst result. */
function mergedOutcomes(sweeps: readonly Swept[]): readonly CellOutcome[] {
  const worst = new Map<string, CellOutcome>()
  for (const outcome of sweeps.flatMap(({ outcomes }) => outcomes)) {
    const { name } = outcome.cell
    const known = worst.get(name)
    if (known === undefined || badness(outcome) < badness(known)) worst.set(name, outcome)
  }
  return [...worst.values()]
}

function mergedControl(sweeps: readonly Swept[]): SweepControl | undefined {
  const all = sweeps.flatMap(({ control }) => control ?? [])
  if (all.length === 0) return undefined
  const sum = (count: (control: SweepControl) => number) =>
    all.reduce((total, control) => total + count(control), 0)
  return {
    naive: { cells: sum((one) => one.naive.cells), found: sum((one) => one.naive.found) },
    careful: { cells: sum((one) => one.careful.cells), blamed: sum((one) => one.careful.blamed) },
  }
}

function mergedNotTried(sweeps: readonly Swept[]): readonly NotTried[] {
  const all = missingShards(sweeps.flatMap(({ notTried = [] }) => notTried))
  return [...new Map(all.map((one) => [`${one.what} ${one.how}`, one])).values()]
}
