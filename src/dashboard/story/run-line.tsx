import type { RunVerdict, Visit } from '../../http/pages/visit.ts'
import { pageAddress } from '../words/address.ts'

/** `World blue, since its last reset`: of what a page tells, where there is more; nothing where there is not. */
export function coverText(
  { world }: Pick<Visit, 'world'>,
  { hasWorlds, hasResets }: Pick<RunVerdict, 'hasWorlds' | 'hasResets'>,
): string | undefined {
  if (hasResets) return `World ${world}, since its last reset`
  return hasWorlds ? `World ${world}` : undefined
}

interface LineProps {
  readonly visit: Visit
  readonly run: RunVerdict
}

/** What the report of the run begins with, where it has errors or warnings. */
export function RunLine({ visit, run }: LineProps) {
  if (!run.hasTrouble) return null
  return (
    <>
      {visit.prefix === '' ? 'The whole run' : 'The whole run of this world'}:{' '}
      <a href={pageAddress(visit, '/report')}>{run.headline}</a>
    </>
  )
}
