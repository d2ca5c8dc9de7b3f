import type { ClockState } from '../domain/time/clock.ts'
import type { Scenario } from '../scenario/rule.ts'
import type { Change } from './records/medium.ts'
import { metaChange } from './records/meta.ts'

/** What a world starts from, and goes back to when it is reset. */
export interface StartState {
  readonly clock: ClockState
  readonly scenarios: readonly Scenario[]
  /** They were asked for, so that a restart without asking keeps them. */
  readonly keepsScenarios?: boolean
  readonly seed: number
}

/** The first rows of a new world. */
export function startChanges(start: StartState): readonly Change[] {
  const changes = [metaChange('clock', start.clock), metaChange('seed', { value: start.seed })]
  if (!start.keepsScenarios) return changes
  return [...changes, metaChange('scenarios', { loaded: start.scenarios, oneShots: [] })]
}
