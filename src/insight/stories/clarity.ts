import type { Exchange, Made } from '../exchange.ts'
import type { Clarity } from './story.ts'

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
