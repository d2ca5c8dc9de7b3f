import { isUndecided } from './clarity.ts'
import { type Attempt, attemptsOf } from './story.ts'

/**
 * Whether it got the kept answer of an earlier request with its id: an answer as to a payment,
 * though none was made for it.
 */
export function isReplayed({ clarity, made }: Attempt): boolean {
  return made === undefined && (clarity === 'clear' || clarity === 'undecided')
}

/** Whether the answer that it got again decided nothing the first time either. */
export function isReplayedUndecided(attempt: Attempt): boolean {
  const { made } = originalOf(attempt) ?? {}
  return made !== undefined && isUndecided(made)
}

/** The request whose answer it got again. */
export function originalOf(attempt: Attempt): Attempt | undefined {
  if (!isReplayed(attempt)) return undefined
  const { story, order, correlationKey } = attempt
  return attemptsOf(story).findLast(
    (other) =>
      other.order < order && other.correlationKey === correlationKey && other.made !== undefined,
  )
}
