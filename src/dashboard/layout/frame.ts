import type { ClockAnswer, Scheduled } from '../../http/contract/control/calls/clock.ts'
import type { Visit } from '../../http/pages/visit.ts'
import type { PathValues } from '../../http/route-table.ts'
import { asked } from '../asked.ts'
import type { Notice, Notices } from '../notices.ts'

/** Scheduled events that a page knows of. */
export const MOST_SCHEDULED = 1000

/** What stands around every page. */
export interface Frame {
  readonly visit: Visit
  /** As it was before anything was asked: what happened since will be seen as new. */
  readonly pulse: string
  readonly clock: ClockAnswer
  readonly scheduled: readonly Scheduled[]
  readonly worlds: readonly string[]
  /** That this world holds. */
  readonly transactions: number
  readonly notice: Notice | undefined
}

export async function loadFrame(visit: Visit, notices: Notices): Promise<Frame> {
  const clock = await asked(visit, 'clock')
  const pulse = visit.pulse()
  const { scheduled } = await asked(visit, 'next', { limit: MOST_SCHEDULED })
  const { worlds } = await asked(visit, 'worlds', { limit: 100 })
  return {
    visit,
    pulse,
    clock,
    scheduled,
    worlds: worlds.map(({ name }) => name),
    transactions: worlds.find(({ name }) => name === visit.world)?.transactions ?? 0,
    notice: notices.find(visit.query.notice),
  }
}

/** A page and where it is: `/requests/{id}` beneath `/_sandbox`. */
export type PageRoute =
  | { readonly path: string; readonly show: (frame: Frame, values: PathValues) => Promise<string> }
  /** Not a page but a text to take along. */
  | { readonly path: string; readonly text: (visit: Visit, values: PathValues) => Promise<string> }
  | { readonly path: string; readonly file: (visit: Visit) => Promise<SavedFile> }
  /** The call of the control API that sends a file. */
  | { readonly path: string; readonly sentBy: string }

/** A file to save. */
interface SavedFile {
  readonly name: string
  readonly type: string
  readonly body: string
}
