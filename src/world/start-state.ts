import type { ClockState } from '../domain/time/clock.ts'
import type { Scenario } from '../scenario/rule.ts'
import { type Image, type RowChange, tableNames } from './records/medium.ts'
import { metaChange } from './records/meta.ts'
import type { Records } from './records/records.ts'

/** What a world starts from, and goes back to when it is reset. */
export interface StartState {
  readonly clock: ClockState
  readonly scenarios: readonly Scenario[]
  /** They were asked for, so that a restart without asking keeps them. */
  readonly keepsScenarios?: boolean
  readonly seed: number
  /** Where given, the data that it begins with. */
  readonly baseline?: Baseline | undefined
}

/** An earlier state, and what the start says otherwise. */
interface Baseline {
  readonly image: Image
  readonly changes: readonly RowChange[]
}

/** The first rows of a new world. */
export function startChanges(start: StartState): readonly RowChange[] {
  const changes = [metaChange('clock', start.clock), metaChange('seed', { value: start.seed })]
  if (!start.keepsScenarios) return changes
  return [...changes, metaChange('scenarios', { loaded: start.scenarios, oneShots: [] })]
}

/** Puts a world at its start; these records must be empty. */
export function fillAtStart(records: Records, start: StartState): void {
  const { baseline } = start
  if (baseline === undefined) {
    records.apply(startChanges(start))
    return
  }
  for (const table of tableNames) {
    for (const line of baseline.image.tables[table]) records.load(table, line)
  }
  records.apply(baseline.changes)
}
