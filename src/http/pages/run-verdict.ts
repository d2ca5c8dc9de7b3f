import { reportOf } from '../../insight/report/report.ts'
import type { ControlParts } from '../control/parts.ts'
import type { RunVerdict } from './visit.ts'

/** The first line of the report without the rest. `world`: of this one; undefined: of all. */
export function runVerdict(
  { judging }: Pick<ControlParts, 'judging'>,
  world: string | undefined,
): RunVerdict {
  const part = judging.run.part({ world, isCurrentOnly: false })
  const { headline, counts, chapters, worlds: count } = reportOf(part, judging.possible)
  return {
    headline,
    hasTrouble: counts.error + counts.warning > 0,
    hasWorlds: count > 1,
    hasResets: chapters > count,
  }
}
