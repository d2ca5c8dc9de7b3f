import type { Retry } from '../../stories/retry.ts'
import type { Attempt } from '../../stories/story.ts'

/** What a client should have done with an answer that was not clear. */
export function searchAdvice(attempt: Attempt): string {
  const { correlationId, clarity, made } = attempt
  if (clarity === 'undecided') {
    return `Look up audit ${made?.audit} until its status is approved, declined or error; treat any other status as undecided.`
  }
  if (correlationId === undefined) return 'Search for it first.'
  return `Search by correlation id ${correlationId} first; only an empty search means that it may be sent again.`
}

/** What it should do about an answer that nobody asked after. */
export function lookAdvice({ correlationId }: Attempt): string {
  const how =
    correlationId === undefined ? 'Search for it' : `Search by correlation id ${correlationId}`
  return `${how} until it says what became of it; an empty answer means that nothing was processed.`
}

/** What it should have done instead of the retry. */
export function retryAdvice({ after, looks }: Retry): string {
  const told = looks.at(-1)?.told
  if (told === undefined) return searchAdvice(after)
  if (told === 'nothing') {
    return 'Search soon: the gateway forgets correlation ids after some hours, and then an empty search means nothing. Keep the audit, which is never forgotten.'
  }
  if (told === 'unknown' || told === 'pending') {
    return `Wait while the lookup says ${told}, and look again; only an empty search means that it may be sent again.`
  }
  return `Believe the lookup: it had found the first one ${told}. If these are two tests that use the same reference, reset the sandbox between them.`
}
