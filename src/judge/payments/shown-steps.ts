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

/** What the customer has paid after a step that changed it. */
export interface RunningSum {
  readonly cents: number
  /** Whether an earlier step had moved money in the same direction. */
  readonly isAgain: boolean
}

/** For each step, what the customer has paid after it; undefined if it moved no money. */
export function runningSums(steps: readonly StepDocument[]): readonly (RunningSum | undefined)[] {
  const moved = steps.map(({ paid = 0 }, i) => paid - (steps[i - 1]?.paid ?? 0))
  return moved.map((cents, i) =>
    cents === 0
      ? undefined
      : {
          cents: steps[i]?.paid ?? 0,
          isAgain: moved.slice(0, i).some((one) => Math.sign(one) === Math.sign(cents)),
        },
  )
}
