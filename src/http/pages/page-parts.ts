import type { ControlParts } from '../control/parts.ts'
import type { Later } from '../operation.ts'
import type { OwnClient } from '../pipeline/auth.ts'
import type { Dashboard } from './visit.ts'

/** What the pages need of the process, beside what the control API does. */
export interface PageParts extends ControlParts {
  /** Nothing may be changed. */
  readonly isReadOnly?: boolean
  /** What forms have to send along. */
  readonly formToken: string
  readonly own: OwnClient
  /** The same one each time. */
  readonly loadDashboard: Later<Dashboard>
}
