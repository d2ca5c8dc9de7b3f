import type { StepDocument, StepResult } from './payment-document.ts'

/** The status that a step itself shows. */
const shown: Readonly<Partial<Record<StepResult, string>>> = {
  approved: 'approved',
  pending: 'pending',
  undecided: 'unknown',
}

/** The status of a step's transaction: `approved`, or `now approved` if the step shows another. */
export function statusNow({
  kind,
  status,
  result,
}: Pick<StepDocument, 'kind' | 'status' | 'result'>): string {
  if (status === undefined) return ''
  const own = kind === 'change' ? undefined : shown[result]
  const isOther = own !== undefined && own !== status && status !== 'unknown'
  return isOther ? `now ${status}` : status
}
