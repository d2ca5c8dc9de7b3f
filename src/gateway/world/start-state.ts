import type { ClockState } from '../../domain/time/clock.ts'
import type { Scenario } from '../../scenario/rule.ts'
import { type Image, type RowChange, tableNames } from './records/medium.ts'
import { metaChange } from './records/meta.ts'
import type { Records } from './records/records.ts'

/** What a world starts from, and goes back to when it is reset. */
export interface StartState {
  readonly clock: ClockState
  readonly scenarios: readonly Scenario[]
  /** Stores the scenarios with the world, so that a restart that names none keeps them. */
  readonly keepsScenarios?: boolean
  readonly seed: number
  /** The data to begin with, if any. */
  readonly baseline?: Baseline | undefined
}

/** An earlier state, and the changes that the start options make to it. */
interface Baseline {
  readonly image: Image
  readonly changes: readonly RowChange[]
}

/** The first rows of a new world. */
export function startChanges(start: StartState): readonly RowChange[] {
  const changes = [metaChange('clock', start.clock), metaChange('seed', { value: start.seed })]
  if (!start.keepsScenarios) return changes
  return [...changes, metaChange('scenarios', { loaded: start.scenarios })]
}

/** Fills empty records with the start state. */
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
