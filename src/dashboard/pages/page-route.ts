import type { Visit } from '../../http/pages/visit.ts'
import type { PathValues } from '../../http/route-table.ts'
import type { Frame } from '../layout/frame.ts'

/** A page and where it is: `/requests/{id}` beneath `/_sandbox`. */
export type PageRoute =
  | { readonly path: string; readonly show: (frame: Frame, values: PathValues) => Promise<string> }
  /** Not a page but a text to take along. */
  | { readonly path: string; readonly text: (visit: Visit, values: PathValues) => Promise<string> }
