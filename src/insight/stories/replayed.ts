import { type Attempt, attemptsOf } from './story.ts'

/**
 * Whether it got the kept answer of an earlier request with its id: an answer as to a payment,
 * though none was made for it.
 */
export function isReplayed({ clarity, made }: Attempt): boolean {
  return clarity === 'clear' && made === undefined
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
