import type { Form, Visit } from '../../http/pages/visit.ts'
import type { Detail, Notice } from '../layout/notices.ts'

/** What came of an action. */
export interface Done {
  readonly notice?: Notice
  /** Where to go on, if not back to where the form stands. */
  readonly to?: string
}

/** Something that a form asks for. */
export type Action = (visit: Visit, form: Form) => Promise<Done>

export function done(text: string, details: readonly Detail[] = []): Done {
  return { notice: { kind: 'done', text, details } }
}

export function refusedBy(text: string, details: readonly Detail[] = []): Done {
  return { notice: { kind: 'refused', text, details } }
}
