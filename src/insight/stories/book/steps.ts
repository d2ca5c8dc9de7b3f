import { hasToldExpiry } from '../hold-expiry.ts'
import type { Attempt, Moved, Story, StoryEvent } from '../story.ts'

export function tell(story: Story, event: StoryEvent): void {
  story.events.push(event)
  story.changes += 1
}

/** Whether a move tells something that its story does not have yet. */
export function isNews({ status, story }: Attempt, { audit, to, isExpiry }: Moved): boolean {
  return isExpiry ? !hasToldExpiry(story, audit) : to !== status
}

/** The attempts that a look tells about: the same request, however often it was sent with one id. */
export function sentAlike(attempt: Attempt): readonly Attempt[] {
  const { correlationKey, intent } = attempt
  if (correlationKey === undefined || intent.attempts.length === 1) return [attempt]
  return intent.attempts.filter((one) => one.correlationKey === correlationKey)
}

/** To a client that waited, the move is the answer itself: no step of its own. */
export function forgetAnswerMove(attempt: Attempt): void {
  const { story, made } = attempt
  const move = story.events.find(
    (event) => event.kind === 'move' && event.isAnswer && event.audit === made?.audit,
  )
  if (move === undefined) return
  story.events = story.events.filter((event) => event !== move)
  if (attempt.resolvedOrder === move.order) attempt.resolvedOrder = undefined
}
