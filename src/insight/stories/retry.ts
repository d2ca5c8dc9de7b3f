import type { Attempt, Intent, Look, Story } from './story.ts'

/** An attempt at what an earlier one may have done already, and what the client asked in between. */
export interface Retry {
  readonly attempt: Attempt
  /** The latest attempt before it whose answer was not clear. */
  readonly after: Attempt
  /** The answered lookups and searches in between that could have told what became of it. */
  readonly looks: readonly Look[]
}

/** The retries among the attempts at one thing. The same id again is none: it cannot act twice. */
export function retriesIn({ attempts }: Intent): readonly Retry[] {
  return attempts.flatMap((attempt, index) => {
    if (!isTransaction(attempt)) return []
    const after = attempts.slice(0, index).findLast(isUnclear)
    if (after === undefined || isSameRequest(attempt, after)) return []
    return [{ attempt, after, looks: looksBetween(attempt.story, after, attempt) }]
  })
}

/** Whether the client cannot know from the answer what became of it. */
function isUnclear({ clarity }: Attempt): boolean {
  return clarity === 'unclear' || clarity === 'undecided'
}

/** Refused requests are no transactions; ones that were lost may be. */
function isTransaction({ clarity }: Attempt): boolean {
  return clarity !== 'refused' && clarity !== 'open'
}

function isSameRequest(one: Attempt, other: Attempt): boolean {
  return one.correlationKey !== undefined && one.correlationKey === other.correlationKey
}

function looksBetween(story: Story, from: Attempt, to: Attempt): readonly Look[] {
  return story.events.flatMap((event) => {
    if (event.kind !== 'look' || event.told === undefined) return []
    return event.order > from.order && event.order < to.order ? [event] : []
  })
}
