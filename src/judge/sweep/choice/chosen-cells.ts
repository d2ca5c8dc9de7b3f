import type { SweptCall } from '../cells/call-schema.ts'
import { recoveryCells, type SweepCell, type SweepChoice, sweepCells } from '../cells/cell.ts'
import { faults, moments, namedFaults } from '../cells/fault.ts'
import { recoveryKinds } from '../cells/recovery-kind.ts'
import { dealt } from '../document/shards.ts'
import type { Shards } from '../document/sweep-schema.ts'

interface CellChoice {
  readonly choice: SweepChoice
  /** Cells, or calls; all if there are none. */
  readonly only: readonly string[]
  readonly shard: { readonly index: number; readonly of: number } | undefined
}

export interface ChosenCells {
  readonly cells: readonly SweepCell[]
  readonly shards: Shards | null
}

/** No call or fault of a sweep has this name. */
export class NoSuchCell extends Error {}

/** The cells to begin with: those that `--only` names, of which `--shard` takes its share. */
export function chosenCells(
  calls: readonly SweptCall[],
  { only, shard, choice }: CellChoice,
): ChosenCells {
  const named = only.flatMap((wanted) => namedBy(wanted, calls, choice))
  const chosen = only.length === 0 ? sweepCells(calls, choice) : [...new Set(named)]
  if (shard === undefined) return { cells: chosen, shards: null }
  const { index, of } = shard
  const parts = dealt(chosen, of)
  const sizes = parts.map(({ length }) => length)
  return { cells: parts[index - 1] ?? [], shards: { of, given: [index], sizes } }
}

/** A cell by its name, whatever the choice, or all chosen cells of a call or a moment. */
function namedBy(
  wanted: string,
  calls: readonly SweptCall[],
  choice: SweepChoice,
): readonly SweepCell[] {
  const every: SweepChoice = {
    ...choice,
    at: moments,
    faults: faults.filter((fault) => namedFaults.includes(fault) || choice.faults.includes(fault)),
    calls: 'all',
  }
  const isWanted = ({ name }: SweepCell) => name === wanted
  const cells = sweepCells(calls, { ...choice, calls: 'all' })
  const exact = withStep(wanted, sweepCells(calls, every), every).filter(isWanted)
  const found =
    exact.length > 0
      ? exact
      : withStep(wanted, cells, choice).filter(({ name }) => name.startsWith(`${wanted}/`))
  if (found.length > 0) return found
  throw new NoSuchCell(`There is no cell '${wanted}'; ${knownText(cells, wanted)}`)
}

/** The cells, or those of one step of a recovery, whether or not the client takes it. */
function withStep(
  wanted: string,
  cells: readonly SweepCell[],
  choice: SweepChoice,
): readonly SweepCell[] {
  if (!wanted.includes('+')) return cells
  const [base = '', step = ''] = wanted.split('+')
  const [, call, kind] = /^(([a-z]+)-[1-9]\d*)(?:\/|$)/.exec(step) ?? []
  return cells
    .filter(({ name }) => name === base && recoveryKinds.some((one) => one === kind))
    .flatMap((cell) => recoveryCells(cell, call ?? '', choice))
}

/** The alternatives to an unknown cell: the faults, if the command makes that call. */
function knownText(cells: readonly SweepCell[], wanted: string): string {
  const ofCall = cells.filter(({ call }) => wanted.startsWith(`${call.name}/`))
  const [first] = ofCall
  if (first !== undefined) {
    const faults = ofCall.map(({ at, fault }) => `${at}/${fault}`)
    return `valid faults for ${first.call.name} are ${faults.join(', ')}`
  }
  const calls = [...new Set(cells.map(({ call }) => call.name))]
  return `the calls are ${calls.slice(0, 10).join(', ')}`
}
