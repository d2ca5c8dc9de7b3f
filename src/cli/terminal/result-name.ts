import { type CellResult, isShown, resultTraits } from '../../judge/sweep/cells/result.ts'

/** A result as a terminal shows it: in capitals if somebody pays for it. */
export function resultName(result: CellResult): string {
  const { one } = resultTraits[result]
  return isShown(result) ? one.toUpperCase() : one
}
