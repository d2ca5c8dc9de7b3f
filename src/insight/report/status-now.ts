import type { StepDocument } from './report-document.ts'

/** The status of a step's transaction: `approved`, or `now approved` where the step itself says another. */
export function statusNow({ status, text }: Pick<StepDocument, 'status' | 'text'>): string {
  if (status === undefined) return ''
  const [told] = /^(?:pending|undecided|approved)/.exec(text) ?? []
  const isOther = told !== undefined && told !== status && status !== 'unknown'
  return isOther ? `now ${status}` : status
}
