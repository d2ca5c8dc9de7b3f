import type { Exchange, Made } from '../exchange.ts'
import { type Attempt, attemptsOf, type Clarity } from './story.ts'

/** What a client can tell from the answer to a transaction request. */
export function clarityOf({ answer, fault, facts }: Exchange): Clarity {
  const { status } = answer
  if (status === undefined || status >= 500 || fault?.kind === 'garbage') return 'unclear'
  // A conflict says that the gateway knows this id, and here it has made a transaction of it.
  if (status === 409 && facts.made !== undefined) return 'unclear'
  if (status >= 400) return 'refused'
  return facts.made !== undefined && isUndecided(facts.made) ? 'undecided' : 'clear'
}

/** Whether an answer that tells of this leaves it open what becomes of it. */
export function isUndecided({ status, isDrifting }: Made): boolean {
  return status === 'unknown' || isDrifting
}

/** Whether an answer, of whatever call, can be read and means what it says. */
export function isReadable({ answer: { status }, fault }: Exchange): boolean {
  return status !== undefined && status < 500 && fault?.kind !== 'garbage'
}

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
