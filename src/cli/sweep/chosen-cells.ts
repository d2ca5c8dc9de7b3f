import {
  isMeantBy,
  recoveryCells,
  type SweepCell,
  type SweepChoice,
  type SweptCall,
  sweepCells,
} from '../../insight/sweep/cell.ts'
import { CliError, exitCode } from '../cli-error.ts'

interface CellChoice {
  readonly only: readonly string[]
  readonly shard: { readonly index: number; readonly of: number } | undefined
  readonly choice: SweepChoice
}

/** The cells to begin with: those that `--only` names, of which `--shard` takes its share. */
export function chosenCells(
  cells: readonly SweepCell[],
  calls: readonly SweptCall[],
  { only, shard, choice }: CellChoice,
): readonly SweepCell[] {
  const all = sweepCells(calls, { ...choice, calls: 'all' })
  const named = only.flatMap((wanted) => namedBy(wanted, all, choice))
  const chosen = only.length === 0 ? cells : [...new Set(named)]
  if (shard === undefined) return chosen
  return chosen.filter((_cell, i) => i % shard.of === shard.index - 1)
}

function namedBy(
  wanted: string,
  cells: readonly SweepCell[],
  choice: SweepChoice,
): readonly SweepCell[] {
  const [base = '', step] = wanted.split('+')
  const found =
    step === undefined
      ? cells.filter((cell) => isMeantBy(cell, wanted))
      : cells
          .filter(({ name }) => name === base)
          .flatMap((cell) => stepsOf(cell, step, choice))
          .filter((cell) => isMeantBy(cell, wanted))
  if (found.length > 0) return found
  throw new CliError(`There is no cell '${wanted}'; ${knownText(cells, wanted)}`, exitCode.misuse)
}

/** The cells of one step of a recovery, whether or not the client takes it. */
function stepsOf(base: SweepCell, step: string, choice: SweepChoice): readonly SweepCell[] {
  const [call = ''] = step.split('/')
  return /^(?:search|lookup|list|retry)-[1-9]\d*$/.test(call)
    ? recoveryCells(base, call, choice)
    : []
}

/** The alternatives to an unknown cell: the faults, if the command makes that call. */
function knownText(cells: readonly SweepCell[], wanted: string): string {
  const ofCall = cells.filter(({ call }) => wanted.startsWith(`${call.name}/`))
  const [first] = ofCall
  if (first !== undefined) {
    const faults = ofCall.map(({ at, form }) => `${at}/${form}`)
    return `the faults of ${first.call.name} are ${faults.join(', ')}`
  }
  const calls = [...new Set(cells.map(({ call }) => call.name))]
  return `the calls are ${calls.slice(0, 10).join(', ')}`
}
