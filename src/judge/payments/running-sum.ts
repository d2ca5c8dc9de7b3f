import type { StepDocument } from './payment-document.ts'

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
