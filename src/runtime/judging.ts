import { HOUR } from '../domain/time/instant.ts'
import type { Judging } from '../http/control/parts.ts'
import type { Requirement } from '../insight/coverage/coverage-case.ts'
import { Run } from '../insight/run/run.ts'
import type { Settings } from './config/settings.ts'
import type { ScenarioShelf } from './scenarios/scenario-shelf.ts'

/** Payments of a recorded run that can be looked at with all their steps. */
const WHOLE_RUN = 20_000

/** What judges the clients of a sandbox, over its whole life. */
export function judgingOf(
  settings: Settings,
  shelf: ScenarioShelf,
  { isReadOnly = false }: { readonly isReadOnly?: boolean } = {},
): Judging {
  const { report, assumptions, explicit } = settings
  const limits = {
    correlationCacheMs: assumptions.correlation_cache_hours * HOUR,
    noTimeOutMs: report.noTimeOutMs,
    storiesKept: isReadOnly ? Math.max(report.storiesKept, WHOLE_RUN) : report.storiesKept,
    findingsKept: report.findingsKept,
    keepsSteps: isReadOnly,
  }
  // What a config lists is there for everyone; what was asked for this time is to be met.
  const namedRules = () => (explicit.scenarios ? shelf.ownRules : [])
  return { isOn: report.judge, run: new Run(limits, namedRules), possible: possibleIn(settings) }
}

/** What the configuration makes possible. */
function possibleIn({ auth, merchants }: Settings): ReadonlySet<Requirement> {
  const possible: Requirement[] = []
  if (auth === 'required') possible.push('auth', 'merchants')
  if (merchants !== undefined) possible.push('merchants')
  if (merchants?.some(({ surcharge }) => surcharge !== undefined)) possible.push('surcharge')
  return new Set(possible)
}
