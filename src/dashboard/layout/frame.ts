import type { ClockResponse, Scheduled } from '../../control/contract/calls/clock.ts'
import type { CallName } from '../../control/control-calls.ts'
import type { Visit } from '../../control/pages/visit.ts'
import type { PathValues } from '../../gateway/wire/paths.ts'
import { callControl } from '../control-call.ts'
import type { Notice, Notices } from '../notices.ts'
import type { PageForm } from './form.tsx'

/** The most rows of a list, and scheduled events that a page knows of. */
export const ROWS = 200

/** What is around every page. */
export interface Frame {
  readonly visit: Visit
  /** Read before anything else: what happened since will be seen as new. */
  readonly pulse: string
  readonly clock: ClockResponse
  readonly scheduled: readonly Scheduled[]
  readonly worlds: readonly string[]
  /** That this world holds. */
  readonly transactions: number
  readonly notice: Notice | undefined
}

export async function loadFrame(visit: Visit, notices: Notices): Promise<Frame> {
  const clock = await callControl(visit, 'clock')
  const pulse = visit.pulse()
  const { scheduled } = await callControl(visit, 'upcoming', { limit: ROWS })
  const { worlds } = await callControl(visit, 'worlds', { limit: 100 })
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

/** A page and its path beneath `/_sandbox`: `/requests/{id}`. */
export type PageRoute = {
  readonly path: string
  readonly forms?: readonly PageForm[]
} /** Or the address of the page to show instead. */ & (
  | { readonly show: (frame: Frame, values: PathValues) => Promise<string | { to: string }> }
  /** Not a page but a text to copy. */
  | { readonly text: (visit: Visit, values: PathValues) => Promise<string> }
  | { readonly file: (visit: Visit, values: PathValues) => Promise<SavedFile> }
  /** The call of the control API that sends a file. */
  | { readonly sentBy: CallName }
)

type SavedFile = { readonly name: string; readonly type: string; readonly body: string }
