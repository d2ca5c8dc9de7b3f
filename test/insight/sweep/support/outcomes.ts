import type { SweepCell, SweptCall } from '../../../../src/insight/sweep/cell.ts'
import type { CellOutcome, ShownResult, Swept } from '../../../../src/insight/sweep/swept.ts'

/** A cell by its name: `purchase-3/after/reset`, or with a recovery, `purchase-3/after/reset+search-1/http`. */
function cellNamed(name: string): SweepCell {
  const [first = '', second] = name.split('+')
  const [call = '', at = '', form = ''] = first.split('/')
  const operation = call.slice(0, call.lastIndexOf('-'))
  const parts = second?.split('/')
  const recovery = parts && { call: parts[0], at: 'before', form: parts.at(-1) }
  return { name, call: { name: call, operation }, at, form, recovery } as SweepCell
}

export function outcome(
  name: string,
  result: ShownResult = 'safe',
  part: Partial<CellOutcome> = {},
): CellOutcome {
  const known = result === 'not run' ? undefined : result
  return { cell: cellNamed(name), result: known, findings: [], ...part }
}

export function sweptOf(outcomes: readonly CellOutcome[], part: Partial<Swept> = {}): Swept {
  const calls = new Map(
    outcomes.map(({ cell }): [string, SweptCall] => [cell.call.name, cell.call]),
  )
  const usual = { version: '1', command: 'npm test', isStrict: false, cleanMs: 1 }
  return { ...usual, calls: [...calls.values()], outcomes, ...part }
}

/** A finding with its story. */
export function finding(code: string, text: string) {
  return { code, severity: 'error', text, isShort: false } as const
}
